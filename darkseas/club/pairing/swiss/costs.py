"""The cost of a round's pairing: a row of integers, compared from left to right.

These are counted for every pairing and bye, and summed over the round:

1. constraints broken, one number for each, the last to be relaxed first (`Rules.give_up`); all 0 unless
   the constraints cannot all be kept
2. byes: how many eligible entrants have fewer points than the one with the bye
3. distance: the square of the difference in points, in half points
4. floats: entrants who meet an opponent with more (or fewer) points and also did so in the last round
5. sides: the sum of both entrants' side imbalances after the pairing
6. places: the squared distance of both from the places that the rule gives them. With equal points the first
   of the upper half meets the first of the lower half (or neighbours meet, or lots decide). With different
   points the last of the upper group meets the first of the lower group. For a bye: how many eligible
   entrants rank below
7. lots: a number from 0 to 999, drawn from the seed for each pair
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..barred_pairs import Bars, bars_between, bars_of_bye, broken
from ..positions import Position
from ..random_lots import lot
from ..reasons import Bar
from ..round_records import Situation
from ..sides import unevenness
from .least_cost import Edge

_LOTS = 1000
Row = tuple[int, ...]


class Candidates(NamedTuple):
    """The entrants still to be paired, best ranked first, and all edges between them.

    Vertices from `len(free)` on are byes. `rows` holds the cost of each edge, `bars` the constraints that it
    would break. Edges between forbidden pairs are only in `bars`.
    """

    free: tuple[Position, ...]
    byes: int
    rows: Mapping[Edge, Row]
    bars: Mapping[Edge, tuple[Bar, ...]]

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.free) + self.byes

    def unbarred(self) -> dict[Edge, Row]:
        """The edges that break no constraint."""
        return {edge: row for edge, row in self.rows.items() if not self.bars[edge]}


def candidates(situation: Situation, free: Sequence[Position], byes: int) -> Candidates:
    """Compute the costs of every pair that is not forbidden, and of every bye."""
    rows: dict[Edge, Row] = {}
    all_bars: dict[Edge, tuple[Bar, ...]] = {}
    bars = Bars.of(situation.rules, situation.round_number)
    places = _places(free)
    for one, upper in enumerate(free):
        for other in range(one + 1, len(free)):
            lower = free[other]
            found = bars_between(upper, lower, bars, situation.rules)
            all_bars[one, other] = found
            lost = broken(found, situation.rules.give_up)
            if lost is not None:
                rows[one, other] = (*lost, *_of_pair(situation, upper, lower, places))
    for place, position in enumerate(free):
        for bye in range(len(free), len(free) + byes):
            all_bars[place, bye] = bars_of_bye(position)
            lost = broken(all_bars[place, bye], situation.rules.give_up) or ()
            rows[place, bye] = (*lost, *_of_bye(situation, free, place))
    return Candidates(tuple(free), byes, rows, all_bars)


class _Place(NamedTuple):
    """An entrant's place in their score group, and the size of that group."""

    place: int
    size: int


def _places(free: Sequence[Position]) -> dict[str, _Place]:
    groups: dict[int, list[Position]] = {}
    for position in free:
        groups.setdefault(position.points, []).append(position)
    return {
        position.key: _Place(place, len(group))
        for group in groups.values()
        for place, position in enumerate(group)
    }


def _of_pair(situation: Situation, upper: Position, lower: Position, places: dict[str, _Place]) -> Row:
    rules = situation.rules
    distance = (upper.points - lower.points) ** 2
    floats = 0
    if distance:
        floats = (upper.last_float == 1) + (lower.last_float == -1)
    uneven = unevenness(upper.balance(rules), lower.balance(rules))
    high, low = sorted((upper.key, lower.key))
    purpose = f"pair/{situation.round_number}/{high}/{low}"
    off = _off_place(situation, upper, lower, places)
    return (0, distance, floats, uneven, off, lot(situation.seed, purpose, _LOTS))


def _off_place(situation: Situation, upper: Position, lower: Position, places: dict[str, _Place]) -> int:
    if situation.rules.within == "lots":
        return 0
    high, low = places[upper.key], places[lower.key]
    if upper.points != lower.points:
        return (high.size - 1 - high.place + low.place) ** 2
    wanted = high.size // 2 if situation.rules.within == "halves" else 1
    return (abs(high.place - low.place) - wanted) ** 2


def _of_bye(situation: Situation, free: Sequence[Position], place: int) -> Row:
    position = free[place]
    below = [other for other in free[place + 1 :] if not other.has_had_bye]
    poorer = sum(other.points < position.points for other in below)
    floats = int(position.last_float == 1)
    purpose = f"bye/{situation.round_number}/{position.key}"
    uneven = abs(position.balance(situation.rules))
    return (poorer, 0, floats, uneven, len(below) ** 2, lot(situation.seed, purpose, _LOTS))


def weighed(rows: Mapping[Edge, Row], edges_in_a_round: int, first_bye: int) -> dict[Edge, int]:
    """Return each row as one integer, so that sums over a round compare as the rows do.

    A constant makes every bye dearer than every pairing. The number of byes is fixed, so this changes no
    decision, but the search takes a tenth of the time.
    """
    if not rows:
        return {}
    most = [max(column) for column in zip(*rows.values(), strict=True)]
    numbers = {edge: _folded(row, most, edges_in_a_round) for edge, row in rows.items()}
    dearest = max(numbers.values())
    return {edge: number + dearest * (edge[1] >= first_bye) for edge, number in numbers.items()}


def _folded(row: Row, most: Sequence[int], edges: int) -> int:
    number = 0
    for value, highest in zip(row, most, strict=True):
        number = number * (highest * edges + 1) + value
    return number
