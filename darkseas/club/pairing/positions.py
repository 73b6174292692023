"""Each entrant's position before a round: points, past opponents and sides."""

from collections.abc import Iterable
from dataclasses import dataclass

from .random_lots import lot
from .round_records import Entrant, PastPairing, PastRound, Rules, Side, Situation

_LOTS = 1 << 30


@dataclass(slots=True)
class Position:
    """An entrant with a summary of their past rounds.

    `firsts` is how often they had the first side minus how often they had the second. `weaks` is the same for
    the weaker and the stronger side, over the rounds in which one side was known to be weaker. `last_float`
    is -1 if their last opponent had more points, 1 if fewer, else 0. Points without a battle (a bye, the
    other's forfeit) count as 1 (FIDE C.04.3, 1.4.3). `rank` counts from 0.
    """

    entrant: Entrant
    points: int = 0
    met: tuple[str, ...] = ()
    has_had_bye: bool = False
    firsts: int = 0
    weaks: int = 0
    last_side: Side | None = None
    last_float: int = 0
    lot: int = 0
    rank: int = 0

    @property
    def key(self) -> str:
        return self.entrant.key

    def balance(self, rules: Rules) -> int:
        """Return the side balance for the next round; above 0, the entrant is due the second side.

        It counts the weaker side if one is known, else the first side; in a mirrored round it is 0.
        """
        if rules.asks_no_sides:
            return 0
        if rules.weaker is None:
            return self.firsts
        return self.weaks if rules.weaker == "first" else -self.weaks


def positions(situation: Situation) -> dict[str, Position]:
    """Return every entrant's position by key, absent entrants included, best ranked first.

    The ranking is by points, then strength (entrants without one come last), then lots.
    """
    by_key = {one.key: Position(one) for one in situation.entrants}
    for past in situation.past:
        _take_in(by_key, past)
    for key, position in by_key.items():
        position.lot = lot(situation.seed, f"rank/{key}", _LOTS)
    ranked = sorted(by_key.values(), key=_rank)
    for rank, position in enumerate(ranked):
        position.rank = rank
    return {position.key: position for position in ranked}


def _rank(position: Position) -> tuple[int, bool, int, int, str]:
    strength = position.entrant.strength
    return (-position.points, strength is None, -(strength or 0), position.lot, position.key)


def _take_in(by_key: dict[str, Position], past: PastRound) -> None:
    before = {key: position.points for key, position in by_key.items()}
    for position in by_key.values():
        position.last_float = 0
    for pairing in past.pairings:
        first, second = by_key[pairing.first], by_key[pairing.second]
        first.points += pairing.first_points
        second.points += pairing.second_points
        if pairing.forfeited_by:
            _take_in_forfeit((first, second), pairing)
            continue
        first.met += (second.key,)
        second.met += (first.key,)
        first.last_float = _sign(before[first.key] - before[second.key])
        second.last_float = -first.last_float
        if not (past.is_mirrored or past.sides_are_bid):
            _take_in_sides(first, second, past.weaker)
    for bye in past.byes:
        by_key[bye.key].points += bye.points
        by_key[bye.key].has_had_bye |= not bye.was_asked_for
        by_key[bye.key].last_float = int(bye.points > 0)


def _take_in_forfeit(pair: Iterable[Position], pairing: PastPairing) -> None:
    for position in pair:
        has_won = position.key not in pairing.forfeited_by
        position.has_had_bye |= has_won
        position.last_float = int(has_won)


def _take_in_sides(first: Position, second: Position, weaker: Side | None) -> None:
    first.firsts += 1
    second.firsts -= 1
    first.last_side, second.last_side = "first", "second"
    if weaker is not None:
        step = 1 if weaker == "first" else -1
        first.weaks += step
        second.weaks -= step


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
