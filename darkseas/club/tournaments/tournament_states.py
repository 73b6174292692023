"""States of a tournament: planned, open, running, closing, closed. Going back needs a reason."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.access import Deed
from darkseas.club.models import Pairing, Player, Result, Round, Tournament

from .tournament_errors import TournamentRefused, locked, need, need_reason
from .tournament_so_far import read

State, Kind = Tournament.State, Tournament.Kind

#: Possible next states, forward ones first; going back needs a reason.
MOVES: Mapping[str, tuple[str, ...]] = {
    State.PLANNED: (State.OPEN, State.RUNNING),
    State.OPEN: (State.RUNNING, State.PLANNED),
    State.RUNNING: (State.CLOSING,),
    State.CLOSING: (State.CLOSED, State.RUNNING),
    State.CLOSED: (State.CLOSING,),
}
_ORDER = list(State)


def moves_from(tournament: Tournament) -> tuple[str, ...]:
    """Return the states that a tournament can go to. Once closed, it never runs again.

    Closing publishes its seed, so all later lots and scenarios could be predicted.
    """
    ways = MOVES[tournament.state]
    if tournament.state == State.CLOSING and _was_closed(tournament):
        return tuple(to for to in ways if to != State.RUNNING)
    return ways


def _was_closed(tournament: Tournament) -> bool:
    return audit.lines_about(tournament).filter(deed=f"tournament.{State.CLOSED}").exists()


def is_back(before: str, after: str) -> bool:
    return _ORDER.index(State(after)) < _ORDER.index(State(before))


def move(by: Player, tournament: Tournament, to: str, reason: str = "") -> Tournament:
    """Change the state of a tournament. Raises TournamentRefused if that is not possible."""
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(tournament.pk)
        if to not in moves_from(held):
            raise TournamentRefused(_why_not(held, to))
        if is_back(held.state, to):
            need_reason(reason)
        else:
            _check(held, to)
        before, held.state = held.state, to
        if to == State.RUNNING and held.began_at is None:
            held.began_at = timezone.now()
        held.closed_at = timezone.now() if to == State.CLOSED else None
        held.save(update_fields=["state", "began_at", "closed_at"])
        audit.note(
            held.club,
            by,
            f"tournament.{to}",
            held,
            reason=reason,
            before={"state": before},
            after={"state": to},
        )
    return held


def _why_not(tournament: Tournament, to: str) -> str:
    if to in MOVES[tournament.state]:
        return (
            "The tournament was closed, which published its seed, so later draws could be predicted. Correct"
            " results as they are, or create another tournament for the remaining battles."
        )
    return f"The tournament is {tournament.get_state_display()}. Reload the page."


def _check(tournament: Tournament, to: str) -> None:
    if to == State.RUNNING and tournament.entrants.count() < 2:
        raise TournamentRefused("The tournament needs at least two entrants to start.")
    if to == State.RUNNING and tournament.kind == Kind.LEAGUE:
        _check_divisions(tournament)
    if to == State.CLOSED and tournament.kind == Kind.LADDER:
        undecided = Pairing.objects.filter(round__tournament=tournament, end="")
        if undecided.exclude(result__is_ratified=True).exists():
            raise TournamentRefused("A challenge is still open. Wait for its result, or withdraw it.")
    elif (
        to == State.CLOSING
        and tournament.kind != Kind.LADDER
        and tournament.rounds.exclude(state=Round.State.CLOSED).exists()
    ):
        raise TournamentRefused("A round is still open. Close it, or discard its pairings.")
    waiting = Pairing.objects.filter(
        round__tournament=tournament, result__isnull=False, result__is_ratified=False
    )
    # A voided result does not matter at a table that was decided otherwise.
    waiting = waiting.exclude(result__state=Result.State.VOID, end__gt="")
    if to == State.CLOSED and waiting.exists():
        raise TournamentRefused("A result is not confirmed yet. Decide it first.")


def _check_divisions(tournament: Tournament) -> None:
    fought = read(tournament)
    for place, division in enumerate(fought.divisions):
        is_between = 0 < place < len(fought.divisions) - 1
        least = max(2, fought.terms.moves * (2 if is_between else 1))
        if len(division.keys) < least:
            raise TournamentRefused(
                f"{division.name} needs {least} entrants to start, and has {len(division.keys)}."
                " Move entrants into it, or reduce the number of promotions."
            )
