"""Hex geometry in whole numbers: places, facings, distances, and the board of a scenario.

Layout odd-r: pointy-top hexes in level rows, row 0 in the north, column 0 in the west; odd rows are shifted
east by half a hex. Lines of sight are in `lines.py`.
"""

import re
from collections import deque
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any, Self, cast


class Hex(tuple[int, int]):
    """A hex by column (eastward) and row (southward), both from 0.

    Not a NamedTuple, because JSON libraries would then read and write it as a list; stored hexes are printed
    labels.
    """

    __slots__ = ()

    def __new__(cls, col: int, row: int) -> Self:
        return tuple.__new__(cls, (col, row))

    col: int = cast(int, property(itemgetter(0)))
    row: int = cast(int, property(itemgetter(1)))

    def __getnewargs__(self) -> tuple[int, int]:
        return self[0], self[1]

    def __repr__(self) -> str:
        return f"Hex(col={self[0]}, row={self[1]})"


# Blocking hexes, as a set or a predicate.
Barrier = Callable[[Hex], bool] | AbstractSet[Hex]

NO_HEXES: frozenset[Hex] = frozenset()
FACINGS = ("E", "NE", "NW", "W", "SW", "SE")
EDGES = ("north", "south", "east", "west")

# Change of column and row towards each facing, for even rows.
_EVEN_STEPS = {"E": (1, 0), "NE": (0, -1), "NW": (-1, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
_ODD_STEPS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (0, 1), "SE": (1, 1)}
_STEPS = (_EVEN_STEPS, _ODD_STEPS)
_LARGEST_PLAIN = 99
_PLAIN_LABEL = re.compile(r"([0-9]{2})([0-9]{2})")
_DOTTED_LABEL = re.compile(r"([0-9]{2,9})\.([0-9]{2,9})")


@lru_cache(maxsize=16384)
def label(at: Hex) -> str:
    """Return the printed label, column before row: "0806", or "100.06" if either is over 99.

    Raises ValueError for a hex west or north of the board.
    """
    if at.col < 0 or at.row < 0:
        raise ValueError(f"no label for a hex off the board: {at.col}, {at.row}")
    dot = "." if max(at) > _LARGEST_PLAIN else ""
    return f"{at.col:02}{dot}{at.row:02}"


@lru_cache(maxsize=16384)
def parse_label(text: str) -> Hex:
    """Return the hex with this printed label. Raise ValueError for anything that `label` would not write."""
    match = _PLAIN_LABEL.fullmatch(text) or _DOTTED_LABEL.fullmatch(text)
    if match:
        at = Hex(int(match[1]), int(match[2]))
        if label(at) == text:
            return at
    raise ValueError(f"not a hex label: {text!r}")


def half_columns(at: Hex) -> int:
    """Return how far the centre is east of the centre of hex 0000, in half hex widths."""
    return 2 * at.col + (at.row & 1)


def distance(a: Hex, b: Hex) -> int:
    """Return the number of hexes entered on the shortest path over open sea."""
    a_col, a_row = a
    b_col, b_row = b
    down = abs(b_row - a_row)
    across = abs(2 * (b_col - a_col) + (b_row & 1) - (a_row & 1))
    # Each row gained also gains half a column; the rest is gained along the row.
    return down if across <= down else (across + down) // 2


def is_adjacent(a: Hex, b: Hex) -> bool:
    """Whether two different hexes share a side."""
    return distance(a, b) == 1


def neighbour(at: Hex, facing: str) -> Hex:
    """Return the next hex towards one of FACINGS. Raise ValueError for another facing."""
    step = _STEPS[at.row & 1].get(facing)
    if step is None:
        raise ValueError(f"not a facing: {facing!r}")
    return Hex(at.col + step[0], at.row + step[1])


def neighbours(at: Hex) -> tuple[Hex, ...]:
    """Return the six neighbours in the order of FACINGS, on the board or not."""
    return _neighbours(at)


@lru_cache(maxsize=16384)
def _neighbours(at: Hex) -> tuple[Hex, ...]:
    return tuple(neighbour(at, facing) for facing in FACINGS)


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return all hexes at this distance, from due east counter-clockwise. Raise ValueError for a negative
    radius.
    """
    if radius < 0:
        raise ValueError(f"a ring cannot have a negative radius: {radius}")
    return _ring(centre, radius)


@lru_cache(maxsize=4096)
def _ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    if radius == 0:
        return (centre,)
    at = Hex(centre.col + radius, centre.row)
    hexes = []
    for side in range(len(FACINGS)):
        facing = FACINGS[(side + 2) % len(FACINGS)]
        for _ in range(radius):
            hexes.append(at)
            at = neighbour(at, facing)
    return tuple(hexes)


@dataclass(frozen=True)
class HexBoard:
    """The sea of a scenario: columns and rows, land, and excluded hexes.

    Excluded hexes are out of play. If an excluded hex is land, nobody may enter it, but it still blocks lines
    of sight. Raises ValueError if the board is empty or a listed hex is outside columns and rows.
    """

    cols: int
    rows: int
    land: frozenset[Hex] = NO_HEXES
    excluded: frozenset[Hex] = NO_HEXES
    _distances: dict[Hex, Mapping[Hex, int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if self.cols < 1 or self.rows < 1:
            raise ValueError(f"a board needs columns and rows: {self.cols} by {self.rows}")
        strays = sorted(at for at in self.land | self.excluded if not self._has_place_for(at))
        if strays:
            raise ValueError(f"outside the board's columns and rows: {strays[0].col}, {strays[0].row}")

    def __reduce__(self) -> tuple[Callable[..., object], tuple[Any, ...]]:
        """Pickle only what defines the board, not its caches."""
        return _known_board, (self.cols, self.rows, self.land, self.excluded)

    def contains(self, at: Hex) -> bool:
        """Whether the hex is in play, as sea or land."""
        return self._has_place_for(at) and at not in self.excluded

    def is_land(self, at: Hex) -> bool:
        return at in self.land

    def is_sea(self, at: Hex) -> bool:
        """Whether ships may enter the hex: in play and not land."""
        return at not in self.land and self.contains(at)

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """Return all hexes in play, row by row from the north-west."""
        places = (Hex(col, row) for row in range(self.rows) for col in range(self.cols))
        return tuple(at for at in places if at not in self.excluded)

    def edges_of(self, at: Hex) -> tuple[str, ...]:
        """Return the edges on which the hex lies, in the order of EDGES; none for a hex out of play.

        A hex is at an edge if no hex in play lies farther out in that direction: in its row (east, west), or
        above or below any part of its width (north, south). So column 0 is the west edge, and a hole in the
        board does not create an edge.
        """
        if not self.contains(at):
            return ()
        north, south, east, west = self._limits
        left = half_columns(at)
        is_at = (
            north[left] == north[left + 1] == at.row,
            south[left] == south[left + 1] == at.row,
            east[at.row] == at.col,
            west[at.row] == at.col,
        )
        return tuple(edge for edge, applies in zip(EDGES, is_at, strict=True) if applies)

    def sea_neighbours(self, at: Hex) -> tuple[Hex, ...]:
        """Return the neighbours that ships may enter, in the order of FACINGS."""
        known = self._sea_neighbours.get(at)
        return self._find_sea_neighbours(at) if known is None else known

    def distances_from(self, start: Hex) -> Mapping[Hex, int]:
        """Return the steps to each sea hex that is reachable around land, nearest first. Cached."""
        known = self._distances.get(start)
        if known is None:
            known = self._distances[start] = self._measured_from(start)
        return known

    def _measured_from(self, start: Hex) -> dict[Hex, int]:
        steps = {start: 0}
        queue = deque((start,))
        while queue:
            at = queue.popleft()
            entered = steps[at] + 1
            for entry in self.sea_neighbours(at):
                if entry not in steps:
                    steps[entry] = entered
                    queue.append(entry)
        return steps

    def _has_place_for(self, at: Hex) -> bool:
        col, row = at
        return 0 <= col < self.cols and 0 <= row < self.rows

    @cached_property
    def _sea_neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        return {at: self._find_sea_neighbours(at) for at in self.hexes}

    def _find_sea_neighbours(self, at: Hex) -> tuple[Hex, ...]:
        return tuple(entry for entry in neighbours(at) if self.is_sea(entry))

    @cached_property
    def _limits(self) -> tuple[dict[int, int], dict[int, int], dict[int, int], dict[int, int]]:
        """First and last row in play by half column; last and first column in play by row."""
        north: dict[int, int] = {}
        south: dict[int, int] = {}
        east: dict[int, int] = {}
        west: dict[int, int] = {}
        for at in self.hexes:
            left = half_columns(at)
            for half in (left, left + 1):
                north.setdefault(half, at.row)
                south[half] = at.row
            west.setdefault(at.row, at.col)
            east[at.row] = at.col
        return north, south, east, west


@lru_cache(maxsize=32)
def _known_board(cols: int, rows: int, land: frozenset[Hex], excluded: frozenset[Hex]) -> HexBoard:
    """Return the board with these properties. Each process has one instance, so that cached states share its
    caches.
    """
    return HexBoard(cols, rows, land, excluded)
