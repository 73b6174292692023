"""The border of a printed map: two lines around the page with ticks between them."""

from . import colours
from .page import Document
from .paper import Area

_BAND = 4.0
_TICK = 18.0


def draw_frame(document: Document, room: Area, tick: float = _TICK) -> None:
    """Draw the border along the edge of an area, with ticks of about this length."""
    inner = room.shrunk(_BAND)
    document.box(room, colours.INK, 0.5)
    document.box(inner, colours.INK, 0.9)
    canvas = document.canvas
    canvas.setFillColor(colours.INK)
    wide, high = _even(room.width, tick), _even(room.height, tick)
    for number in range(0, round(room.width / wide), 2):
        for y in (room.y + 1, room.top - _BAND + 1):
            canvas.rect(room.x + number * wide, y, wide, _BAND - 2, stroke=0, fill=1)
    for number in range(0, round(room.height / high), 2):
        for x in (room.x + 1, room.right - _BAND + 1):
            canvas.rect(x, room.y + number * high, _BAND - 2, high, stroke=0, fill=1)


def inside(room: Area) -> Area:
    """Return the area within the border, less a margin."""
    return room.shrunk(_BAND + 13)


def _even(length: float, tick: float) -> float:
    """Return a tick of about this length that divides the whole an odd number of times."""
    count = max(1, round(length / tick))
    return length / (count | 1)
