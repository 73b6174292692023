"""Draws the legend under a map: title, symbols, scale and north."""

import math
from collections.abc import Callable

from darkseas.engine.scenario.spec import MapSpec, ScenarioSpec

from ..document import colours
from ..document.banners import legible, place_and_date
from ..document.fonts import SANS, SERIF_BOLD, SERIF_ITALIC
from ..document.page import Document, Type, shortened
from ..document.paper import Area
from ..scenario_text import area_name
from .geometry import CORNERS, HACHURE
from .marks import dash_of

HEIGHT = 82.0
_KEY = Type(SANS, 6.3)
_SOFT = Type(SANS, 5.8, colours.SOFT)
_LONGEST_BAR = 120.0
_METRES_A_YARD = 0.9144
_MOST_AREAS, _ROW = 5, 11.5

Sample = Callable[[Document, float, float], None]


def draw_legend(
    document: Document, spec: ScenarioSpec, hex_map: MapSpec, area: Area, scale: float, about: str
) -> None:
    """Draw the legend; `scale` is the width of a hex in points, `about` explains how to join the sheets."""
    third = area.width / 3
    title = legible(hex_map.title or spec.title, spec.key)
    document.line(area.x, area.top - 14, title, Type(SERIF_BOLD, 14), third + 20, least=7)
    soft = Type(SERIF_ITALIC, 8.5, colours.SOFT)
    document.line(area.x, area.top - 25, place_and_date(spec), soft, third + 20, least=5)
    size = f"{hex_map.cols} by {hex_map.rows} hexes of {hex_map.hex_yards:,} yards."
    document.paragraph(area.x, area.top - 36, " ".join((size, hex_map.source)), _SOFT, third, most=3)
    document.paragraph(area.x, area.y + 6, about, Type(SANS, 6.3), third + 10, most=2)
    _draw_keys(document, hex_map, Area(area.x + third + 34, area.y, third - 10, area.height))
    _draw_bar(document, hex_map.hex_yards, area.right - _LONGEST_BAR - 62, area.top - 30, scale)
    _draw_rose(document, area.right - 26, area.top - 36)


def _draw_keys(document: Document, hex_map: MapSpec, area: Area) -> None:
    keys: list[tuple[str, Sample]] = []
    if hex_map.land:
        keys.append(("land: no ship enters", _land))
    if hex_map.shallows:
        keys.append(("shallows", _shallows))
    if hex_map.ports:
        keys.append(("port", _port))
    if hex_map.edges:
        keys.append(("coast along a hex's side", _hexside))
    for number, name in enumerate(list(hex_map.areas)[:_MOST_AREAS]):
        keys.append((shortened(area_name(name), 30), _area(number)))
    down = int(area.height // _ROW)
    for number, (words, sample) in enumerate(keys[: 2 * down]):
        col, row = divmod(number, down)
        x, y = area.x + col * area.width / 2, area.top - 8 - row * _ROW
        sample(document, x, y)
        document.line(x + 22, y - 2.2, words, _KEY, area.width / 2 - 24)


def _land(document: Document, x: float, y: float) -> None:
    canvas = document.canvas
    path = canvas.beginPath()
    for number, (right, down) in enumerate(CORNERS):
        (path.lineTo if number else path.moveTo)(x + 8 + right * 10, y - down * 10)
    path.close()
    canvas.setFillColor(colours.LAND)
    canvas.setStrokeColor(colours.HEX_LINE)
    canvas.setLineWidth(0.4)
    canvas.drawPath(path, stroke=1, fill=1)
    canvas.setStrokeColor(colours.LAND_MARK)
    for start, end in HACHURE:
        canvas.line(x + 8 + start[0] * 10, y - start[1] * 10, x + 8 + end[0] * 10, y - end[1] * 10)


def _shallows(document: Document, x: float, y: float) -> None:
    document.canvas.setFillColor(colours.HEX_LINE)
    for number in range(8):
        document.canvas.circle(x + 2 + (number % 4) * 4, y + 1.5 - 3 * (number // 4), 0.5, stroke=0, fill=1)


def _port(document: Document, x: float, y: float) -> None:
    canvas = document.canvas
    canvas.setStrokeColor(colours.CHART_INK)
    canvas.setLineWidth(0.8)
    canvas.circle(x + 8, y + 3.4, 1, stroke=1, fill=0)
    canvas.line(x + 8, y + 2.4, x + 8, y - 4)
    canvas.line(x + 5.5, y + 1.2, x + 10.5, y + 1.2)
    canvas.bezier(x + 4, y - 1.5, x + 5, y - 5.2, x + 11, y - 5.2, x + 12, y - 1.5)


def _hexside(document: Document, x: float, y: float) -> None:
    document.rule(x, y, x + 16, y, colours.COAST, 2.2)


def _area(number: int) -> Sample:
    def draw(document: Document, x: float, y: float) -> None:
        document.canvas.setDash(*dash_of(number))
        document.rule(x, y, x + 17, y, colours.ACCENT, 1.1)
        document.canvas.setDash()

    return draw


def _draw_bar(document: Document, hex_yards: int, x: float, y: float, scale: float) -> None:
    """Draw a scale bar with yards above and kilometres below."""
    points_a_yard = scale / max(hex_yards, 1)
    yards = _round_length(_LONGEST_BAR / points_a_yard)
    kilometres = _round_length(_LONGEST_BAR / points_a_yard * _METRES_A_YARD / 1000)
    _draw_scale(document, x, y, yards * points_a_yard, f"{yards:,.0f} yards", is_above=True)
    length = kilometres * 1000 / _METRES_A_YARD * points_a_yard
    _draw_scale(document, x, y - 6, length, f"{kilometres:g} km", is_above=False)


def _draw_scale(document: Document, x: float, y: float, length: float, words: str, *, is_above: bool) -> None:
    quarter = length / 4
    for number in range(4):
        fill = colours.INK if number % 2 == 0 else colours.PAPER
        document.box(Area(x + number * quarter, y, quarter, 2.6), colours.INK, 0.4, fill)
    level = y + 6 if is_above else y - 7.5
    document.line(x, level, "0", _KEY, 10)
    document.line(x + length, level, words, _KEY, _LONGEST_BAR - 12, "right")


def _round_length(longest: float) -> float:
    """Return the largest round length up to this one: 1, 2 or 5 times a power of ten."""
    if longest <= 0:
        return 0
    power = 10 ** math.floor(math.log10(longest))
    return float(next(power * digit for digit in (5, 2, 1) if power * digit <= longest))


def _draw_rose(document: Document, x: float, y: float) -> None:
    canvas = document.canvas
    canvas.setStrokeColor(colours.CHART_INK)
    canvas.setLineWidth(0.4)
    for radius in (21, 19):
        canvas.circle(x, y, radius, stroke=1, fill=0)
    for step in range(0, 360, 15):
        turn = math.radians(step)
        inner = 15.5 if step % 45 == 0 else 17.5
        canvas.line(
            x + inner * math.sin(turn), y + inner * math.cos(turn),
            x + 19 * math.sin(turn), y + 19 * math.cos(turn),
        )  # fmt: skip
    for start, long in ((45, 12.0), (0, 19.0)):
        for turn in range(start, start + 360, 90):
            _draw_ray(document, x, y, turn, long)
    document.line(x, y + 23.5, "N", Type(SERIF_BOLD, 9), 12, "centre")


def _draw_ray(document: Document, x: float, y: float, turn: int, long: float) -> None:
    """Draw a compass ray in two halves, one of them dark."""
    canvas = document.canvas
    canvas.saveState()
    canvas.translate(x, y)
    canvas.rotate(-turn)
    for wide, fill in ((3.2, colours.PAPER), (-3.2, colours.CHART_INK)):
        path = canvas.beginPath()
        path.moveTo(0, 0)
        path.lineTo(0, long)
        path.lineTo(wide, abs(wide))
        path.close()
        canvas.setFillColor(fill)
        canvas.drawPath(path, stroke=1, fill=1)
    canvas.restoreState()
