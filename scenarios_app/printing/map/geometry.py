"""Positions of hexes on paper. The unit on the map is a hex width, x eastward and y southward from 0000."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from darkseas.engine.hexes.board import Hex, neighbour, parse_label
from darkseas.engine.scenario.spec import MapSpec

from ..document.paper import Area

#: Distance between rows, and from the centre of a hex to a corner.
ROW, RADIUS = math.sqrt(3) / 2, 1 / math.sqrt(3)
#: White margin around the hexes for labels at the map's edges.
RIM = 0.5

Point = tuple[float, float]

#: The corners of a hex from the top clockwise; side i runs from corner i to the next one.
CORNERS: tuple[Point, ...] = tuple(
    (RADIUS * math.cos(math.radians(60 * i - 90)), RADIUS * math.sin(math.radians(60 * i - 90)))
    for i in range(6)
)
#: The sides in that order, by their facing.
SIDES = ("NE", "E", "SE", "SW", "W", "NW")
#: Minimum length of a hachure on land.
_SHORTEST = 0.05


@dataclass(frozen=True, slots=True)
class View:
    """Part of a map on a page: the map position of its upper left corner, points per hex width."""

    area: Area
    left: float
    top: float
    scale: float

    def at(self, x: float, y: float) -> Point:
        """Return the position on the page of a point on the map."""
        return self.area.x + (x - self.left) * self.scale, self.area.top - (y - self.top) * self.scale

    def hexes(self, cols: int, rows: int) -> Iterator[Hex]:
        """Yield the hexes of a map that lie at least partly in view, row by row."""
        first = max(0, math.floor((self.top - RADIUS) / ROW))
        last = min(rows - 1, math.ceil((self.top + self.area.height / self.scale + RADIUS) / ROW))
        west = max(0, math.floor(self.left - 1))
        east = min(cols - 1, math.ceil(self.left + self.area.width / self.scale + 0.5))
        for row in range(first, last + 1):
            for col in range(west, east + 1):
                yield Hex(col, row)

    def holds(self, at: Hex, margin: float = 2.0) -> bool:
        """Return whether a hex is in view, or so close that its label may reach into view."""
        return self.shows(centre(at), margin)

    def shows(self, point: Point, margin: float = 2.0) -> bool:
        """Return whether a point is in view or at most `margin` hexes outside it."""
        x, y = point[0] - self.left, point[1] - self.top
        if not -margin <= x <= self.area.width / self.scale + margin:
            return False
        return -margin <= y <= self.area.height / self.scale + margin


def centre(at: Hex) -> Point:
    """Return the centre of a hex."""
    return at.col + 0.5 * (at.row & 1), ROW * at.row


def size_of(spec: MapSpec) -> Point:
    """Return the width and height of a map with its margin."""
    wide = spec.cols + (0.5 if spec.rows > 1 else 0)
    return wide + 2 * RIM, ROW * (spec.rows - 1) + 2 * RADIUS + 2 * RIM


def upper_left() -> Point:
    """Return the upper left corner of a map with its margin."""
    return -0.5 - RIM, -RADIUS - RIM


def hexes_of(labels: Iterable[str]) -> frozenset[Hex]:
    """Return the hexes of these labels; invalid labels are skipped."""
    return frozenset(place for label in labels if (place := hex_of(label)) is not None)


def hex_of(text: str) -> Hex | None:
    """Return the hex of a label; None if it is invalid."""
    try:
        return parse_label(text)
    except ValueError:
        return None


def border(at: Hex, inside: frozenset[Hex]) -> Iterator[int]:
    """Yield the sides of a hex whose neighbour is not one of these hexes."""
    for number, facing in enumerate(SIDES):
        if neighbour(at, facing) not in inside:
            yield number


def _hachure() -> Iterator[tuple[Point, Point]]:
    """Return strokes at sixty degrees within a hex, every second one in two parts."""
    lean = math.radians(60)
    along, across = (math.cos(lean), -math.sin(lean)), (math.sin(lean), math.cos(lean))
    for number in range(-3, 4):
        off = number * 0.135
        half = min(0.46, math.sqrt(max(0.0, 0.235 - off * off)))
        parts = ((-half, -0.12), (0.02, half * 0.8)) if number % 2 else ((-half * 0.8, half * 0.9),)
        for start, end in parts:
            if end - start > _SHORTEST:
                first, last = (
                    (off * across[0] + reach * along[0], off * across[1] + reach * along[1])
                    for reach in (start, end)
                )
                yield first, last


#: Hachures that fill a land hex, relative to its centre.
HACHURE = tuple(_hachure())
