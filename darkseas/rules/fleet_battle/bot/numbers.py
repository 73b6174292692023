"""The numbers of ships that the captain considers: every number in a usual battle, a selection in the largest
ones.
"""

from collections.abc import Sequence
from itertools import product

#: The largest number of pairs of own and enemy ships examined for one order.
MOST_PAIRS = 150_000


def numbers_tried(sizes: Sequence[int], pairs: int) -> tuple[tuple[int, ...], ...]:
    """Return all combinations of numbers from 0 to each size, or evenly spaced ones within the limit.

    Valuing one combination looks at `pairs` pairs of ships. None and all are always included.
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
