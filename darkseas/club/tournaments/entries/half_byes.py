"""Half-point byes on request: a draw's points for a Swiss round that an entrant will miss.

They are asked for before the round is paired. Drawing the round writes them as a pairing without an opponent.
"""

from django.db import transaction

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.models import Entrant, Player, Tournament
from darkseas.club.tournaments.regulations import Kind, Terms, terms_of
from darkseas.club.tournaments.tournament_errors import TournamentRefused, locked, need, still_there

from .entries import has_left, next_round

State = Tournament.State


def ask(by: Player, entrant: Entrant, number: int) -> None:
    """Ask for a half-point bye in a round that is not paired: players as often as the regulations allow,
    directors for anybody.

    Raises TournamentRefused.
    """
    with transaction.atomic():
        held, row = _locked_for(by, entrant, number)
        if number in row.half_byes:
            raise TournamentRefused(f"{row} already has a half-point bye in round {number}.")
        if has_left(row):
            raise TournamentRefused(f"{row} has withdrawn.")
        most = terms_of(held).half_byes
        if len(row.half_byes) >= most and not access.may(by, Deed.DIRECT):
            raise TournamentRefused(_too_many(most))
        _keep(by, held, row, sorted([*row.half_byes, number]), "entrant.half-bye")


def take_back(by: Player, entrant: Entrant, number: int) -> None:
    """Withdraw a request before the round is paired: the entrant is paired in it again."""
    with transaction.atomic():
        held, row = _locked_for(by, entrant, number)
        if number not in row.half_byes:
            raise TournamentRefused(f"{row} has no half-point bye in round {number}.")
        kept = [one for one in row.half_byes if one != number]
        _keep(by, held, row, kept, "entrant.half-bye-taken-back")


def can_be_asked_in(terms: Terms, kind: str, paired: int) -> range:
    """Return the rounds in which half-point byes are possible; ``paired`` rounds are paired."""
    return range(paired + 1, terms.rounds + 1) if kind == Kind.SWISS else range(0)


def _too_many(most: int) -> str:
    if not most:
        return "The regulations allow no half-point byes. Ask the director."
    return f"The regulations allow {most} half-point bye{'s' if most > 1 else ''} per entrant."


def _locked_for(by: Player, entrant: Entrant, number: int) -> tuple[Tournament, Entrant]:
    is_own = entrant.players.filter(pk=by.pk).exists() and access.may(by, Deed.ENTER)
    if not is_own:
        need(by, Deed.DIRECT)
    held = locked(entrant.tournament_id)
    row = still_there(Entrant.objects.filter(pk=entrant.pk))
    if held.state not in (State.PLANNED, State.OPEN, State.RUNNING):
        raise TournamentRefused(f"It is too late: the tournament is {held.get_state_display()}.")
    paired = next_round(held) - 1
    if number not in can_be_asked_in(terms_of(held), held.kind, paired):
        raise TournamentRefused("Choose a round of a Swiss tournament that is not paired yet.", "round")
    return held, row


def _keep(by: Player, held: Tournament, row: Entrant, numbers: list[int], deed: str) -> None:
    before, row.half_byes = row.half_byes, numbers
    row.save(update_fields=["half_byes"])
    audit.note(held.club, by, deed, row, before=before, after=numbers)
