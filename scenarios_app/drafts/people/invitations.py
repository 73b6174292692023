"""Members asked to help with a scenario or to take it over: nothing is theirs before they have accepted."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from darkseas.members.models import Member
from darkseas.members.usernames import name_key
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.store import DraftRefused
from scenarios_app.models import Draft, Invitation, Scenario
from scenarios_app.visibility import handed_over

HELP, OWN = Invitation.Kind.HELP, Invitation.Kind.OWN
#: How many may help with one scenario, and how many of an owner's invitations may wait for an answer.
MOST_AUTHORS, MOST_OPEN = 50, 50
#: Who has declined is left in peace for so long.
PEACE = timedelta(days=30)


class UnknownMembers(LookupError):
    """There are no members of these names; `places` are their numbers in what was given."""

    def __init__(self, places: tuple[int, ...]) -> None:
        super().__init__(f"unknown names at {places}")
        self.places = places


# --- asking ------------------------------------------------------------------------------------------


def set_helpers(draft: Draft, names: Iterable[str]) -> None:
    """Let these members, and no others, edit beside the owner, once they have accepted.

    Who helps already goes on, who is new is asked; who is left out helps no longer, or is asked no longer.
    Raises UnknownMembers, or DraftRefused for too many, for one who has just declined, and where whoever
    asks owns the scenario no longer.
    """
    given = list(names)
    if len(given) > MOST_AUTHORS:
        raise DraftRefused(f"At most {MOST_AUTHORS} members can help with one scenario.")
    with transaction.atomic():
        scenario = _held_by_its_owner(draft.scenario)
        wanted = [member for member in _members(given) if member.pk != scenario.owner_id]
        keys = {member.pk for member in wanted}
        draft.authors.remove(*draft.authors.exclude(pk__in=keys))
        still_open(scenario, HELP).exclude(member__in=keys).delete()
        helping = set(draft.authors.values_list("pk", flat=True))
        for member in wanted:
            if member.pk not in helping:
                _ask(scenario, member, HELP)


def offer_ownership(scenario: Scenario, name: str) -> None:
    """Ask another member to take a scenario over, instead of whoever was asked before.

    The owner's own name asks nobody. Raises UnknownMembers, or DraftRefused as `set_helpers` does.
    """
    (member,) = _members([name])
    with transaction.atomic():
        held = _held_by_its_owner(scenario)
        still_open(held, OWN).exclude(member=member).delete()
        if member.pk != held.owner_id:
            _ask(held, member, OWN)


def still_open(scenario: Scenario, kind: Invitation.Kind) -> QuerySet[Invitation]:
    """Return the invitations of a scenario that nobody has answered yet, by the names of those asked."""
    unanswered = scenario.invitations.filter(kind=kind, declined_at=None)
    return unanswered.select_related("member").order_by("member__username")


def names_asked(scenario: Scenario, kind: Invitation.Kind) -> list[str]:
    """Return the names of those who have not answered yet."""
    return [one.member.username for one in still_open(scenario, kind)]


def asked_by(owner: Member) -> QuerySet[Invitation]:
    """Return what an owner asks others, of all their scenarios, and nobody has answered yet."""
    asked = Invitation.objects.filter(scenario__owner=owner, declined_at=None)
    return asked.select_related("scenario", "member").order_by("pk")


def ask_no_more(owner: Member) -> None:
    """Take back what others are asked in an owner's name."""
    asked_by(owner).delete()


def _ask(scenario: Scenario, member: Member, kind: Invitation.Kind) -> None:
    earlier = scenario.invitations.filter(member=member, kind=kind).first()
    if earlier is not None and earlier.declined_at is None:
        return
    if earlier is not None and earlier.declined_at is not None:
        peace = earlier.declined_at + PEACE
        if timezone.now() < peace:
            day = date_format(peace, "j F Y")
            raise DraftRefused(f"{member.username} has declined, and can be asked again from {day} on.")
        earlier.delete()
    waiting = Invitation.objects.filter(scenario__owner=scenario.owner_id, declined_at=None)
    if waiting.count() >= MOST_OPEN:
        raise DraftRefused(f"{MOST_OPEN} of your invitations wait for an answer already.")
    Invitation.objects.create(scenario=scenario, member=member, kind=kind)


# --- answering -----------------------------------------------------------------------------------------


def waiting_for(member: Member) -> QuerySet[Invitation]:
    """Return what a member is asked and has not answered, the latest first; nothing that was taken down.

    Its owner asks, and asks nothing while they may not act here.
    """
    asked = Invitation.objects.filter(member=member, declined_at=None, scenario__taken_down_at=None)
    return (
        asked.filter(scenario__owner__is_active=True).select_related("scenario__owner").order_by("-asked_at")
    )


def accept(member: Member, number: int) -> Scenario:
    """Let a member help, or be the owner, as they were asked, and return the scenario.

    Whoever owned it helps from then on, whom else they had asked is asked no longer, and a club goes on
    seeing it only if its new owner is of that club. Raises Invitation.DoesNotExist for one that is not there,
    or not any more; DraftRefused where the member owns too many.
    """
    with transaction.atomic():
        invitation = _open(member, number)
        # The draft before its scenario, as publishing takes them: neither waits for the other for ever.
        draft = Draft.objects.select_for_update().filter(scenario=invitation.scenario_id).first()
        scenario = _locked(invitation.scenario_id)
        invitation = _open(member, number)
        if not _keep_all_here(member, invitation.scenario.owner):
            raise Invitation.DoesNotExist
        if invitation.kind == OWN:
            _hand_over(scenario, draft, member)
        elif draft is not None:
            draft.authors.add(member)
        invitation.delete()
    return scenario


def decline(member: Member, number: int) -> Scenario:
    """Answer no: the owner reads it, and cannot ask again for a while. Raises Invitation.DoesNotExist."""
    with transaction.atomic():
        invitation = _open(member, number)
        if not waiting_for(member).filter(pk=number).update(declined_at=timezone.now()):
            raise Invitation.DoesNotExist
    return invitation.scenario


def leave(draft: Draft, member: Member) -> None:
    """Help no longer."""
    draft.authors.remove(member)


def forget(member: Member) -> None:
    """Take a member who leaves the site out of all invitations, and from among those who help."""
    mine = Q(member=member) | Q(scenario__owner=member, declined_at=None)
    Invitation.objects.filter(mine).delete()
    member.drafts.clear()


def _hand_over(scenario: Scenario, draft: Draft | None, member: Member) -> None:
    if Draft.objects.filter(scenario__owner=member).count() >= drafts.MOST_DRAFTS:
        raise DraftRefused(f"You have {drafts.MOST_DRAFTS} scenarios already. Delete a draft first.")
    before, scenario.owner = scenario.owner, member
    scenario.save(update_fields=["owner"])
    if before is not None:
        handed_over(scenario, before)
    scenario.invitations.filter(Q(member=member) | Q(declined_at=None)).delete()
    if draft is not None and before is not None:
        draft.authors.remove(member)
        draft.authors.add(before)


def _open(member: Member, number: int) -> Invitation:
    return waiting_for(member).get(pk=number)


def _locked(key: int) -> Scenario:
    return Scenario.objects.select_for_update(no_key=True).get(pk=key)


def _held_by_its_owner(scenario: Scenario) -> Scenario:
    """Return a scenario, held until the transaction ends, that is still whose it was when they were let in.

    They stay here as long. Raises DraftRefused where it has changed hands, or its owner leaves the site.
    """
    held = _locked(scenario.pk)
    if held.owner_id != scenario.owner_id or not _keep_all_here(held.owner):
        raise DraftRefused("This scenario is somebody else’s by now: ask them.")
    return held


def _keep_all_here(*members: Member | None) -> bool:
    """Return whether members may still act, in one order for all who keep several."""
    people = sorted((one for one in members if one is not None), key=lambda one: one.pk)
    return len(people) == len(members) and all(Member.objects.keep_here(one) for one in people)


def _members(names: Sequence[str]) -> list[Member]:
    keys = [name_key(name.strip()) for name in names]
    members = {member.name_key: member for member in Member.objects.filter(name_key__in=keys, is_active=True)}
    missing = tuple(number for number, key in enumerate(keys) if key not in members)
    if missing:
        raise UnknownMembers(missing)
    return list(dict.fromkeys(members[key] for key in keys))
