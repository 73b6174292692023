"""Merging a guest's record into a player's, and splitting it again.

Nothing is deleted: the guest's places in results and tournaments move to the player, and the guest remains as
a former player who points to the new owner. Steps of results keep their text, so a split can read from them
whose result it was.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.models import (
    Alternate,
    AuditLine,
    ClaimOfGuest,
    Club,
    Entrant,
    Player,
    Result,
    ResultPlayer,
    ResultStep,
)

from .refusals import ClubRefused, keep_players, locked

MERGED, SPLIT = "guest.merged", "guest.split"
State = ClaimOfGuest.State


def owners_of_records(club: Club) -> dict[int, int]:
    """Map each merged guest to the current owner of their record."""
    return ends_of(dict(_merged_into(club)))


def kept_owners(club: Club, players: Iterable[int]) -> dict[int, int]:
    """Return the same as `owners_of_records`, and lock these players until the transaction ends."""
    wanted = set(players)
    while True:
        point = transaction.savepoint()
        keep_players(wanted)
        owners = owners_of_records(club)
        others = {owners[one] for one in wanted if one in owners} - wanted
        if not others:
            transaction.savepoint_commit(point)
            return owners
        # Release all locks and lock again in one order, to avoid a deadlock.
        transaction.savepoint_rollback(point)
        wanted |= others


def ends_of(into: Mapping[int, int]) -> dict[int, int]:
    """Follow chains of merged guests to their ends."""
    ends = {}
    for guest, first in into.items():
        end = first
        while end in into:
            end = into[end]
        ends[guest] = end
    return ends


def merge_guests(by: Player, guest: Player, into: Player, reason: str) -> Player:
    """Merge two guests who are the same person. Raises ClubRefused."""
    _need_reason(reason)
    with transaction.atomic():
        club = locked(by.club_id)
        both = {
            one.pk: one for one in Player.objects.filter(club=club, member=None, left_at=None, rights=None)
        }
        if guest.pk == into.pk or guest.pk not in both or into.pk not in both:
            raise ClubRefused("Choose two current guests.")
        merge(by, both[guest.pk], both[into.pk], reason)
    return both[into.pk]


def merge(by: Player, guest: Player, player: Player, reason: str = "") -> None:
    """Merge a guest into a player; call this function with the club locked. Raises ClubRefused."""
    keep_players([guest.pk, player.pk])
    _refuse_meetings(guest, player)
    fought = ResultPlayer.objects.filter(player=guest)
    entered = Entrant.objects.filter(players=guest)
    results = sorted(set(fought.values_list("side__result", flat=True)))
    entrants = sorted(entered.values_list("pk", flat=True))
    fought.update(player=player)
    Entrant.players.through.objects.filter(player=guest).update(player=player)
    # A player who is now entered no longer waits for a place.
    waiting = Alternate.objects.filter(player=player, state__in=Alternate.STILL_WAIT)
    waiting.filter(tournament__entrants__in=entrants).update(state=Alternate.State.TAKEN)
    guest.left_at, guest.merged_into = timezone.now(), player
    guest.save(update_fields=["left_at", "merged_into"])
    others = ClaimOfGuest.objects.filter(guest=guest, state=State.OPEN)
    others.update(state=State.REFUSED, decided_at=timezone.now())
    after = {"player": player.pk, "results": results, "entrants": entrants}
    audit.note(guest.club, by, MERGED, guest, reason=reason, after=after)


def split(by: Player, guest: Player, reason: str) -> Player:
    """Split a guest's record off again and return the other player. Raises ClubRefused.

    A result returns to the guest if its last step names the guest; reports and corrections made since the
    merge name the player and stay. Tournament entries return as the audit log recorded them.
    """
    _need_reason(reason)
    with transaction.atomic():
        club = locked(by.club_id)
        held = Player.objects.select_related("merged_into").get(pk=guest.pk, club=club)
        player = held.merged_into
        if player is None or player.merged_into_id is not None:
            raise ClubRefused("This merge has changed in the meantime. Reload the page.")
        ways = dict(_merged_into(club))
        del ways[held.pk]
        theirs = {held.pk} | {one for one, end in ends_of(ways).items() if end == held.pk}
        held.left_at = held.merged_into = None
        held.save(update_fields=["left_at", "merged_into"])
        results = _give_back(player, held, theirs)
        entrants = _entrants_back(player, held)
        after = {"player": player.pk, "results": results, "entrants": entrants}
        audit.note(club, by, SPLIT, held, reason=reason, after=after)
    return player


def merged_in(player: Player) -> QuerySet[Player]:
    """Return the guests merged into a player."""
    return Player.objects.filter(merged_into=player).order_by("name", "pk")


def lines_about(players: Iterable[Player]) -> list[AuditLine]:
    """Return the audit lines about merges and splits of these guests, newest first."""
    subjects = [audit.subject_of(player) for player in players]
    found = AuditLine.objects.filter(subject__in=subjects, deed__in=(MERGED, SPLIT))
    return list(found.select_related("by__member"))


def sizes(player: Player) -> tuple[int, int]:
    """Return how many results and how many tournaments a player has."""
    results = Result.objects.filter(sides__players__player=player).distinct().count()
    return results, Entrant.objects.filter(players=player).count()


def _merged_into(club: Club) -> Iterable[tuple[int, int]]:
    merged = Player.objects.filter(club=club, merged_into__isnull=False)
    return [(guest, into) for guest, into in merged.values_list("pk", "merged_into") if into is not None]


def _give_back(player: Player, guest: Player, theirs: set[int]) -> list[int]:
    """Restore a guest in every result whose last step names the guest."""
    rows = ResultPlayer.objects.filter(player=player).select_related("side")
    last: dict[int, Any] = {}
    steps = ResultStep.objects.filter(result__in=rows.values("side__result")).order_by("result", "number")
    for result, facts in steps.values_list("result", "facts"):
        last[result] = facts
    back = [
        row
        for row in rows
        if theirs.intersection(last[row.side.result_id]["sides"][row.side.place]["players"])
    ]
    ResultPlayer.objects.filter(pk__in=[row.pk for row in back]).update(player=guest)
    return sorted({row.side.result_id for row in back})


def _entrants_back(player: Player, guest: Player) -> list[int]:
    line = AuditLine.objects.filter(subject=audit.subject_of(guest), deed=MERGED).first()
    went = (line.after or {}).get("entrants", []) if line else []
    places = Entrant.players.through.objects.filter(entrant__in=went, player=player)
    back: list[int] = sorted(places.values_list("entrant", flat=True))
    places.update(player=guest)
    return back


def _refuse_meetings(guest: Player, player: Player) -> None:
    """Raise ClubRefused if both appear in the same result or tournament, because then they are two people."""
    who = "Both guests" if player.member_id is None else "Guest and member"
    both = Result.objects.filter(sides__players__player=guest).filter(sides__players__player=player)
    if both.exists():
        raise ClubRefused(f"{who} appear in the same result, so they are two people.")
    theirs = Entrant.objects.filter(players=guest).values("tournament")
    if Entrant.objects.filter(players=player, tournament__in=theirs).exists():
        raise ClubRefused(f"{who} entered the same tournament, so they are two people.")


def _need_reason(reason: str) -> None:
    if not reason.strip():
        raise ClubRefused("Give a reason; it is recorded.")
