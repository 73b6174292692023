"""The roster of a side: every ship with her ratings and damage boxes.

Each side starts on a new page, so it can be handed out without revealing the other.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from darkseas.engine.presentation.words import tally
from darkseas.engine.scenario.spec import GroupSpec, ScenarioSpec, ShipSpec, SideSpec
from scenarios_app.ships.order_of_battle import ships_of

from .document import colours
from .document.banners import SIDE_BAND, draw_side, draw_title, foot_of, legible
from .document.fonts import SANS, SANS_BOLD, SERIF_BOLD, SERIF_ITALIC
from .document.page import CanvasMaker, Document, Type
from .document.paper import Area, Paper
from .document.silhouettes import draw_silhouette
from .figures import BOXES, Battery, Card, Figures, cards_of, figures_of
from .turn_track import draw_track, track_height

SHEET = "Roster"
_HEAD, _GROUP, _LINE, _MORE = 27.0, 17.0, 20.0, 13.5
_BOX, _BOX_PITCH = 9.0, 17.0
_BATTERY, _FIGURE, _SHIP, _FACTOR = 76.0, 29.0, 36.0, 11.0
_NAME, _LEAST_NAME = Type(SANS_BOLD, 8.2), 5.0
_CLASS = Type(SANS, 6, colours.SOFT)
_HEADS = Type(SANS, 5.6, colours.SOFT)
_NUMBER = Type(SANS_BOLD, 8.4)
#: Note boxes for task groups: maximum number, height, and number per row.
_MOST_FRAMES, _FRAME, _FRAMES_ACROSS = 12, 58.0, 2
_WIDEST_GENERIC = 66.0


@dataclass(frozen=True, slots=True)
class Columns:
    """Column positions of a side's table; boxes are at the right."""

    name: float
    name_width: float
    batteries: float
    battery_count: int
    figures: tuple[tuple[str, float], ...]
    figure_width: float
    boxes: dict[str, float]


def draw_roster(spec: ScenarioSpec, side_key: str, paper: Paper, canvas_maker: CanvasMaker) -> bytes:
    """Return the roster of one side as PDF, or of every side if no key is given."""
    document = Document(paper, f"{spec.title}: {SHEET}", foot_of(spec, SHEET), canvas_maker)
    cards = cards_of(spec) if spec.map is None else {}
    for notch, side in enumerate(spec.sides):
        if side_key in ("", side.key):
            _SideRoster(document, spec, side, notch, cards.get(side.key, ())).draw()
    return document.finish()


class _SideRoster:
    """One side's pages."""

    def __init__(
        self, document: Document, spec: ScenarioSpec, side: SideSpec, notch: int, cards: tuple[Card, ...]
    ) -> None:
        self._document = document
        self._spec = spec
        self._side = side
        self._notch = notch
        self._figures = {ship.key: _figures(spec, ship, cards) for ship in side.ships}
        self._room = Area(0, 0, 0, 0)
        self._y = 0.0
        self._columns: Columns

    def draw(self) -> None:
        """Draw the turn track, the ships by group, and boxes for notes."""
        self._begin_page()
        height = track_height(self._document, self._spec, self._room.width)
        area = Area(self._room.x, self._y - height, self._room.width, height)
        draw_track(self._document, self._spec, area)
        self._y -= height + 2
        self._draw_heads()
        for group, ships in _grouped(self._side):
            self._need(_GROUP + _LINE, self._draw_heads)
            self._draw_group(group)
            for ship in ships:
                self._draw_ship(ship)
        self._draw_frames()

    # --- pages -----------------------------------------------------------------------------------

    def _begin_page(self) -> None:
        name = legible(self._side.name, self._side.key)
        foot = foot_of(self._spec, f"{SHEET} of {name}, for its own eyes")
        self._room = self._document.begin_page(foot=foot)
        y = draw_title(self._document, self._spec, f"{SHEET} of {name}", self._room)
        band = Area(self._room.x, y - SIDE_BAND, self._room.width, SIDE_BAND)
        draw_side(self._document, self._side, self._notch, band, self._beside())
        self._columns = self._columns_in(self._room)
        self._y = band.y - 8

    def _beside(self) -> str:
        ships = tally(ships_of(self._side), "ship")
        return " · ".join(part for part in (self._side.force, self._side.commander, ships) if part)

    def _need(self, height: float, again: Callable[[], None]) -> None:
        if self._y - height < self._room.y:
            self._begin_page()
            again()

    # --- the table -------------------------------------------------------------------------------

    def _columns_in(self, room: Area) -> Columns:
        """Lay out boxes from the right, then ratings, then batteries; the name gets the rest."""
        figures_of_ships = self._figures.values()
        keys = [key for key in BOXES if any(key in ship_figures.boxes for ship_figures in figures_of_ships)]
        x = room.right - len(keys) * _BOX_PITCH
        boxes = {key: x + number * _BOX_PITCH + (_BOX_PITCH - _BOX) / 2 for number, key in enumerate(keys)}
        labels = list(
            dict.fromkeys(
                figure.label for ship_figures in figures_of_ships for figure in ship_figures.figures
            )
        )
        count = max((len(ship_figures.batteries) for ship_figures in figures_of_ships), default=0)
        width = _FIGURE if count else min(_WIDEST_GENERIC, (room.width - 220) / max(len(labels), 1))
        x -= len(labels) * width + 6
        figures = tuple((label, x + (number + 0.5) * width) for number, label in enumerate(labels))
        battery = min(_BATTERY, (x - room.x - _SHIP - 100) / max(count, 1))
        name = room.x + _SHIP + 4
        batteries = x - count * battery - 4
        return Columns(name, batteries - name - 6, batteries, count, figures, width, boxes)

    def _battery_width(self) -> float:
        columns = self._columns
        ends = columns.figures[0][1] - columns.figure_width / 2 if columns.figures else self._room.right
        return (ends - 4 - columns.batteries) / max(columns.battery_count, 1)

    def _ranges(self) -> int:
        figures = self._figures.values()
        return max((len(battery.factors) for one in figures for battery in one.batteries), default=0)

    def _draw_heads(self) -> None:
        document, columns, y = self._document, self._columns, self._y - _HEAD + 5
        document.line(columns.name, y, "Ship, class, type", _HEADS, columns.name_width)
        wide = self._battery_width()
        for number in range(columns.battery_count):
            x = columns.batteries + number * wide
            document.line(x + 18, y + 7, "range", _HEADS, wide - 20)
            for range_to in range(self._ranges()):
                document.line(x + 22 + range_to * _FACTOR, y, str(range_to), _HEADS, _FACTOR, "centre")
        for label, x in columns.figures:
            document.line(x, y, label, _HEADS, columns.figure_width - 2, "centre", least=3.6)
        for key, x in columns.boxes.items():
            document.line(x + _BOX / 2, y, BOXES[key], Type(SANS_BOLD, 8), _BOX_PITCH, "centre")
        legend = " · ".join(f"{BOXES[key]} {key}" for key in columns.boxes)
        document.line(self._room.right, y + 11, legend, _HEADS, 180, "right")
        document.rule(self._room.x, y - 4, self._room.right, y - 4, colours.INK, 0.9)
        self._y -= _HEAD

    def _draw_group(self, group: GroupSpec | None) -> None:
        name = group.name if group is not None else "In no group"
        area = Area(self._room.x, self._y - _GROUP, self._room.width, _GROUP - 2)
        self._document.box(area, colours.BAND, 0, colours.BAND)
        y = area.y + 4.5
        self._document.line(area.x + 4, y, name, Type(SERIF_BOLD, 9.5), area.width * 0.5, least=6)
        soft = Type(SERIF_ITALIC, 8.5, colours.SOFT)
        self._document.line(area.right - 96, y, "block", soft, 30, "right")
        self._document.rule(area.right - 92, y - 1, area.right - 6, y - 1, colours.SOFT, 0.5)
        self._y -= _GROUP

    def _draw_ship(self, ship: ShipSpec) -> None:
        """Draw her row, plus one for each further ship under the same sticker."""
        self._need(_LINE, self._draw_heads)
        figures, columns, document = self._figures[ship.key], self._columns, self._document
        middle = self._y - _LINE / 2
        draw_silhouette(document.canvas, ship.kind, self._room.x + _SHIP / 2, middle, _SHIP - 2, colours.INK)
        name = legible(ship.name, ship.key) + (f" ×{ship.count}" if ship.count > 1 else "")
        document.line(columns.name, middle + 0.6, name, _NAME, columns.name_width, least=_LEAST_NAME)
        about = " · ".join(part for part in (ship.class_name, ship.kind, ship.navy) if part)
        document.line(columns.name, middle - 6.8, about, _CLASS, columns.name_width)
        for number, battery in enumerate(figures.batteries):
            self._draw_battery(battery, columns.batteries + number * self._battery_width(), middle)
        for label, x in columns.figures:
            document.line(x, middle - 2.8, figures.figure(label), _NUMBER, columns.figure_width - 3, "centre")
        self._draw_boxes(figures, middle)
        self._y -= _LINE
        for number in range(2, ship.count + 1):
            self._draw_more(ship, figures, number)
        document.rule(self._room.x, self._y, self._room.right, self._y, colours.FAINT, 0.5)

    def _draw_more(self, ship: ShipSpec, figures: Figures, number: int) -> None:
        self._need(_MORE, self._draw_heads)
        middle = self._y - _MORE / 2 + 1
        name = f"{legible(ship.name, ship.key)} {number}"
        self._document.line(self._columns.name, middle - 2, name, _CLASS, self._columns.name_width)
        self._draw_boxes(figures, middle)
        self._y -= _MORE

    def _draw_battery(self, battery: Battery, x: float, middle: float) -> None:
        """Draw the weapon's letter on a disc, its factors by range from 0, and a reload mark."""
        document = self._document
        document.canvas.setFillColor(colours.INK)
        document.canvas.circle(x + 8, middle, 6, stroke=0, fill=1)
        document.line(
            x + 8, middle - 2.7, battery.weapon, Type(SANS_BOLD, 7.5, colours.PAPER), 11, "centre", 3
        )
        for place, factor in enumerate(battery.factors):
            at = x + 22 + place * _FACTOR
            document.line(at, middle - 2.8, factor, _NUMBER, _FACTOR, "centre", 3)
        document.line(x + 17 + len(battery.factors) * _FACTOR, middle + 1, battery.reload, _CLASS, 9)

    def _draw_boxes(self, figures: Figures, middle: float) -> None:
        for key in figures.boxes:
            area = Area(self._columns.boxes[key], middle - _BOX / 2, _BOX, _BOX)
            self._document.box(area, colours.INK, 0.8)

    # --- notes -----------------------------------------------------------------------------------

    def _draw_frames(self) -> None:
        """Draw a note box for each possible task group."""
        count = _frames(self._spec, self._side)
        wide = (self._room.width - (_FRAMES_ACROSS - 1) * 8) / _FRAMES_ACROSS
        self._y -= 8
        for first in range(0, count, _FRAMES_ACROSS):
            self._need(_FRAME, lambda: None)
            for place in range(min(_FRAMES_ACROSS, count - first)):
                x = self._room.x + place * (wide + 8)
                self._draw_frame(first + place + 1, Area(x, self._y - _FRAME + 7, wide, _FRAME - 7))
            self._y -= _FRAME

    def _draw_frame(self, number: int, area: Area) -> None:
        document = self._document
        document.box(area, colours.SOFT, 0.7)
        title = "Task group" if self._spec.map is not None else "Group"
        document.line(area.x + 4, area.top - 10, f"{title} {number}", Type(SERIF_BOLD, 8.5), 80)
        for step in range(1, int(area.height // 13)):
            document.rule(
                area.x + 6, area.top - 13 * step - 9, area.right - 6, area.top - 13 * step - 9, colours.FAINT
            )
        document.rule(area.x + 76, area.top - 11, area.right - 6, area.top - 11, colours.FAINT)


def _figures(spec: ScenarioSpec, ship: ShipSpec, cards: tuple[Card, ...]) -> Figures:
    """Return her ratings; for card systems those on the cards dealt for her."""
    figures = figures_of(spec, ship)
    dealt = next((card for card in cards if card.key in (ship.key, f"{ship.key}-1")), None)
    return (
        Figures(figures.batteries, dealt.figures or figures.figures, figures.boxes)
        if dealt is not None
        else figures
    )


def _grouped(side: SideSpec) -> Iterator[tuple[GroupSpec | None, list[ShipSpec]]]:
    """Yield each group with its ships, then ships without a group; each ship once."""
    left = {ship.key: ship for ship in side.ships}
    for group in side.groups:
        ships = [left.pop(key) for key in group.ships if key in left]
        if ships:
            yield group, ships
    if left:
        yield None, list(left.values())


def _frames(spec: ScenarioSpec, side: SideSpec) -> int:
    limit = side.rules.get("group_limit")
    count = limit if isinstance(limit, int) else len(side.groups)
    return min(_MOST_FRAMES, max(count, 2 if spec.map is None else 1))
