"""The current state of a tournament, read once: entrants, rounds, and pairings with their results."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from darkseas.club.models import Entrant, Pairing, Result, Round, ScenarioChoice, Tournament
from darkseas.club.pairing.league import Division
from darkseas.club.results.facts import DREW, LOST, WON, SideFacts
from darkseas.club.results.rows import sides_of

from .regulations import Terms, terms_of

End = Pairing.End
#: Results in these states do not count as results.
_SAYS_NOTHING = frozenset({Result.State.VOID})


@dataclass(frozen=True)
class Fought:
    """A tournament with all its rows; made by `read` in eight queries, whatever its size."""

    tournament: Tournament
    terms: Terms
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    pairings: tuple[Pairing, ...]
    sides: Mapping[int, tuple[SideFacts, ...]]
    choices: tuple[ScenarioChoice, ...] = ()

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Names of entrants by key."""
        return {key_of(entrant): entrant.name for entrant in self.entrants}

    @cached_property
    def divisions(self) -> tuple[Division, ...]:
        """Divisions of a league with their entrants, highest first; empty for other kinds."""
        found: dict[str, list[str]] = {name: [] for name in self.terms.divisions}
        for one in self.entrants if found else ():
            found[self.terms.division(one.group)].append(key_of(one))
        return tuple(Division(name, tuple(keys)) for name, keys in found.items())

    def of_round(self, number: int) -> tuple[Pairing, ...]:
        """Pairings of a round, by table."""
        return self._by_round.get(number, ())

    @cached_property
    def _by_round(self) -> Mapping[int, tuple[Pairing, ...]]:
        found: dict[int, list[Pairing]] = {}
        for one in self.pairings:
            found.setdefault(one.round.number, []).append(one)
        return {number: tuple(pairings) for number, pairings in found.items()}

    def name(self, key: str) -> str:
        return self.names.get(key, key)

    def scores(self, pairing: Pairing) -> tuple[int, int] | None:
        """Half points of both players (win 2, draw 1, loss 0); None while the pairing is open."""
        if pairing.end:
            return (pairing.first_score or 0, pairing.second_score or 0)
        result = standing_result(pairing)
        if result is None:
            return None
        return (self.side(pairing, 0).score, self.side(pairing, 1).score)

    def side(self, pairing: Pairing, place: int) -> SideFacts:
        """Facts of the first (0) or second (1) player in the result; only for pairings with a result."""
        sides = self.sides[pairing.result_id or 0]
        name = (pairing.first_side, pairing.second_side)[place]
        return next((side for side in sides if side.side == name), sides[place])

    def is_decided(self, pairing: Pairing) -> bool:
        """Whether a pairing has a result or decision that counts."""
        result = standing_result(pairing)
        return bool(pairing.end) or (result is not None and result.is_ratified)


def read(tournament: Tournament) -> Fought:
    rounds = tuple(tournament.rounds.select_related("scenario").defer("scenario__words"))
    entrants = tuple(tournament.entrants.prefetch_related("players__member"))
    pairings = tuple(
        Pairing.objects.filter(round__tournament=tournament)
        .select_related("result", "battle")
        .order_by("round__number", "table", "leg")
    )
    _join(pairings, {one.pk: one for one in rounds}, {one.pk: one for one in entrants})
    results = [pairing.result_id for pairing in pairings if pairing.result_id is not None]
    return Fought(
        tournament,
        terms_of(tournament),
        entrants,
        rounds,
        pairings,
        sides_of(results) if results else {},
        tuple(tournament.choices.prefetch_related("candidates__scenario")),
    )


def _join(pairings: tuple[Pairing, ...], rounds: dict[int, Round], entrants: dict[int, Entrant]) -> None:
    """Link pairings to their round and entrants without further queries."""
    for one in pairings:
        one.round, one.first = rounds[one.round_id], entrants[one.first_id]
        if one.second_id is not None:
            one.second = entrants[one.second_id]


def standing_result(pairing: Pairing) -> Result | None:
    """Return the result of a pairing; None if there is none, or it is void."""
    result = pairing.result
    return None if result is None or result.state in _SAYS_NOTHING else result


def key_of(entrant: Entrant) -> str:
    """Return the key of an entrant in pairings and standings."""
    return str(entrant.pk)


def winner_of(scores: tuple[int, int] | None) -> int | None:
    """Return the place of the winner, 0 or 1; None for a draw and for open pairings."""
    return {(WON, LOST): 0, (LOST, WON): 1, (DREW, DREW): None}.get(scores) if scores else None
