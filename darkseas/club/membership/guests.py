"""Guests: names at the table without an account, and how their record becomes a member's.

Nothing is deleted: the guest's places in results and tournaments go over to the player, the guest stays on
the books as left, and points to who they are now. Steps of results stay as they were written.
"""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.models import ClaimOfGuest, Club, Entrant, Player, Result, ResultPlayer
from darkseas.web.unseen_signs import REFUSED, has_unseen

from .refusals import ClubRefused, locked

LONGEST_NAME = 80
State = ClaimOfGuest.State


def add(by: Player, name: str) -> Player:
    """Enter a guest. Raises ClubRefused where the name is empty, or a guest has it."""
    name = " ".join(name.split())[:LONGEST_NAME]
    if not name:
        raise ClubRefused("Give the guest a name.")
    if has_unseen(name):
        raise ClubRefused(REFUSED)
    with transaction.atomic():
        club = locked(by.club_id)
        if guests_of(club).filter(name__iexact=name).exists():
            raise ClubRefused("A guest has this name. Add something that tells the two apart.")
        guest = Player.objects.create(club=club, name=name)
        audit.note(club, by, "guest.entered", guest)
    return guest


def guests_of(club: Club) -> QuerySet[Player]:
    """Return the guests of a club: known by a name, and not left. Who deleted their account has left.

    The house, which owns a demonstration, is no guest of it.
    """
    return Player.objects.filter(club=club, member=None, left_at=None, rights=None)


def claim(player: Player, guest: Player) -> ClaimOfGuest:
    """Say that one was this guest. Raises ClubRefused where that cannot be, or was said already."""
    with transaction.atomic():
        club = locked(player.club_id)
        if not guests_of(club).filter(pk=guest.pk).exists():
            raise ClubRefused("This is no guest of the club any more.")
        if ClaimOfGuest.objects.filter(guest=guest, player=player, state=State.OPEN).exists():
            raise ClubRefused("You have said so already. A director will answer.")
        made = ClaimOfGuest.objects.create(guest=guest, player=player)
        audit.note(club, player, "guest.claimed", guest)
    return made


def waiting_in(club: Club) -> QuerySet[ClaimOfGuest]:
    """Return the claims that nobody has answered, the oldest first."""
    waiting = ClaimOfGuest.objects.filter(guest__club=club, state=State.OPEN)
    return waiting.select_related("guest", "player__member").order_by("id")


def decide(by: Player, claim: ClaimOfGuest, agrees: bool) -> None:
    """Agree to a claim, or refuse it. Raises ClubRefused where it was answered, or the two met."""
    with transaction.atomic():
        club = locked(by.club_id)
        held = ClaimOfGuest.objects.select_related("guest", "player").get(pk=claim.pk)
        if held.state != State.OPEN or held.guest.left_at is not None or held.player.left_at is not None:
            raise ClubRefused("This was answered already, or one of the two is not of the club any more.")
        held.state, held.decided_at = State.AGREED if agrees else State.REFUSED, timezone.now()
        held.save(update_fields=["state", "decided_at"])
        if agrees:
            moved = _merge(held.guest, held.player)
            audit.note(club, by, "guest.merged", held.guest, after={"player": held.player_id, **moved})
        else:
            audit.note(club, by, "claim.refused", held.guest, after={"player": held.player_id})


def _merge(guest: Player, player: Player) -> dict[str, list[int]]:
    """Let a guest's record be a player's; return what went over, by number."""
    _refuse_meetings(guest, player)
    fought = ResultPlayer.objects.filter(player=guest)
    entered = Entrant.objects.filter(players=guest)
    results = sorted(set(fought.values_list("side__result", flat=True)))
    entrants = sorted(entered.values_list("pk", flat=True))
    fought.update(player=player)
    Entrant.players.through.objects.filter(player=guest).update(player=player)
    guest.left_at, guest.merged_into = timezone.now(), player
    guest.save(update_fields=["left_at", "merged_into"])
    others = ClaimOfGuest.objects.filter(guest=guest, state=State.OPEN)
    others.update(state=State.REFUSED, decided_at=timezone.now())
    return {"results": results, "entrants": entrants}


def _refuse_meetings(guest: Player, player: Player) -> None:
    """Raise ClubRefused where the two stand in one result or tournament: they cannot be the same person."""
    both = Result.objects.filter(sides__players__player=guest).filter(sides__players__player=player)
    if both.exists():
        raise ClubRefused("Guest and member stand in the same result, so they are two people.")
    theirs = Entrant.objects.filter(players=guest).values("tournament")
    if Entrant.objects.filter(players=player, tournament__in=theirs).exists():
        raise ClubRefused("Guest and member entered the same tournament, so they are two people.")
