"""How many seeds an analysis uses, from the cost of its first one.

The cost is counted in orders that captains give, not in seconds, so every machine uses the same seeds.
"""

from ...serialization.records import record
from .nodes import SeedValues

#: Orders of captains that an analysis may cost; about 45 seconds of a core for Dark Seas.
ORDERS = 40_000
#: At least so many seeds at every node, and at most so many.
FEWEST, MOST = 6, 64
#: At most so many seeds at the starts of turns.
MOST_AT_TURNS = 400


@record
class Seeds:
    """Numbers of seeds: at every node, and further ones at the starts of turns only."""

    at_all: int
    at_turns: int


def seeds_for(first: SeedValues, first_at_turns: int, orders: int = ORDERS) -> Seeds:
    """Share a budget: half for all nodes, half for the starts of turns, which the curve shows.

    `first` has the values of all nodes with seed 0; `first_at_turns` is the cost of the starts of turns.
    """
    at_all = _within(FEWEST, orders // 2 // max(first.orders, 1), MOST)
    left = max(0, orders - at_all * first.orders)
    return Seeds(at_all, _within(0, left // max(first_at_turns, 1), MOST_AT_TURNS))


def _within(least: int, value: int, most: int) -> int:
    return min(max(least, value), most)
