"""Invitations to help with a scenario or take it over. They grant nothing until accepted."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from darkseas.members.models import Member
from darkseas.web.texts.name_keys import name_key
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.store import DraftRefused
from scenarios_app.models import Draft, Invitation, Scenario
from scenarios_app.visibility import handed_over

HELP, OWN = Invitation.Kind.HELP, Invitation.Kind.OWN
#: Maximum helpers of one scenario, and maximum open invitations per owner.
MOST_AUTHORS, MOST_OPEN = 50, 50
#: How long a member who declined cannot be invited again.
PEACE = timedelta(days=30)


class UnknownMembers(LookupError):
    """Some names belong to no member; `places` holds their indexes in the input."""

    def __init__(self, places: tuple[int, ...]) -> None:
        super().__init__(f"unknown names at {places}")
        self.places = places


# --- asking ------------------------------------------------------------------------------------------


def set_helpers(draft: Draft, names: Iterable[str]) -> None:
    """Set the helpers: members who may edit besides the owner, once they accept.

    Existing helpers stay, new ones are invited, and members not listed lose their access or invitation.
    Raises UnknownMembers. Raises DraftRefused if there are too many helpers, if a member has recently
    declined, or if the caller no longer owns the scenario.
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
    """Invite another member to take over a scenario, replacing any earlier offer.

    The owner's own name withdraws the offer. Raises UnknownMembers, or DraftRefused as `set_helpers` does.
    """
    (member,) = _members([name])
    with transaction.atomic():
        held = _held_by_its_owner(scenario)
        still_open(held, OWN).exclude(member=member).delete()
        if member.pk != held.owner_id:
            _ask(held, member, OWN)


def still_open(scenario: Scenario, kind: Invitation.Kind) -> QuerySet[Invitation]:
    """Return the unanswered invitations of a scenario, ordered by name."""
    unanswered = scenario.invitations.filter(kind=kind, declined_at=None)
    return unanswered.select_related("member").order_by("member__username")


def names_asked(scenario: Scenario, kind: Invitation.Kind) -> list[str]:
    """Return the names of members who have not answered yet."""
    return [one.member.username for one in still_open(scenario, kind)]


def asked_by(owner: Member) -> QuerySet[Invitation]:
    """Return an owner's unanswered invitations across all their scenarios."""
    asked = Invitation.objects.filter(scenario__owner=owner, declined_at=None)
    return asked.select_related("scenario", "member").order_by("pk")


def ask_no_more(owner: Member) -> None:
    """Withdraw all open invitations sent by an owner."""
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
        raise DraftRefused(f"{MOST_OPEN} of your invitations are still unanswered.")
    Invitation.objects.create(scenario=scenario, member=member, kind=kind)


# --- answering -----------------------------------------------------------------------------------------


def waiting_for(member: Member) -> QuerySet[Invitation]:
    """Return a member's unanswered invitations, newest first, without scenarios that were taken down.

    Invitations from owners whose account is not active are left out.
    """
    asked = Invitation.objects.filter(member=member, declined_at=None, scenario__taken_down_at=None)
    return (
        asked.filter(scenario__owner__is_active=True).select_related("scenario__owner").order_by("-asked_at")
    )


def accept(member: Member, number: int) -> Scenario:
    """Accept an invitation to help or take over, and return the scenario.

    After a transfer, the previous owner becomes a helper and their other open invitations are withdrawn. A
    club keeps access only if the new owner belongs to it. Raises Invitation.DoesNotExist if the invitation is
    not open, DraftRefused if the member owns too many scenarios.
    """
    with transaction.atomic():
        invitation = _open(member, number)
        # Lock the draft before its scenario, in the same order as publishing, to avoid deadlocks.
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
    """Decline; the owner sees it and cannot invite again for a while. Raises Invitation.DoesNotExist."""
    with transaction.atomic():
        invitation = _open(member, number)
        if not waiting_for(member).filter(pk=number).update(declined_at=timezone.now()):
            raise Invitation.DoesNotExist
    return invitation.scenario


def leave(draft: Draft, member: Member) -> None:
    """Remove the member from the helpers of a draft."""
    draft.authors.remove(member)


def forget(member: Member) -> None:
    """Remove a departing member from all invitations and helper lists."""
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
    """Lock and return a scenario that still has the owner for whom access was checked.

    The owner's account is locked as well. Raises DraftRefused if ownership has changed or the owner is
    leaving.
    """
    held = _locked(scenario.pk)
    if held.owner_id != scenario.owner_id or not _keep_all_here(held.owner):
        raise DraftRefused("This scenario has a new owner. Ask them.")
    return held


def _keep_all_here(*members: Member | None) -> bool:
    """Lock members in a fixed order, to avoid deadlocks, and return whether all may still act."""
    people = sorted((one for one in members if one is not None), key=lambda one: one.pk)
    return len(people) == len(members) and all(Member.objects.keep_here(one) for one in people)


def _members(names: Sequence[str]) -> list[Member]:
    keys = [name_key(name.strip()) for name in names]
    members = {member.name_key: member for member in Member.objects.filter(name_key__in=keys, is_active=True)}
    missing = tuple(number for number, key in enumerate(keys) if key not in members)
    if missing:
        raise UnknownMembers(missing)
    return list(dict.fromkeys(members[key] for key in keys))
