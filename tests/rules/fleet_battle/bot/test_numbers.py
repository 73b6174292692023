"""How many numbers the captain of Fleet Battle weighs: all in a battle of history, some in the largest."""

from itertools import product

import pytest

from darkseas.rules.fleet_battle.bot.numbers import MOST_PAIRS, numbers_tried


def test_battles_as_they_are_fought_have_every_number_weighed() -> None:
    assert set(numbers_tried((9, 5), 13 * 14)) == set(product(range(10), range(6)))
    assert numbers_tried((), 13 * 14) == ((),)


@pytest.mark.parametrize("sizes", [(100,), (50, 50), (25, 25, 25, 25), (1, 99)])
def test_largest_fleets_have_as_many_weighed_as_fit(sizes: tuple[int, ...]) -> None:
    """A hundred ships a side: pairs of ships are counted; all numbers would be thousands of millions."""
    pairs = 100 * 100
    tried = numbers_tried(sizes, pairs)
    assert (0,) * len(sizes) in tried
    assert sizes in tried
    assert len(tried) * pairs <= max(MOST_PAIRS, 2 ** len(sizes) * pairs)
