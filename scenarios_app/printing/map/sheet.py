"""Prints the map at a chosen size: on one page, or on several with a plan for joining them."""

import math
from dataclasses import dataclass

from darkseas.engine.hexes.board import Hex
from darkseas.engine.scenario.spec import MapSpec, ScenarioSpec

from ..document import colours
from ..document.banners import foot_of, legible
from ..document.fonts import SANS, SANS_BOLD, SERIF_BOLD, SERIF_ITALIC
from ..document.page import FOOT, CanvasMaker, Document, Type
from ..document.paper import MM, Area, Paper, room_on
from .geometry import View, size_of, upper_left
from .ground import Ground
from .legend import HEIGHT, draw_legend
from .marks import Marks

SHEET = "Map"
#: Available hex widths in millimetres; 0 fits the map on one page.
WHOLE = 0
SIZES = (WHOLE, 25, 30, 40)
#: Overlap of adjacent sheets.
OVERLAP = 8 * MM
#: Space above a sheet for its title line.
_HEAD = 13.0
#: Maximum number of sheets. More would take too long to draw.
_MOST_SHEETS = 100
#: Maximum hex width on one page; blocks fit into it.
_LARGEST = 60 * MM


@dataclass(frozen=True, slots=True)
class Tile:
    """A sheet of a map: its number, its position in the plan and its part of the map."""

    number: int
    col: int
    row: int
    view: View


def draw_map(spec: ScenarioSpec, hex_mm: int, paper: Paper, canvas_maker: CanvasMaker) -> bytes:
    """Return the map as PDF with hexes `hex_mm` millimetres wide, or on one page if that is WHOLE.

    Hexes are smaller if the map would need too many sheets. Raises LookupError for a scenario without a map.
    """
    if spec.map is None:
        raise LookupError("this scenario has no map")
    document = Document(paper, f"{spec.title}: {SHEET}", foot_of(spec, SHEET), canvas_maker)
    sheet = _MapSheet(document, spec, spec.map)
    if hex_mm == WHOLE:
        sheet.draw_whole(())
    else:
        sheet.draw_tiles(hex_mm * MM)
    return document.finish()


class _MapSheet:
    """One map in one document."""

    def __init__(self, document: Document, spec: ScenarioSpec, hex_map: MapSpec) -> None:
        self._document = document
        self._spec = spec
        self._map = hex_map
        self._marks = Marks(document, spec, hex_map)

    def draw_whole(self, tiles: tuple[Tile, ...]) -> None:
        """Draw the whole map on a page with its legend and the outlines of its sheets."""
        wide, high = size_of(self._map)
        upright, level = (self._whole_scale(is_wide) for is_wide in (False, True))
        room, scale = self._document.begin_page(level > upright), min(max(upright, level), _LARGEST)
        width, height = wide * scale, high * scale
        left = room.x + (room.width - width) / 2
        view = View(Area(left, room.top - height, width, height), *upper_left(), scale)
        self._draw_view(view, Ground(self._document, self._map, scale))
        legend = Area(room.x, max(room.y, view.area.y - HEIGHT - 4), room.width, HEIGHT - 4)
        draw_legend(self._document, self._spec, self._map, legend, scale, _about(tiles))
        for tile in tiles:
            self._draw_plan(view, tile)

    def draw_tiles(self, scale: float) -> None:
        """Draw the plan, then every sheet that has a hex in play."""
        is_wide, scale = self._best(scale)
        tiles = self._tiles(is_wide, scale)
        self.draw_whole(tiles)
        ground = Ground(self._document, self._map, scale)
        by_place = {(tile.col, tile.row): tile.number for tile in tiles}
        for tile in tiles:
            self._document.begin_page(is_wide)
            self._draw_view(tile.view, ground)
            self._draw_head(tile)
            self._draw_overlaps(tile, by_place)

    def _whole_scale(self, is_wide: bool) -> float:
        """Return the hex width at which the map and its legend fit on one page."""
        (wide, high), room = size_of(self._map), room_on(self._document.paper, is_wide)
        return min(room.width / wide, (room.height - FOOT - HEIGHT) / high)

    # --- division into sheets --------------------------------------------------------------------

    def _best(self, scale: float) -> tuple[bool, float]:
        """Return whether landscape needs fewer pages, and a scale that keeps within the page limit."""
        while True:
            upright, level = (math.prod(self._counts(is_wide, scale)) for is_wide in (False, True))
            if min(upright, level) <= _MOST_SHEETS:
                return level < upright, scale
            scale *= 0.9

    def _counts(self, is_wide: bool, scale: float) -> tuple[int, int]:
        wide, high = size_of(self._map)
        room = self._room(is_wide)
        across = math.ceil((wide * scale - OVERLAP) / (room.width - OVERLAP))
        return max(1, across), max(1, math.ceil((high * scale - OVERLAP) / (room.height - OVERLAP)))

    def _room(self, is_wide: bool) -> Area:
        room = room_on(self._document.paper, is_wide)
        return Area(room.x, room.y + FOOT, room.width, room.height - FOOT - _HEAD)

    def _tiles(self, is_wide: bool, scale: float) -> tuple[Tile, ...]:
        room, (across, down) = self._room(is_wide), self._counts(is_wide, scale)
        left, top = upper_left()
        excluded = frozenset(self._map.excluded)
        cut: list[Tile] = []
        for row in range(down):
            for col in range(across):
                x = left + col * (room.width - OVERLAP) / scale
                y = top + row * (room.height - OVERLAP) / scale
                view = View(self._within(room, x, y, scale), x, y, scale)
                if self._has_hexes(view, excluded):
                    cut.append(Tile(len(cut) + 1, col, row, view))
        return tuple(cut)

    def _within(self, room: Area, x: float, y: float, scale: float) -> Area:
        """Return the part of a page that the map fills."""
        (wide, high), (left, top) = size_of(self._map), upper_left()
        width = min(room.width, (left + wide - x) * scale)
        height = min(room.height, (top + high - y) * scale)
        return Area(room.x, room.top - height, width, height)

    def _has_hexes(self, view: View, excluded: frozenset[str]) -> bool:
        if not excluded:
            return True
        return any(_name(at) not in excluded for at in view.hexes(self._map.cols, self._map.rows))

    # --- drawing ---------------------------------------------------------------------------------

    def _draw_view(self, view: View, ground: Ground) -> None:
        canvas, area = self._document.canvas, view.area
        canvas.saveState()
        path = canvas.beginPath()
        path.rect(area.x, area.y, area.width, area.height)
        canvas.clipPath(path, stroke=0, fill=0)
        ground.draw(view)
        self._marks.draw(view)
        canvas.restoreState()
        self._document.box(area, colours.INK, 0.8)

    def _draw_plan(self, view: View, tile: Tile) -> None:
        """Draw a sheet's outline and number on the plan."""
        part = tile.view
        x, top = view.at(part.left, part.top)
        ratio = view.scale / part.scale
        width, height = part.area.width * ratio, part.area.height * ratio
        area = Area(x, top - height, width, height)
        self._document.box(area, colours.INK, 0.9)
        size = max(4.0, min(22.0, height * 0.3, width * 0.4))
        middle = (area.x + width / 2, area.y + height / 2 - size * 0.35)
        self._document.halo_line(*middle, str(tile.number), Type(SANS_BOLD, size), colours.PAPER)

    def _draw_head(self, tile: Tile) -> None:
        area = tile.view.area
        name = legible(self._spec.title, self._spec.key)
        place = f"Sheet {tile.number}: row {tile.row + 1}, column {tile.col + 1}"
        self._document.line(area.x, area.top + 4, place, Type(SERIF_BOLD, 8.5), 150)
        self._document.line(area.x + 156, area.top + 4, name, Type(SERIF_ITALIC, 8.5, colours.SOFT), 300)

    def _draw_overlaps(self, tile: Tile, by_place: dict[tuple[int, int], int]) -> None:
        """Draw dashed lines at the edges of adjacent sheets, with their numbers."""
        canvas, area = self._document.canvas, tile.view.area
        east, south = by_place.get((tile.col + 1, tile.row)), by_place.get((tile.col, tile.row + 1))
        canvas.setStrokeColor(colours.INK)
        canvas.setLineWidth(0.6)
        canvas.setDash(3, 3)
        if east:
            canvas.line(area.right - OVERLAP, area.y, area.right - OVERLAP, area.top)
        if south:
            canvas.line(area.x, area.y + OVERLAP, area.right, area.y + OVERLAP)
        canvas.setDash()
        small = Type(SANS, 6.5, colours.INK)
        if south:
            where = (area.x + area.width / 2, area.y + OVERLAP - 8)
            self._document.halo_line(*where, f"sheet {south} lies over this strip", small, colours.PAPER)
        if east:
            canvas.saveState()
            canvas.translate(area.right - OVERLAP + 8, area.y + area.height / 2)
            canvas.rotate(90)
            self._document.halo_line(0, 0, f"sheet {east} lies over this strip", small, colours.PAPER)
            canvas.restoreState()


def _about(tiles: tuple[Tile, ...]) -> str:
    if not tiles:
        return ""
    return (
        f"{len(tiles)} sheets. Trim each along its left and upper line, lay it over the dashed strip "
        "of the one before, and glue."
    )


def _name(at: Hex) -> str:
    return f"{at.col:02}{at.row:02}"
