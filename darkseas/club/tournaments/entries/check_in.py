"""Who is there for the next round: asked until a time, answered by people themselves, told by a director."""

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
    """Whether people can be asked who is there: while it runs, and no round is open."""
    is_between = held.state == State.RUNNING and open_round(held) is None
    return is_between and held.kind != Kind.LADDER


def is_fixed(held: Tournament) -> bool:
    """Whether rounds are laid out beforehand, so that nobody can be left out of one."""
    return held.kind in ROUND_ROBINS | KNOCK_OUTS


def ask(by: Player, tournament: Tournament, until: datetime) -> None:
    """Ask everybody to say until a time that they are there for the next round; what was said before goes."""
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(tournament.pk)
        if not may_be_asked(held):
            raise TournamentRefused("People are asked between two rounds, while it runs.")
        if until <= timezone.now():
            raise TournamentRefused("This time is behind us: name one to come.", "until")
        held.entrants.update(is_checked_in=False)
        held.check_in_until = until
        held.save(update_fields=["check_in_until"])
        audit.note(held.club, by, "tournament.check-in", held, after={"until": until.isoformat()})


def say_there(by: Player, entrant: Entrant) -> None:
    """Say that somebody is there: oneself until the time is up, anybody as a director."""
    is_own = entrant.players.filter(pk=by.pk).exists() and access.may(by, Deed.ENTER)
    if not is_own:
        need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(entrant.tournament_id)
        row = still_there(Entrant.objects.filter(pk=entrant.pk))
        if held.check_in_until is None or not may_be_asked(held):
            raise TournamentRefused("Nobody is asked now who is there.")
        if held.check_in_until <= timezone.now() and not access.may(by, Deed.DIRECT):
            raise TournamentRefused("The time for it is up: tell the director that you are there.")
        number = next_round(held)
        row.absences = [stretch for stretch in row.absences if stretch != [number, number]]
        row.is_checked_in = True
        row.save(update_fields=["is_checked_in", "absences"])
        audit.note(held.club, by, "entrant.there", row, after={"round": number})


def say_all_there(by: Player, entrants: Iterable[Entrant]) -> None:
    """Say of several that they are there: of all, or where it cannot be said of one, of none."""
    with transaction.atomic():
        for one in entrants:
            say_there(by, one)


def absent(held: Tournament, entrants: Iterable[Entrant]) -> list[Entrant]:
    """Return who has not said that they are there; nobody where nobody was asked."""
    if held.check_in_until is None:
        return []
    return [one for one in entrants if not one.is_checked_in and not has_left(one)]


def leave_out_absent(by: Player, held: Tournament) -> None:
    """Leave everybody out of the next round who has not said that they are there.

    The tournament is locked by the caller. Raises TournamentRefused where fewer than two would be left.
    """
    number = next_round(held)
    entrants = list(held.entrants.all())
    gone = absent(held, entrants)
    if is_fixed(held):
        raise TournamentRefused("Its rounds are laid out: nobody can be left out of one.")
    if sum(one.is_checked_in and not has_left(one) for one in entrants) < 2:
        raise TournamentRefused("Fewer than two are there: wait for more, or draw with everybody.")
    for one in gone:
        if [number, number] not in one.absences:
            before, one.absences = one.absences, [*one.absences, [number, number]]
            one.save(update_fields=["absences"])
            audit.note(held.club, by, "entrant.away", one, before=before, after=one.absences)


def end(held: Tournament) -> None:
    """Ask no more, for the round has begun; the tournament is locked by the caller.

    Not when it is drawn: who takes it back again has not to ask everybody once more.
    """
    if held.check_in_until is not None:
        held.entrants.update(is_checked_in=False)
        held.check_in_until = None
        held.save(update_fields=["check_in_until"])
