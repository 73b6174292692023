"""Check-in for the next round: open until a set time, by players themselves or by a director."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.models import Entrant, Player, Tournament
from darkseas.club.tournaments.regulations import KNOCK_OUTS, ROUND_ROBINS, Kind
from darkseas.club.tournaments.tournament_errors import TournamentRefused, locked, need, still_there

from .entries import has_left, next_round, open_round

State = Tournament.State


def may_be_asked(held: Tournament) -> bool:
    """Whether check-in can be opened: the tournament is running, and no round is open."""
    is_between = held.state == State.RUNNING and open_round(held) is None
    return is_between and held.kind != Kind.LADDER


def is_fixed(held: Tournament) -> bool:
    """Whether all rounds are paired in advance, so that nobody can sit out."""
    return held.kind in ROUND_ROBINS | KNOCK_OUTS


def ask(by: Player, tournament: Tournament, until: datetime) -> None:
    """Open check-in for the next round until a set time; earlier check-ins are cleared."""
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(tournament.pk)
        if not may_be_asked(held):
            raise TournamentRefused("Check-in is only possible between rounds of a running tournament.")
        if until <= timezone.now():
            raise TournamentRefused("This time is in the past. Choose a later one.", "until")
        held.entrants.update(is_checked_in=False)
        held.check_in_until = until
        held.save(update_fields=["check_in_until"])
        audit.note(held.club, by, "tournament.check-in", held, after={"until": until.isoformat()})


def say_there(by: Player, entrant: Entrant) -> None:
    """Check in a player: players themselves before the closing time, directors anybody."""
    is_own = entrant.players.filter(pk=by.pk).exists() and access.may(by, Deed.ENTER)
    if not is_own:
        need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(entrant.tournament_id)
        row = still_there(Entrant.objects.filter(pk=entrant.pk))
        if held.check_in_until is None or not may_be_asked(held):
            raise TournamentRefused("Check-in is not open.")
        if held.check_in_until <= timezone.now() and not access.may(by, Deed.DIRECT):
            raise TournamentRefused("Check-in is closed. Ask the director to check you in.")
        number = next_round(held)
        row.absences = [stretch for stretch in row.absences if stretch != [number, number]]
        row.is_checked_in = True
        row.save(update_fields=["is_checked_in", "absences"])
        audit.note(held.club, by, "entrant.there", row, after={"round": number})


def say_all_there(by: Player, entrants: Iterable[Entrant]) -> None:
    """Check in several players: all of them or, if one cannot be checked in, none."""
    with transaction.atomic():
        for one in entrants:
            say_there(by, one)


def absent(held: Tournament, entrants: Iterable[Entrant]) -> list[Entrant]:
    """Return the players who have not checked in; none if check-in is not open."""
    if held.check_in_until is None:
        return []
    number = next_round(held)
    return [
        one for one in entrants if not one.is_checked_in and not has_left(one) and number not in one.half_byes
    ]


def leave_out_absent(by: Player, held: Tournament) -> None:
    """Leave out of the next round all entrants without a check-in.

    The caller locks the tournament. Raises TournamentRefused if fewer than two are left.
    """
    number = next_round(held)
    entrants = list(held.entrants.all())
    gone = absent(held, entrants)
    if is_fixed(held):
        raise TournamentRefused("All rounds are paired in advance, so nobody can sit out.")
    if sum(one.is_checked_in and not has_left(one) for one in entrants) < 2:
        raise TournamentRefused("Fewer than two have checked in. Wait for more, or pair everybody.")
    for one in gone:
        if [number, number] not in one.absences:
            before, one.absences = one.absences, [*one.absences, [number, number]]
            one.save(update_fields=["absences"])
            audit.note(held.club, by, "entrant.away", one, before=before, after=one.absences)


def end(held: Tournament) -> None:
    """End check-in when the round starts; the caller locks the tournament.

    It does not end with the pairing: a director who discards the pairings need not repeat it.
    """
    if held.check_in_until is not None:
        held.entrants.update(is_checked_in=False)
        held.check_in_until = None
        held.save(update_fields=["check_in_until"])
