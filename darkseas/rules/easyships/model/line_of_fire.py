"""The hexes that a line of fire passes through, in whole numbers (ES-21, ES-A10)."""

from collections.abc import Iterator
from functools import lru_cache

from darkseas.engine.hexes.board import Hex, distance, half_columns
from darkseas.engine.hexes.lines import crosses

_ROW = 3


@lru_cache(maxsize=65_536)
def passed_hexes(start: Hex, end: Hex, reading: str) -> tuple[Hex, ...]:
    """The hexes between two that the line of their centres passes through.

    `middle`: those whose centre is nearest to one of the points that part the line into steps; a point that
    is as near to two of them lies on the edge between them, and counts for neither. `any`: all that it cuts.
    """
    if reading == "any":
        return crosses(start, end)
    above = start.row - (start.row & 1)
    off = _nearest(start.row & 1, Hex(end.col - start.col, end.row - above))
    return tuple([Hex(at.col + start.col, at.row + above) for at in off])


@lru_cache(maxsize=4096)
def _nearest(row: int, end: Hex) -> tuple[Hex, ...]:
    """The hex at each step of a line from the first column, where there is a single nearest one."""
    start, passed = Hex(0, row), []
    steps = distance(start, end)
    across, down = half_columns(end) - half_columns(start), end.row - start.row
    for step in range(1, steps):
        point = across * step, down * step
        off = {at: _off(start, at, point, steps) for at in _around(start, point, steps)}
        least = min(off.values())
        nearest = [at for at, length in off.items() if length == least]
        if len(nearest) == 1:
            passed.append(nearest[0])
    return tuple(passed)


def _around(start: Hex, point: tuple[int, int], steps: int) -> Iterator[Hex]:
    """The hexes around a point of the line, in the rows above and below it and two to either side."""
    first = start.row + point[1] // steps
    for row in (first, first + 1):
        middle = (half_columns(start) + point[0] // steps - (row & 1)) // 2
        for col in range(middle - 1, middle + 3):
            yield Hex(col, row)


def _off(start: Hex, at: Hex, point: tuple[int, int], steps: int) -> int:
    """The square of the way from a point of the line to a hex, in parts of a step."""
    across = steps * (half_columns(at) - half_columns(start)) - point[0]
    down = steps * (at.row - start.row) - point[1]
    return across * across + _ROW * down * down
