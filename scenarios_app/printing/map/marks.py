"""Draws labels on a map: areas, places, and edges where a side may enter or leave."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from reportlab.lib.colors import Color

from darkseas.engine.hexes.board import Hex
from darkseas.engine.scenario.spec import MapSpec, PlaceSpec, ScenarioSpec
from scenarios_app.revisions.chart_data import full_ground

from ..document import colours
from ..document.banners import legible
from ..document.fonts import SANS, SANS_BOLD, SERIF_ITALIC, printable
from ..document.page import Document, Type, shortened
from ..document.silhouettes import draw_wood
from ..scenario_text import area_name
from .geometry import CORNERS, RADIUS, RIM, ROW, Point, View, border, centre, hex_of, hexes_of

#: A line on the map: start and end.
Line = tuple[Point, Point]

#: Dash patterns of area outlines, distinguishable without colour.
DASHES: tuple[tuple[float, ...], ...] = ((6, 3), (2, 2), (9, 2.5, 2, 2.5), (1, 2.5), (12, 3), (4, 1.5))
#: Inset of an area's outline, so that outlines of adjacent areas do not overlap.
_INSETS = (0.93, 0.87, 0.81)
_MOST_LETTERS = 40
_SPREAD_KINDS = ("island", "sea", "strait")
_POINTS = ("cape", "port", "mark")
#: Font sizes of names, relative to a hex's width, with limits in points.
_NAME: Mapping[str, float] = {"island": 0.17, "sea": 0.17, "strait": 0.15}
_OTHER_NAME, _LEAST_NAME, _MOST_NAME = 0.125, 5.0, 15.0
#: On smaller hexes only the names of islands and seas are drawn.
_ROOMY = 17.0


class Marks:
    """The areas, names and open edges of one scenario's map."""

    def __init__(self, document: Document, spec: ScenarioSpec, hex_map: MapSpec) -> None:
        self._document = document
        self._spec = spec
        self._map = hex_map
        self._areas = {name: hexes_of(hexes) for name, hexes in hex_map.areas.items()}
        self._lines = [
            tuple(_outline(hexes, _INSETS[number % len(_INSETS)]))
            for number, hexes in enumerate(self._areas.values())
        ]
        self._places = [(place, at) for place in hex_map.places if (at := hex_of(place.hex)) is not None]
        named = hexes_of(place.hex for place in hex_map.places) | hexes_of(hex_map.ports)
        land = hexes_of(hex_map.land)
        self._label_at = {
            name: _middle_one(hexes, lambda at: at in named or at in land)
            for name, hexes in self._areas.items()
            if hexes
        }
        self._edges = _open_edges(spec)

    def draw(self, view: View) -> None:
        """Draw all marks that lie in view."""
        for number, lines in enumerate(self._lines):
            self._draw_outline(view, number, lines)
        self._draw_places(view)
        self._draw_area_names(view)
        self._draw_edges(view)

    def _draw_outline(self, view: View, number: int, lines: Sequence[Line]) -> None:
        canvas = self._document.canvas
        seen = [line for line in lines if view.shows(line[0])]
        if not seen:
            return
        path = canvas.beginPath()
        for start, end in seen:
            path.moveTo(*view.at(*start))
            path.lineTo(*view.at(*end))
        canvas.setStrokeColor(colours.ACCENT)
        canvas.setLineWidth(max(0.5, min(1.5, 0.03 * view.scale)))
        canvas.setDash(*dash_of(number))
        canvas.drawPath(path, stroke=1, fill=0)
        canvas.setDash()

    def _draw_area_names(self, view: View) -> None:
        size = max(4.5, min(9.0, 0.1 * view.scale))
        for name, at in self._label_at.items():
            if view.scale < _ROOMY or not view.holds(at):
                continue
            x, y = centre(at)
            where = view.at(x, y + 0.3)
            text = shortened(area_name(name), _MOST_LETTERS)
            self._document.halo_line(*where, text, Type(SANS_BOLD, size, colours.ACCENT), colours.SEA)

    def _draw_places(self, view: View) -> None:
        for place, at in self._places:
            if not view.holds(at, 4):
                continue
            if view.scale >= _ROOMY or place.kind in _SPREAD_KINDS:
                self._draw_place(view, place, at)

    def _draw_place(self, view: View, place: PlaceSpec, at: Hex) -> None:
        size = max(_LEAST_NAME, min(_MOST_NAME, _NAME.get(place.kind, _OTHER_NAME) * view.scale))
        x, y = view.at(*centre(at))
        text = shortened(place.name, _MOST_LETTERS)
        halo = colours.LAND if place.kind == "island" else colours.SEA
        is_spread = place.kind in _SPREAD_KINDS
        style = Type(SERIF_ITALIC, size, colours.CHART_INK)
        if is_spread:
            self._document.halo_line(x, y - size * 0.35, text.upper(), style, halo, size * 0.16)
            return
        self._document.halo_line(x, y - size * 1.5, text, style, halo)
        if place.kind in _POINTS:
            canvas = self._document.canvas
            canvas.setFillColor(colours.CHART_INK)
            canvas.circle(x, y - size * 0.3, size * 0.16, stroke=0, fill=1)

    # --- edges -----------------------------------------------------------------------------------

    def _draw_edges(self, view: View) -> None:
        """Draw the side's block and name at the middle of each open edge, with an arrow outwards."""
        along: dict[str, int] = {}
        for edge, key in self._edges:
            number = along.get(edge, 0)
            along[edge] = number + 1
            self._draw_edge(view, edge, key, number)

    def _draw_edge(self, view: View, edge: str, key: str, number: int) -> None:
        side = next((one for one in self._spec.sides if one.key == key), None)
        if side is None:
            return
        notch = self._spec.sides.index(side)
        colour = colours.navy_colour(side.navy)
        canvas = self._document.canvas
        canvas.saveState()
        canvas.translate(*view.at(*_edge_middle(self._map, edge)))
        canvas.rotate({"west": 90, "east": -90}.get(edge, 0))
        size = max(5.0, min(11.0, 0.2 * view.scale))
        _draw_flag(self._document, legible(side.name, side.key), notch, colour, size, number, edge == "south")
        canvas.restoreState()


def _outline(hexes: frozenset[Hex], inset: float) -> Iterator[Line]:
    """Yield the outline of an area, inset into its hexes."""
    for at in sorted(hexes):
        x, y = centre(at)
        for side in border(at, hexes):
            start, end = CORNERS[side], CORNERS[(side + 1) % 6]
            yield (
                (x + start[0] * inset, y + start[1] * inset),
                (x + end[0] * inset, y + end[1] * inset),
            )


def dash_of(number: int) -> tuple[Sequence[float], float]:
    """Return the dash pattern of an area's outline for the canvas."""
    return list(DASHES[number % len(DASHES)]), 0


def _draw_flag(
    document: Document, name: str, notch: int, colour: Color, size: float, number: int, is_below: bool
) -> None:
    """Draw a block and a name with an arrow towards the map's edge, next to earlier ones."""
    canvas = document.canvas
    x = number * size * 10
    text = shortened(name, 16)
    width = len(printable(text)) * size * 0.62
    draw_wood(canvas, notch, x - width / 2 - size * 0.3, 0, size * 0.95, colour)
    document.line(x + size * 0.4, -size * 0.3, text, Type(SANS, size * 0.8), width, "centre", 3)
    canvas.setFillColor(colour)
    path = canvas.beginPath()
    out = -1 if is_below else 1
    left = x + width / 2 + size * 0.9
    path.moveTo(left - size * 0.4, -out * size * 0.35)
    path.lineTo(left + size * 0.4, -out * size * 0.35)
    path.lineTo(left, out * size * 0.5)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def _edge_middle(spec: MapSpec, edge: str) -> tuple[float, float]:
    """Return the middle of the map's margin at an edge."""
    middle_x = (spec.cols - 0.5) / 2
    middle_y = ROW * (spec.rows - 1) / 2
    east = spec.cols - 0.5 + (0.5 if spec.rows > 1 else 0)
    return {
        "west": (-0.5 - RIM / 2, middle_y),
        "east": (east + RIM / 2, middle_y),
        "north": (middle_x, -RADIUS - RIM / 2),
        "south": (middle_x, ROW * (spec.rows - 1) + RADIUS + RIM / 2),
    }[edge]


def _open_edges(spec: ScenarioSpec) -> list[tuple[str, str]]:
    """Return the edges that a side may enter or leave by, as the rules system lists them at the start."""
    edges = full_ground(spec).get("edges", [])
    return [
        (str(edge[0]), str(edge[1]))
        for edge in (edges if isinstance(edges, list) else [])
        if isinstance(edge, list) and edge[0] in ("north", "south", "east", "west")
    ]


def _middle_one(hexes: frozenset[Hex], is_taken: Callable[[Hex], bool]) -> Hex:
    """Return the hex without labels that is nearest to the centre of an area, if any."""
    points = [centre(at) for at in hexes]
    x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))

    def far(at: Hex) -> tuple[bool, float, Hex]:
        here = centre(at)
        return is_taken(at), (here[0] - x) ** 2 + (here[1] - y) ** 2, at

    return min(hexes, key=far)
