"""The remaining rounds: possible meetings, and the state after each round.

For speed, entrants are numbers and sets are bit masks: the look-ahead calls this thousands of times.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..barred_pairs import Bars
from ..positions import Position
from ..round_records import Constraint, Rules
from ..sides import excess, least_excess

#: The pairs, first side first, and the entrants with a bye.
Meetings = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]


class State(NamedTuple):
    """The relevant facts of past rounds: opponents, byes and side balances."""

    met: tuple[int, ...]
    had_bye: int
    balances: tuple[int, ...]

    @classmethod
    def of(cls, all_positions: Sequence[Position], rules: Rules) -> "State":
        """Return the state after the rounds fought so far."""
        numbers = {one.key: number for number, one in enumerate(all_positions)}
        return cls(
            tuple(sum(1 << numbers[key] for key in dict.fromkeys(one.met)) for one in all_positions),
            sum(one.has_had_bye << number for number, one in enumerate(all_positions)),
            tuple(one.balance(rules) for one in all_positions),
        )

    def after(self, meetings: Meetings, rules: Rules) -> "State":
        """Return the state after another round."""
        met, balances = list(self.met), list(self.balances)
        for first, second in meetings[0]:
            met[first] |= 1 << second
            met[second] |= 1 << first
            if not rules.asks_no_sides:
                balances[first] += 1
                balances[second] -= 1
        had_bye = self.had_bye
        for number in meetings[1]:
            had_bye |= 1 << number
        return State(tuple(met), had_bye, tuple(balances))


class RoundToCome:
    """A coming round: the entrants present, the forced pairings, and the meetings that the rules allow, apart
    from past battles.
    """

    def __init__(self, all_positions: Sequence[Position], rules: Rules, number: int) -> None:
        self.rules = rules
        numbers = {one.key: place for place, one in enumerate(all_positions)}
        there = [place for place, one in enumerate(all_positions) if one.entrant.is_there(number)]
        self.forced = _forced(rules, number, numbers, there)
        taken = {place for pair in self.forced[0] for place in pair} | {*self.forced[1]}
        self.free = [place for place in there if place not in taken]
        self._bars = Bars.of(rules, number)
        self._positions = all_positions
        self._masks: dict[frozenset[Constraint], dict[int, int]] = {}

    def with_forced(self, state: State) -> Meetings:
        """Return the forced part of the round, with the best sides unless they are fixed."""
        pairs = tuple(
            pair if is_fixed or _fits_first(state, *pair) else (pair[1], pair[0])
            for pair, is_fixed in zip(self.forced[0], self.forced[2], strict=True)
        )
        return pairs, self.forced[1]

    def graph(self, state: State, keep: frozenset[Constraint]) -> dict[int, int]:
        """Return each free entrant's possible opponents, as bit masks, under the constraints to keep."""
        masks = self._masks.get(keep)
        if masks is None:
            masks = self._masks[keep] = self._allowed(keep)
        by_balance: dict[int, int] = {}
        for place in self.free:
            balance = state.balances[place]
            by_balance[balance] = by_balance.get(balance, 0) | 1 << place
        fitting = {balance: _fitting(balance, by_balance) for balance in by_balance}
        graph = {}
        for place in self.free:
            others = masks[place]
            if "repeat" in keep:
                others &= ~state.met[place]
            if "sides" in keep:
                others &= fitting[state.balances[place]]
            graph[place] = others
        return graph

    def may_have_bye(self, state: State, keep: frozenset[Constraint], place: int) -> bool:
        return "bye" not in keep or not state.had_bye >> place & 1

    def _allowed(self, keep: frozenset[Constraint]) -> dict[int, int]:
        masks = dict.fromkeys(self.free, 0)
        for place, one in enumerate(self.free):
            for other in self.free[place + 1 :]:
                bars = self._bars.between(self._positions[one], self._positions[other])
                if not any(bar == "forbidden" or bar in keep for bar in bars):
                    masks[one] |= 1 << other
                    masks[other] |= 1 << one
        return masks


def _forced(
    rules: Rules, number: int, numbers: dict[str, int], there: list[int]
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[bool, ...]]:
    pairs: list[tuple[int, int]] = []
    byes: list[int] = []
    fixed: list[bool] = []
    free = set(there)
    for one in rules.forced:
        wanted = [numbers[key] for key in (one.first, one.second) if key is not None]
        if one.round_number != number or not free.issuperset(wanted):
            continue
        free.difference_update(wanted)
        if one.second is None:
            byes.append(wanted[0])
        else:
            pairs.append((wanted[0], wanted[1]))
            fixed.append(one.are_sides_fixed)
    return tuple(pairs), tuple(byes), tuple(fixed)


def _fits_first(state: State, one: int, other: int) -> bool:
    a, b = state.balances[one], state.balances[other]
    return (excess(a, b), abs(a + 1) + abs(b - 1)) <= (excess(b, a), abs(b + 1) + abs(a - 1))


def _fitting(balance: int, by_balance: dict[int, int]) -> int:
    return sum(who for other, who in by_balance.items() if least_excess(balance, other) == 0)


def members(mask: int) -> Iterator[int]:
    """Yield the members of a bit mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def possible_sides(state: State, one: int, other: int, rules: Rules) -> tuple[tuple[int, int], ...]:
    """Return the possible ways to assign sides: the more balanced one, or both if neither is better."""
    a, b = state.balances[one], state.balances[other]
    if rules.asks_no_sides or a < b:
        return ((one, other),)
    return ((other, one),) if b < a else ((one, other), (other, one))
