"""How a map lies in a Tiled file: names of layers and tiles, and where hexes are in its pixels."""

import math
from dataclasses import dataclass

from darkseas.engine.hexes.board import FACINGS, Hex, neighbour

#: The measure of our own files; any other is read as well.
TILE_WIDTH, TILE_HEIGHT, SIDE_LENGTH = 104, 120, 60
IMAGE = "darkseas-tiles.png"

GROUND, PORTS, LABELS, EDGES, AREA = "ground", "ports", "labels", "edges", "area: "
#: The tiles of our tileset, by number: ground, and whether out of play; the last one marks areas.
TILES = (
    ("sea", False), ("land", False), ("shallows", False), ("sea", True), ("land", True), ("shallows", True),
    ("area", False),
)  # fmt: skip
AREA_TILE = len(TILES) - 1

#: By the name of a hexside: its facing, and its two ends in halves of width, height and side length.
SIDE_ENDS = {
    "e": ((1, 0, -1), (1, 0, 1)),
    "se": ((1, 0, 1), (0, 1, 0)),
    "sw": ((0, 1, 0), (-1, 0, 1)),
    "w": ((-1, 0, 1), (-1, 0, -1)),
    "nw": ((-1, 0, -1), (0, -1, 0)),
    "ne": ((0, -1, 0), (1, 0, -1)),
}
_OPPOSITE = {"e": "w", "se": "nw", "sw": "ne", "w": "e", "nw": "se", "ne": "sw"}
_FACING = {facing.lower(): facing for facing in FACINGS}
_DOUBTED = ("w", "nw", "ne")

#: A point this near to an outline, as part of half a hex, lies on the border of two hexes.
_BORDER = 0.02


@dataclass(frozen=True, slots=True)
class Measure:
    """How hexes lie in the pixels of a file.

    Tile sizes are in pixels. `west` and `north` are the column and row of the file that are our 0000, and
    `left` and `top` are the pixels by which the ground is moved.
    """

    width: int = TILE_WIDTH
    height: int = TILE_HEIGHT
    side: int = SIDE_LENGTH
    west: int = 0
    north: int = 0
    left: float = 0.0
    top: float = 0.0

    @property
    def row(self) -> int:
        """Return how far rows are apart. Tiled counts the slanted part of a hex in whole pixels."""
        return int((self.height - self.side) / 2) + self.side

    def centre(self, at: Hex) -> tuple[float, float]:
        """Return the middle of a hex in pixels of the file."""
        x = self.left + self.width * (at.col + self.west + 0.5 + 0.5 * (at.row & 1))
        return x, self.top + self.row * (at.row + self.north) + self.height / 2

    def ends(self, at: Hex, side: str) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the two ends of a hexside in pixels."""
        x, y = self.centre(at)
        (ax, ah, a_side), (bx, bh, b_side) = SIDE_ENDS[side]
        first = (x + ax * self.width / 2, y + (ah * self.height + a_side * self.side) / 2)
        return first, (x + bx * self.width / 2, y + (bh * self.height + b_side * self.side) / 2)

    def hexes_at(self, x: float, y: float) -> list[Hex]:
        """Return the hex in whose outline a point lies; on a border, the hexes there, best first."""
        near = self.hex_near(x, y)
        if self.reach(near, x, y) < 1 - _BORDER:
            return [near]
        reaches = []
        for row in (near.row - 1, near.row, near.row + 1):
            col = (x - self.left) / self.width - 0.5 - 0.5 * (row & 1) - self.west
            for at in {Hex(math.floor(col), row), Hex(math.ceil(col), row)}:
                reaches.append((self.reach(at, x, y), at))
        least = min(reaches)[0]
        return [at for reach, at in sorted(reaches) if reach <= least + _BORDER]

    def hex_near(self, x: float, y: float) -> Hex:
        """Return the hex in which a point lies, or one beside it."""
        row = round((y - self.top - self.height / 2) / self.row) - self.north
        return Hex(round((x - self.left) / self.width - 0.5 - 0.5 * (row & 1)) - self.west, row)

    def reach(self, at: Hex, x: float, y: float) -> float:
        """Return how far out in a hex a point lies: 0 in the middle, 1 on the outline, more outside."""
        cx, cy = self.centre(at)
        across, down = abs(x - cx), abs(y - cy)
        slant = down + across * (self.height - self.side) / self.width
        return max(2 * across / self.width, 2 * slant / self.height)


def other_name(at: Hex, side: str) -> tuple[Hex, str]:
    """Return the other of the two names of a hexside."""
    return neighbour(at, _FACING[side]), _OPPOSITE[side]


def one_name(at: Hex, side: str, cols: int, rows: int) -> tuple[Hex, str]:
    """Return the name of a hexside with e, se or sw, if its hex is on the map; otherwise the other."""
    if side not in _DOUBTED:
        return at, side
    other, opposite = other_name(at, side)
    on_map = 0 <= other.col < cols and 0 <= other.row < rows
    return (other, opposite) if on_map else (at, side)
