"""Draws the ground of a printed map, readable in greyscale: coast, land, shallows, hexes and numbers."""

from collections.abc import Iterable, Iterator

from reportlab.pdfgen.pathobject import PDFPathObject

from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.hexes.numbering import written
from darkseas.engine.scenario.spec import MapSpec

from ..document import colours
from ..document.fonts import SANS
from ..document.page import Document, Type
from .coast import coast_of
from .geometry import CORNERS, HACHURE, View, border, centre, hex_of, hexes_of

#: Name of the form object with the coast, drawn once and reused on every page.
_COAST = "coast"
_SHOAL = 0.24
#: Font size of a hex number relative to the hex width, with limits in points. Below the minimum, only every
#: fifth hex is numbered.
_NUMBER, _LEAST_NUMBER, _MOST_NUMBER, _EVERY = 0.115, 3.0, 9.0, 5
#: Names of a hex's sides, in the order of its corners.
_SIDE_NAMES = ("ne", "e", "se", "sw", "w", "nw")
#: The half of each hex's outline that forms the grid. The outer edge is drawn separately.
_HALF = CORNERS[1:5]
#: Dots that mark shallows, relative to a hex's centre.
_DOTS = tuple((0.22 * x + 0.11 * (y % 2), 0.2 * y) for y in range(-1, 2) for x in (-1.5, -0.5, 0.5))


class Ground:
    """The ground of one map in one document, at one scale; `draw` shows any part of it."""

    def __init__(self, document: Document, spec: MapSpec, scale: float) -> None:
        self._document = document
        self._spec = spec
        self._scale = scale
        self._land = hexes_of(spec.land)
        self._excluded = hexes_of(spec.excluded)
        self._shallows, self._ports = hexes_of(spec.shallows), hexes_of(spec.ports)
        self._played = (
            frozenset(Hex(col, row) for row in range(spec.rows) for col in range(spec.cols)) - self._excluded
        )
        self._edges = tuple(_sides_of(spec.edges))
        self._coast = coast_of(spec)
        self._form = f"{_COAST}{scale:.3f}"
        if self._coast:
            self._keep_coast()

    def is_sea(self, at: Hex) -> bool:
        """Return whether ships can enter a hex."""
        return at in self._played and at not in self._land

    def draw(self, view: View) -> None:
        """Draw the part in view, clipped."""
        canvas = self._document.canvas
        seen = [at for at in view.hexes(self._spec.cols, self._spec.rows) if at in self._played]
        self._document.box(view.area, colours.SEA, 0, colours.SEA)
        if self._coast:
            canvas.saveState()
            canvas.translate(*view.at(0, 0))
            canvas.doForm(self._form)
            canvas.restoreState()
        self._draw_shallows(view, seen)
        self._draw_land(view, seen)
        self._draw_grid(view, seen)
        self._draw_hexside_coast(view)
        for at in seen:
            if at in self._ports:
                self._draw_anchor(view, at)
        self._draw_numbers(view, seen)

    # --- the real coast --------------------------------------------------------------------------

    def _keep_coast(self) -> None:
        """Draw the coast once, relative to the centre of 0000. Pages show parts of it."""
        canvas, scale = self._document.canvas, self._scale
        reach = (max(self._spec.cols, self._spec.rows) + 60) * scale
        canvas.beginForm(self._form, -reach, -reach, reach, reach)
        path = canvas.beginPath()
        for ring in self._coast:
            for number, (x, y) in enumerate(ring):
                if number:
                    path.lineTo(x * scale, -y * scale)
                else:
                    path.moveTo(x * scale, -y * scale)
            path.close()
        canvas.setLineJoin(1)
        canvas.setStrokeColor(colours.SHOAL)
        canvas.setLineWidth(_SHOAL * scale)
        canvas.drawPath(path, stroke=1, fill=0)
        canvas.setFillColor(colours.LAND)
        canvas.setStrokeColor(colours.COAST)
        canvas.setLineWidth(max(0.3, min(0.8, 0.03 * scale)))
        canvas.drawPath(path, stroke=1, fill=1, fillMode=0)
        canvas.endForm()

    # --- hexes -----------------------------------------------------------------------------------

    def _draw_shallows(self, view: View, seen: list[Hex]) -> None:
        canvas = self._document.canvas
        path = canvas.beginPath()
        for at in seen:
            if at in self._shallows and at not in self._land:
                x, y = centre(at)
                for right, down in _DOTS:
                    where = view.at(x + right, y + down)
                    path.moveTo(*where)
                    path.lineTo(*where)
        canvas.setStrokeColor(colours.HEX_LINE)
        canvas.setLineCap(1)
        canvas.setLineWidth(max(0.5, 0.022 * view.scale))
        canvas.drawPath(path, stroke=1, fill=0)
        canvas.setLineCap(0)

    def _draw_land(self, view: View, seen: list[Hex]) -> None:
        """Draw hachures on land hexes, and fill them if the map has no coastline."""
        canvas, land = self._document.canvas, [at for at in seen if at in self._land]
        if not land:
            return
        if not self._coast:
            path = canvas.beginPath()
            for at in land:
                _add_hex(path, view, at)
            canvas.setFillColor(colours.LAND)
            canvas.drawPath(path, stroke=0, fill=1)
        path = canvas.beginPath()
        for at in land:
            x, y = centre(at)
            for start, end in HACHURE:
                path.moveTo(*view.at(x + start[0], y + start[1]))
                path.lineTo(*view.at(x + end[0], y + end[1]))
        canvas.setStrokeColor(colours.LAND_MARK)
        canvas.setLineWidth(max(0.2, min(0.6, 0.011 * view.scale)))
        canvas.drawPath(path, stroke=1, fill=0)
        if not self._coast:
            self._draw_edges(view, land, self._land, 1.0)

    def _draw_grid(self, view: View, seen: list[Hex]) -> None:
        canvas = self._document.canvas
        path = canvas.beginPath()
        for at in seen:
            x, y = centre(at)
            for number, (right, down) in enumerate(_HALF):
                (path.lineTo if number else path.moveTo)(*view.at(x + right, y + down))
        canvas.setLineJoin(1)
        canvas.setStrokeColor(colours.HEX_LINE)
        canvas.setLineWidth(max(0.15, min(0.5, 0.012 * view.scale)))
        canvas.drawPath(path, stroke=1, fill=0)
        self._draw_edges(view, seen, self._played, max(0.4, min(1.1, 0.05 * view.scale)))

    def _draw_edges(self, view: View, seen: list[Hex], inside: frozenset[Hex], weight: float) -> None:
        canvas = self._document.canvas
        path = canvas.beginPath()
        for at in seen:
            x, y = centre(at)
            for side in border(at, inside):
                for number, (right, down) in enumerate((CORNERS[side], CORNERS[(side + 1) % 6])):
                    (path.lineTo if number else path.moveTo)(*view.at(x + right, y + down))
        canvas.setStrokeColor(colours.CHART_INK)
        canvas.setLineWidth(weight)
        canvas.setLineCap(1)
        canvas.drawPath(path, stroke=1, fill=0)
        canvas.setLineCap(0)

    def _draw_hexside_coast(self, view: View) -> None:
        """Draw coast along hexsides. A side can be named from either of its hexes."""
        canvas = self._document.canvas
        path = canvas.beginPath()
        for at, number in self._edges:
            if view.holds(at):
                x, y = centre(at)
                for place, (right, down) in enumerate((CORNERS[number], CORNERS[(number + 1) % 6])):
                    (path.lineTo if place else path.moveTo)(*view.at(x + right, y + down))
        canvas.setStrokeColor(colours.COAST)
        canvas.setLineWidth(max(1.0, 0.055 * view.scale))
        canvas.setLineCap(1)
        canvas.drawPath(path, stroke=1, fill=0)
        canvas.setLineCap(0)

    def _draw_anchor(self, view: View, at: Hex) -> None:
        canvas = self._document.canvas
        x, y = view.at(*centre(at))
        size = 0.16 * view.scale
        canvas.setStrokeColor(colours.CHART_INK)
        canvas.setLineWidth(max(0.4, 0.024 * view.scale))
        canvas.circle(x, y + size, size * 0.2, stroke=1, fill=0)
        canvas.line(x, y + size * 0.8, x, y - size)
        canvas.line(x - size * 0.5, y + size * 0.5, x + size * 0.5, y + size * 0.5)
        low, half = y - size * 1.2, size * 0.6
        left, right = x - size * 0.8, x + size * 0.8
        canvas.bezier(left, y - size * 0.3, x - half, low, x + half, low, right, y - size * 0.3)

    def _draw_numbers(self, view: View, seen: list[Hex]) -> None:
        size = min(_MOST_NUMBER, _NUMBER * view.scale)
        is_dense = size < _LEAST_NUMBER
        for at in _every_fifth(seen) if is_dense else seen:
            if at in self._land:
                continue
            x, y = centre(at)
            where = view.at(x, y - (0 if is_dense else 0.34))
            name = written(label(at), self._spec.numbering)
            self._document.line(
                *where, name, Type(SANS, max(size, _LEAST_NUMBER), colours.SOFT), 5 * view.scale, "centre", 1
            )


def _sides_of(names: Iterable[str]) -> Iterator[tuple[Hex, int]]:
    """Return hexes with the number of a hexside; invalid entries are skipped."""
    for name in names:
        place, _, side = name.partition("/")
        at = hex_of(place)
        if at is not None and side in _SIDE_NAMES:
            yield at, _SIDE_NAMES.index(side)


def _every_fifth(seen: list[Hex]) -> Iterator[Hex]:
    return (at for at in seen if at.col % _EVERY == 0 and at.row % _EVERY == 0)


def _add_hex(path: PDFPathObject, view: View, at: Hex) -> None:
    x, y = centre(at)
    for number, (right, down) in enumerate(CORNERS):
        (path.lineTo if number else path.moveTo)(*view.at(x + right, y + down))
    path.close()
