"""The hexes that a line of fire crosses, in integer arithmetic (ES-21, ES-A10)."""

from collections.abc import Iterator
from functools import lru_cache

from darkseas.engine.hexes.board import Hex, distance, half_columns

_ROW = 3


@lru_cache(maxsize=65_536)
def passed_hexes(start: Hex, end: Hex) -> tuple[Hex, ...]:
    """Return the hexes between two others that their line properly crosses.

    The line is divided into steps; each point counts for the hex with the nearest centre. A point equally
    near to two centres lies on the edge between them and counts for neither.
    """
    above = start.row - (start.row & 1)
    off = _nearest(start.row & 1, Hex(end.col - start.col, end.row - above))
    return tuple([Hex(at.col + start.col, at.row + above) for at in off])


@lru_cache(maxsize=16_384)
def _nearest(row: int, end: Hex) -> tuple[Hex, ...]:
    """Return the nearest hex at each step of a line from the first column, omitting steps with a tie."""
    start, passed = Hex(0, row), []
    steps = distance(start, end)
    across, down = half_columns(end) - half_columns(start), end.row - start.row
    for step in range(1, steps):
        (least, at), (next_to_least, _) = sorted(_around(row, across * step, down * step, steps))[:2]
        if least < next_to_least:
            passed.append(at)
    return tuple(passed)


def _around(start: int, across: int, down: int, steps: int) -> Iterator[tuple[int, Hex]]:
    """Yield the hexes around a point of the line: in the rows above and below it, west and east.

    Each hex comes after the square of its distance from the point, in fractions of a step.
    """
    above = start + down // steps
    for row in (above, above + 1):
        shift = (row & 1) - (start & 1)
        west = (across // steps - shift) // 2
        away = steps * (row - start) - down
        for col in (west, west + 1):
            beside = steps * (2 * col + shift) - across
            yield beside * beside + _ROW * away * away, Hex(col, row)
