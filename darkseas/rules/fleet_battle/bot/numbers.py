"""How many of so many the captain thinks of: every number in a usual battle, some in the largest."""

from collections.abc import Sequence
from itertools import product

#: Pairs of an own ship and an enemy that are looked at for one order.
MOST_PAIRS = 150_000


def numbers_tried(sizes: Sequence[int], pairs: int) -> tuple[tuple[int, ...], ...]:
    """Every choice of a number from 0 to each size, or as many at even steps as may be weighed.

    Weighing one choice looks at so many pairs of ships; none and all are always among the numbers.
    """
    most = max(1, MOST_PAIRS // max(1, pairs))
    step = 1
    while _count(sizes, step) > most and step < max(sizes, default=1):
        step += 1
    return tuple(product(*(_numbers(size, step) for size in sizes)))


def _numbers(size: int, step: int) -> list[int]:
    return sorted({*range(0, size + 1, step), size})


def _count(sizes: Sequence[int], step: int) -> int:
    count = 1
    for size in sizes:
        count *= len(_numbers(size, step))
    return count
