"""Crop marks around printed cards and stickers."""

from collections.abc import Sequence

from . import colours
from .page import Document
from .paper import MM, Area

_LONG, _AWAY = 3.2 * MM, 1.2 * MM
#: Space for crop marks on each side.
CROP = _LONG + _AWAY


def draw_crops(document: Document, spots: Sequence[Area]) -> None:
    """Draw crop marks around a grid, at every edge to cut."""
    if not spots:
        return
    left, right = min(spot.x for spot in spots), max(spot.right for spot in spots)
    low, high = min(spot.y for spot in spots), max(spot.top for spot in spots)
    for x in sorted({round(x, 3) for spot in spots for x in (spot.x, spot.right)}):
        document.rule(x, high + _AWAY, x, high + CROP, colours.INK, 0.35)
        document.rule(x, low - _AWAY, x, low - CROP, colours.INK, 0.35)
    for y in sorted({round(y, 3) for spot in spots for y in (spot.y, spot.top)}):
        document.rule(left - _AWAY, y, left - CROP, y, colours.INK, 0.35)
        document.rule(right + _AWAY, y, right + CROP, y, colours.INK, 0.35)


def grid_of(room: Area, width: float, height: float, gap: float) -> list[Area]:
    """Return the cells of this size that fit into an area, row by row, with space for crop marks."""
    across = int((room.width - 2 * CROP + gap) // (width + gap))
    down = int((room.height - 2 * CROP + gap) // (height + gap))
    left = room.x + (room.width - across * (width + gap) + gap) / 2
    top = room.top - CROP
    return [
        Area(left + col * (width + gap), top - row * (height + gap) - height, width, height)
        for row in range(down)
        for col in range(across)
    ]
