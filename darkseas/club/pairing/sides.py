"""Assigns the sides of a pairing.

The rule: after a round, no entrant has had one side at least two times more than the other. If one side is
known to be weaker, we count the weaker side; otherwise we count the first side. If possible, both entrants'
balances move closer to even.
"""

from functools import cache
from typing import NamedTuple

from .positions import Position
from .random_lots import lot
from .reasons import Reason
from .round_records import Rules

#: How much the counts of an entrant's two sides may differ.
MOST_APART = 1


class SidedPair(NamedTuple):
    """A pair with its sides, and the reasons."""

    first: Position
    second: Position
    reasons: tuple[Reason, ...]


def excess(balance_of_first: int, balance_of_second: int) -> int:
    """Return by how much both balances together would exceed MOST_APART with these sides."""
    return max(0, abs(balance_of_first + 1) - MOST_APART) + max(0, abs(balance_of_second - 1) - MOST_APART)


@cache
def least_excess(one: int, other: int) -> int:
    """Return the excess with the better choice of sides; 0 if the rule can be kept."""
    return min(excess(one, other), excess(other, one))


def unevenness(one: int, other: int) -> int:
    """Return the sum of both balances' distances from even, with the better choice of sides."""
    return min(abs(one + 1) + abs(other - 1), abs(other + 1) + abs(one - 1))


def give_sides(one: Position, other: Position, rules: Rules, seed: bytes, round_number: int) -> SidedPair:
    """Assign sides as evenly as possible, then opposite to the last round, then by lots.

    If an entrant must have one side two times more than the other, it is the stronger side, if one is known.
    """
    if rules.is_mirrored:
        return SidedPair(one, other, (Reason("both_sides", (one.key, other.key)),))
    low, high = sorted((one, other), key=lambda position: position.key)
    purpose = f"sides/{round_number}/{low.key}/{high.key}"
    lots = {low.key: lot(seed, purpose, 2), high.key: 0}
    lots[high.key] = 1 - lots[low.key]
    if rules.sides_are_bid:
        first, second = (low, high) if lots[low.key] == 0 else (high, low)
        return SidedPair(first, second, (Reason("sides_are_bid", (first.key, second.key)),))
    first, second = min(
        ((one, other), (other, one)),
        key=lambda pair: (
            *_cost(pair[0], pair[1], rules),
            _turn(pair[0], pair[1], rules),
            lots[pair[0].key],
        ),
    )
    return SidedPair(first, second, _reasons(first, second, rules))


def _cost(first: Position, second: Position, rules: Rules) -> tuple[int, int, int]:
    a, b = first.balance(rules), second.balance(rules)
    by_weaker = {"first": a + 1, "second": 1 - b}.get(rules.weaker or "", 0)
    return excess(a, b), max(0, by_weaker - MOST_APART), abs(a + 1) + abs(b - 1)


def _turn(first: Position, second: Position, rules: Rules) -> int:
    """Return which entrant should switch sides, judging by their last rounds; 0 if those sides are not
    comparable.
    """
    if rules.weaker is not None:
        return 0
    return (first.last_side == "first") + (second.last_side == "second")


def _reasons(first: Position, second: Position, rules: Rules) -> tuple[Reason, ...]:
    a, b = first.balance(rules), second.balance(rules)
    keys = (first.key, second.key)
    uneven = tuple(
        Reason("sides_uneven", (position.key,), (abs(after),))
        for position, after in ((first, a + 1), (second, b - 1))
        if abs(after) > MOST_APART
    )
    if a < b:
        return (Reason("sides_evened", keys), *uneven)
    if _turn(first, second, rules) < _turn(second, first, rules) and not uneven:
        return (Reason("sides_last", keys),)
    return uneven or (Reason("sides_by_lot", keys),)
