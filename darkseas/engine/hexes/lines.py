"""Lines between hex centres in whole numbers: the hexes they cross and the hexsides they follow (DS-R12).

Scaling the plane does not change on which side of a line a point lies. So hexes are placed on a lattice where
everything is whole: a column is 2 wide, a row 3 deep, and the corners of the hex around (x, y) are (x, y +-
2) and (x +- 1, y +- 1).
"""

from functools import lru_cache
from typing import NamedTuple

from .board import Barrier, Hex, half_columns

_ROW_DEPTH = 3

# A hex by half columns east and rows south of the line's start.
_Offset = tuple[int, int]


class Line(NamedTuple):
    """A line between two hex centres, without the two end hexes.

    `crossed`: hexes whose interior it crosses, outward from the start. `sides`: for each hexside it follows,
    the hexes on both sides, the western first; none of them is in `crossed`. Either may contain hexes outside
    the board.
    """

    crossed: tuple[Hex, ...]
    sides: tuple[tuple[Hex, Hex], ...]


def line(a: Hex, b: Hex) -> Line:
    """Return the line from a to b. Touching a corner is neither crossing nor following."""
    return _line(a, b)


def crosses(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Return the hexes between the two whose interior the line crosses.

    Friendly ships there are at risk (DS-R21), and smoke there blocks at night (DS-R28).
    """
    return _line(a, b).crossed


def is_clear(a: Hex, b: Hex, blocks: Barrier) -> bool:
    """Whether no crossed hex blocks the line, and no hexside has blocking hexes on both sides.

    The end hexes never block, so range 0 and 1 are always clear (DS-R12).
    """
    crossed, sides = _line(a, b)
    does_block = blocks if callable(blocks) else blocks.__contains__
    for at in crossed:
        if does_block(at):
            return False
    return not sides or not any(does_block(western) and does_block(eastern) for western, eastern in sides)


@lru_cache(maxsize=16384)
def _line(a: Hex, b: Hex) -> Line:
    a_half = half_columns(a)
    crossed, sides = _offsets(half_columns(b) - a_half, b.row - a.row)

    def place(offset: _Offset) -> Hex:
        row = a.row + offset[1]
        return Hex((a_half + offset[0]) // 2, row)

    return Line(
        tuple(place(offset) for offset in crossed),
        tuple((place(western), place(eastern)) for western, eastern in sides),
    )


@lru_cache(maxsize=4096)
def _offsets(across: int, down: int) -> tuple[tuple[_Offset, ...], tuple[tuple[_Offset, _Offset], ...]]:
    """Return crossed hexes and hexside pairs of the line from (0, 0), by half columns and rows.

    A hex is crossed if its corners lie strictly on both sides of the line, that is, if its centre is nearer
    to the line than the hex reaches. They are ordered by the projection of their centres on the line.
    """
    depth = _ROW_DEPTH * down
    reach = max(2 * abs(across), abs(across) + abs(depth))
    end = _foot(across, depth, across, depth)
    inside: list[tuple[int, _Offset]] = []
    beside: list[tuple[int, _Offset]] = []
    for x, row in _candidates(across, down, reach):
        y = _ROW_DEPTH * row
        foot = _foot(across, depth, x, y)
        off = abs(across * y - depth * x)
        if 0 < foot < end and off <= reach:
            (inside if off < reach else beside).append((foot, (x, row)))
    crossed = tuple(offset for _, offset in sorted(inside))
    if across != 0 and abs(across) != abs(depth):
        return crossed, ()  # not parallel to a hexside, so it only touches corners
    flanks = [offset for _, offset in sorted(beside)]
    return crossed, tuple(zip(flanks[::2], flanks[1::2], strict=True))


def _foot(across: int, depth: int, x: int, y: int) -> int:
    """Return how far along the line (across, depth) the point (x, y) projects, in the line's own unit."""
    return 3 * across * x + depth * y  # squared length is proportional to 3 x x + y y


def _candidates(across: int, down: int, reach: int) -> list[_Offset]:
    """Return the hexes, row by row, that the infinite line could touch, and a few more."""
    if down == 0:
        return [(x, 0) for x in range(min(0, across), max(0, across) + 1, 2)]
    wide = reach // (_ROW_DEPTH * abs(down)) + 1
    crossed = []
    for row in range(0, down + (1 if down > 0 else -1), 1 if down > 0 else -1):
        middle = across * row // down
        first = middle - wide
        first += (first + row) % 2  # centres of odd rows are on odd half columns
        crossed += [(x, row) for x in range(first, middle + wide + 1, 2)]
    return crossed
