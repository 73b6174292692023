"""Guests: players without an account, and members who claim a guest's record."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.models import ClaimOfGuest, Club, Player
from darkseas.web.invisible_characters import REFUSED, has_unseen
from darkseas.web.texts.homoglyphs import folded, looks_like_one_of
from darkseas.web.texts.name_keys import name_key, one_spelling

from .merging import merge
from .refusals import ClubRefused, locked

LONGEST_NAME = 80
#: The most players of a club, including former members and merged guests.
MOST_PLAYERS = 5_000
State = ClaimOfGuest.State


def add(by: Player, name: str) -> Player:
    """Add a guest. Raises ClubRefused if the name is empty or somebody of the club already has it."""
    return add_all(by, [name])[0]


def add_all(by: Player, names: Sequence[str]) -> list[Player]:
    """Add several guests or none, loading known names once. Raises ClubRefused as `add` does."""
    with transaction.atomic():
        club = locked(by.club_id)
        taken = {name_key(name) for name in guests_of(club).values_list("name", flat=True)}
        alike: defaultdict[str, list[str]] = defaultdict(list)
        for name in _names_of(club):
            alike[folded(name)].append(name)
        members = {name_key(name): name for name in _members_of(club)}
        wanted = [_new_name(name, taken, members, alike) for name in names]
        if Player.objects.filter(club=club).count() + len(wanted) > MOST_PLAYERS:
            raise ClubRefused(f"A club can have at most {MOST_PLAYERS} players. No more guests can be added.")
        made = Player.objects.bulk_create(Player(club=club, name=name) for name in wanted)
        for guest in made:
            audit.note(club, by, "guest.entered", guest)
    return made


def _new_name(
    name: str, taken: set[str], members: Mapping[str, str], alike: defaultdict[str, list[str]]
) -> str:
    """Return a normalized name and mark it as taken."""
    name = one_spelling(" ".join(name.split()))[:LONGEST_NAME]
    if not name:
        raise ClubRefused("Give the guest a name.")
    if has_unseen(name):
        raise ClubRefused(f"{name}: {REFUSED}")
    if name_key(name) in taken:
        raise ClubRefused(f"{name}: A guest already has this name. Add something to tell the two apart.")
    member = members.get(name_key(name))
    if member is not None:
        raise ClubRefused(
            f"{name}: The member {member} already has this name. Add something to tell the two apart."
        )
    if looks_like_one_of(name, alike[folded(name)]):
        raise ClubRefused(
            f"{name}: Somebody in the club already has a name that looks like this one. Write it differently."
        )
    taken.add(name_key(name))
    alike[folded(name)].append(name)
    return name


def guests_of(club: Club) -> QuerySet[Player]:
    """Return a club's current guests, without players whose account was deleted.

    The owner of a demonstration club is no guest.
    """
    return Player.objects.filter(club=club, member=None, left_at=None, rights=None)


def _names_of(club: Club) -> QuerySet[Player, str]:
    """Return the names of a club's members and guests."""
    people = Player.objects.filter(club=club, merged_into=None)
    return people.annotate(shown=Coalesce("member__username", "name")).values_list("shown", flat=True)


def _members_of(club: Club) -> QuerySet[Player, str]:
    """Return the names of a club's current members."""
    current = Player.objects.filter(club=club, left_at=None, member__isnull=False)
    return current.values_list("member__username", flat=True)


def claim(player: Player, guest: Player) -> ClaimOfGuest:
    """Claim a guest's record. Raises ClubRefused if that is impossible or was claimed before."""
    with transaction.atomic():
        club = locked(player.club_id)
        if not guests_of(club).filter(pk=guest.pk).exists():
            raise ClubRefused("This person is no longer a guest of the club.")
        if ClaimOfGuest.objects.filter(guest=guest, player=player, state=State.OPEN).exists():
            raise ClubRefused("You have already claimed this record. A director will answer.")
        made = ClaimOfGuest.objects.create(guest=guest, player=player)
        audit.note(club, player, "guest.claimed", guest)
    return made


def waiting_in(club: Club) -> QuerySet[ClaimOfGuest]:
    """Return unanswered claims, oldest first."""
    waiting = ClaimOfGuest.objects.filter(guest__club=club, state=State.OPEN)
    return waiting.select_related("guest", "player__member").order_by("id")


def decide(by: Player, claim: ClaimOfGuest, agrees: bool) -> None:
    """Accept or decline a claim. Raises ClubRefused if the claim was already answered, or if the two players
    ever met.
    """
    with transaction.atomic():
        club = locked(by.club_id)
        held = ClaimOfGuest.objects.select_related("guest", "player").get(pk=claim.pk)
        if held.state != State.OPEN or held.guest.left_at is not None or held.player.left_at is not None:
            raise ClubRefused("This claim was already answered, or one of the two is no longer in the club.")
        held.state, held.decided_at = State.AGREED if agrees else State.REFUSED, timezone.now()
        held.save(update_fields=["state", "decided_at"])
        if agrees:
            merge(by, held.guest, held.player)
        else:
            audit.note(club, by, "claim.refused", held.guest, after={"player": held.player_id})
