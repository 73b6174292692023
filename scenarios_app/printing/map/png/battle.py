"""Draws blocks and ships on a map, or rows of cards, with their attacks."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from darkseas.engine.hexes.board import Hex
from darkseas.engine.presentation.chart import Chart, ChartSide, Piece, Stroke

from ...document import colours
from ...document.silhouettes import BOX, PROFILES, WOOD, WOOD_BOX, profile_of
from ..geometry import centre, hex_of
from .easel import Easel, Point, broken, width_of
from .hulls import draw_hull, is_ship
from .sea import Window, draw_sea, window_about

STICKER, INK, SOFT, FIRE = "#fbf5e6", "#1d1a14", "#31414c", "#b4460a"
#: Size of a block in a hex and blocks per row, by the number of blocks there.
_SIZES = ((1, 0.66, 1), (2, 0.45, 2), (4, 0.4, 2), (6, 0.3, 3))
_SMALLEST = (0.24, 4)
_AFLOAT = ("up", "down")


def draw_battle(easel: Easel, chart: Chart, wide: int, high: int) -> None:
    """Draw a chart of this width and height from the upper left corner."""
    if chart.ground.map is None:
        _draw_cards(easel, chart, wide, high)
        return
    places = _places(chart)
    afloat = [piece for pieces in places.values() for piece in pieces if piece.face in _AFLOAT]
    shown = {at for piece in afloat for label in (piece.at, *piece.hexes) if (at := hex_of(label))}
    window = window_about(chart.ground.map, shown or set(places), wide, high)
    draw_sea(easel, chart.ground.map, window)
    sides = {side.key: side for side in chart.ground.sides}
    for stroke in chart.strokes:
        _draw_stroke(easel, window, stroke, sides)
    for at, pieces in places.items():
        blocks = [piece for piece in pieces if not is_ship(piece)]
        for piece, middle, size in _fanned(window.at(centre(at)), blocks, window.scale):
            _draw_block(easel, piece, sides[piece.side], middle, size)
        for piece in pieces:
            if is_ship(piece):
                draw_hull(easel, window, piece, colour_of(sides[piece.side]), sides[piece.side].notch)


def colour_of(side: ChartSide) -> str:
    """Return the colour of a side's navy."""
    return f"#{colours.navy_colour(side.navy).hexval()[2:]}"


def _places(chart: Chart) -> Mapping[Hex, list[Piece]]:
    places: dict[Hex, list[Piece]] = defaultdict(list)
    for piece in chart.pieces:
        at = hex_of(piece.at)
        if at is not None:
            places[at].append(piece)
    return places


def _fanned(middle: Point, pieces: list[Piece], hex_wide: float) -> Iterator[tuple[Piece, Point, float]]:
    """Yield the pieces of a hex with positions and sizes, without overlaps."""
    fits = ((part, row) for most, part, row in _SIZES if len(pieces) <= most)
    part, in_row = next(fits, _SMALLEST)
    size, rows = part * hex_wide, -(-len(pieces) // in_row)
    for number, piece in enumerate(pieces):
        row, place = divmod(number, in_row)
        in_this = min(in_row, len(pieces) - row * in_row)
        x = middle[0] + (place - (in_this - 1) / 2) * size * 1.06
        yield piece, (x, middle[1] + (row - (rows - 1) / 2) * size * 1.06), size


def _draw_block(easel: Easel, piece: Piece, side: ChartSide, at: Point, size: float) -> None:
    if piece.face not in _AFLOAT:
        _draw_lost(easel, piece, side, at, size)
        return
    scale = size / WOOD_BOX
    easel.outline(WOOD[side.notch % len(WOOD)], at, scale * 1.06, "#ffffff")
    easel.outline(WOOD[side.notch % len(WOOD)], at, scale, colour_of(side))
    if piece.face == "up":
        half, top = 17 * scale, at[1] - 9 * scale
        corners = [(-half, 0.0), (half, 0.0), (half, 27 * scale), (-half, 27 * scale)]
        easel.shape([(at[0] + x, top + y) for x, y in corners], STICKER)
        profile = profile_of(piece.kind)
        if profile:
            easel.outline(PROFILES[profile], (at[0], at[1] + 5 * scale), 31 * scale / BOX, INK)
        for pip in range(min(piece.pips, 8)):
            x = at[0] + (pip - (min(piece.pips, 8) - 1) / 2) * 4.6 * scale
            easel.dot((x, at[1] - 14 * scale), 1.6 * scale, "#ffffff")


def _draw_lost(easel: Easel, piece: Piece, side: ChartSide, at: Point, size: float) -> None:
    """Draw ripples where a ship sank."""
    if "sunk" in piece.marks or piece.title:
        for ring in (0.18, 0.32):
            easel.dot(at, ring * size, None, colour_of(side))


def _draw_stroke(easel: Easel, window: Window, stroke: Stroke, sides: Mapping[str, ChartSide]) -> None:
    points = [window.at(centre(at)) for label in stroke.path if (at := hex_of(label)) is not None]
    if len(points) < 2:
        return
    colour, unit = colour_of(sides[stroke.side]) if stroke.side in sides else SOFT, window.scale / 100
    if stroke.kind == "track":
        if stroke.age < 2:
            easel.dashes(points, colour, 4 * unit, 4 * unit, 9 * unit)
    elif stroke.kind in ("torpedo", "fan"):
        easel.dashes(points, FIRE, 4 * unit, 14 * unit, 9 * unit)
    elif stroke.kind == "gunfire":
        easel.line(points, FIRE, 4 * unit)
    else:
        easel.line(points, SOFT, 1.5 * unit)


def _draw_cards(easel: Easel, chart: Chart, wide: int, high: int) -> None:
    """Draw cards in rows: fronts face each other, and each side's rear is outermost."""
    rows: dict[str, list[Piece]] = {row.key: [] for row in chart.ground.rows}
    for piece in chart.pieces:
        rows.setdefault(piece.at.partition("/")[0], []).append(piece)
    sides = {side.key: side for side in chart.ground.sides}
    filled = [pieces for pieces in rows.values() if pieces]
    each = high / max(len(filled), 1)
    for number, pieces in enumerate(filled):
        card = min(each * 1.35, (wide - 40) / len(pieces))
        for place, piece in enumerate(pieces):
            x = wide / 2 + (place - (len(pieces) - 1) / 2) * card
            _draw_card(easel, piece, sides[piece.side], (x, (number + 0.5) * each), card * 0.9, each * 0.84)


def _draw_card(easel: Easel, piece: Piece, side: ChartSide, at: Point, wide: float, high: float) -> None:
    corners = [(-wide / 2, -high / 2), (wide / 2, -high / 2), (wide / 2, high / 2), (-wide / 2, high / 2)]
    is_lost = piece.face == "out" or "sunk" in piece.marks
    fill = "#d9d2c1" if is_lost else STICKER if piece.face == "up" else colour_of(side)
    easel.shape([(at[0] + x, at[1] + y) for x, y in corners], fill, colour_of(side), 4)
    if piece.face == "down":
        return
    profile = profile_of(piece.kind)
    if profile:
        easel.outline(
            PROFILES[profile], (at[0], at[1] - high * 0.02), wide * 0.75 / BOX, SOFT if is_lost else INK
        )
    size = min(high * 0.16, 20)
    for name in broken(piece.title, size, wide * 0.92, 1):
        if width_of(name, size) <= wide:
            easel.text((at[0], at[1] + high * 0.38), name, size, SOFT if is_lost else INK, anchor="ms")
