"""The visible part of a hex map and its ground: sea, coast and hexes."""

from collections.abc import Collection
from dataclasses import dataclass

from darkseas.engine.hexes.board import Hex
from darkseas.engine.scenario.spec import MapSpec

from ..coast import coast_of
from ..geometry import CORNERS, HACHURE, centre, hexes_of, size_of, upper_left
from .easel import Easel, Point

SEA, SHOAL, LAND, LAND_MARK = "#cbdee3", "#e0ecec", "#efe4c8", "#c9b583"
COAST, HEX_LINE, EDGE = "#57482d", "#9db6bf", "#6d8a97"
#: Margin in hexes around the pieces, and the minimum width in hexes.
_MARGIN, _LEAST = 1.6, 6.0


@dataclass(frozen=True, slots=True)
class Window:
    """Part of a map in a picture: the map position of its upper left corner, and pixels per hex width."""

    left: float
    top: float
    scale: float

    def at(self, point: Point) -> Point:
        """Return the position in the picture of a point on the map."""
        return (point[0] - self.left) * self.scale, (point[1] - self.top) * self.scale


def window_about(spec: MapSpec, shown: Collection[Hex], wide: float, high: float) -> Window:
    """Return the part of the map that shows these hexes at this size; without hexes the whole map."""
    points = [centre(at) for at in shown]
    (left, top), (across, down) = upper_left(), size_of(spec)
    if points:
        left, across = _reach([x for x, _ in points])
        top, down = _reach([y for _, y in points])
    middle = (left + across / 2, top + down / 2)
    seen = max(across, down * wide / high, _LEAST)
    return Window(middle[0] - seen / 2, middle[1] - seen * high / wide / 2, wide / seen)


def _reach(places: list[float]) -> tuple[float, float]:
    return min(places) - _MARGIN, max(places) - min(places) + 2 * _MARGIN


def draw_sea(easel: Easel, spec: MapSpec, window: Window) -> None:
    """Draw the ground of a map."""
    rings = [[window.at(point) for point in ring] for ring in coast_of(spec)]
    land = hexes_of(spec.land)
    for ring in rings:
        easel.shape(ring, None, SHOAL, 0.34 * window.scale)
    for ring in rings:
        easel.shape(ring, LAND, COAST, 1.2)
    if not rings:
        for at in land:
            easel.shape(_corners(window, at), LAND, COAST, 1)
    played = [at for at in _seen(spec, window, easel) if at not in hexes_of(spec.excluded)]
    for at in played:
        if at in land:
            _hachure(easel, window, at)
    for at in played:
        easel.shape(_corners(window, at), None, HEX_LINE, 0.8)


def _seen(spec: MapSpec, window: Window, easel: Easel) -> list[Hex]:
    seen = []
    for row in range(spec.rows):
        for col in range(spec.cols):
            x, y = window.at(centre(Hex(col, row)))
            if (
                -window.scale < x < easel.wide + window.scale
                and -window.scale < y < easel.high + window.scale
            ):
                seen.append(Hex(col, row))
    return seen


def _corners(window: Window, at: Hex) -> list[Point]:
    x, y = centre(at)
    return [window.at((x + right, y + down)) for right, down in CORNERS]


def _hachure(easel: Easel, window: Window, at: Hex) -> None:
    x, y = centre(at)
    for first, last in HACHURE:
        ends = [window.at((x + right, y + down)) for right, down in (first, last)]
        easel.line(ends, LAND_MARK, 0.8)
