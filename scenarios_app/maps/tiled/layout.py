"""How a map lies in a Tiled file: names of layers and tiles, and where hexes are in its pixels."""

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

#: How flat a hex is drawn beside a regular one: rows are this part of a width apart.
_REGULAR_ROW = 0.866025


@dataclass(frozen=True, slots=True)
class Measure:
    """The size of a tile in pixels, and the number of rows added north of the file's first row."""

    width: int = TILE_WIDTH
    height: int = TILE_HEIGHT
    side: int = SIDE_LENGTH
    added_rows: int = 0

    @property
    def row(self) -> float:
        """Return how far rows are apart."""
        return (self.height + self.side) / 2

    def centre(self, at: Hex) -> tuple[float, float]:
        """Return the middle of a hex in pixels of the file."""
        x = self.width * (at.col + 0.5 + 0.5 * (at.row & 1))
        return x, self.row * (at.row - self.added_rows) + self.height / 2

    def ends(self, at: Hex, side: str) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the two ends of a hexside in pixels."""
        x, y = self.centre(at)
        (ax, ah, a_side), (bx, bh, b_side) = SIDE_ENDS[side]
        first = (x + ax * self.width / 2, y + (ah * self.height + a_side * self.side) / 2)
        return first, (x + bx * self.width / 2, y + (bh * self.height + b_side * self.side) / 2)

    def hex_at(self, x: float, y: float) -> Hex:
        """Return the hex whose middle is nearest to a point, on the map or not."""
        near = round((y - self.height / 2) / self.row) + self.added_rows
        candidates = []
        for row in (near - 1, near, near + 1):
            at = Hex(round(x / self.width - 0.5 - 0.5 * (row & 1)), row)
            cx, cy = self.centre(at)
            across, down = (x - cx) / self.width, (y - cy) / self.row * _REGULAR_ROW
            candidates.append((across * across + down * down, at))
        return min(candidates)[1]

    def side_at(self, x: float, y: float) -> tuple[Hex, str]:
        """Return the hexside whose middle is nearest to a point, as one of its hexes and the side there."""
        at = self.hex_at(x, y)
        candidates = []
        for side in SIDE_ENDS:
            (ax, ay), (bx, by) = self.ends(at, side)
            candidates.append((((ax + bx) / 2 - x) ** 2 + ((ay + by) / 2 - y) ** 2, side))
        return at, min(candidates)[1]


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
