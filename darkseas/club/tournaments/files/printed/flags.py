"""Flags in PDF: a club's emblem, and numeral pennants of the International Code of Signals."""

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from darkseas.club.emblems.charges import SQUARE, Charge
from darkseas.club.emblems.drawing import USUAL, BadDevice, Device, device_of
from darkseas.club.emblems.fields import HEIGHT, WIDTH
from darkseas.club.emblems.outlines import pieces

EDGE = Color(0, 0, 0, alpha=0.35)
#: Length of a pennant, and its height at the fly, as multiples of its height at the hoist.
_LENGTH, _FLY = 2.2, 0.5
_RED, _BLUE, _YELLOW, _WHITE, _BLACK = (
    HexColor(colour) for colour in ("#b4232c", "#1b3a6b", "#f4b81c", "#fbf8ef", "#22262c")
)
#: Each numeral pennant: its ground, then (colour, path) in a box of 22 by 10.
_PENNANTS: dict[str, tuple[Color, tuple[tuple[Color, str], ...]]] = {
    "0": (_YELLOW, ((_RED, "M7 0H15V10H7Z"),)),
    "1": (_WHITE, ((_RED, "M8 2.4A2.6 2.6 0 0 1 8 7.6A2.6 2.6 0 0 1 8 2.4Z"),)),
    "2": (_BLUE, ((_WHITE, "M8 2.4A2.6 2.6 0 0 1 8 7.6A2.6 2.6 0 0 1 8 2.4Z"),)),
    "3": (_RED, ((_WHITE, "M7 0H14V10H7Z"), (_BLUE, "M14 0H22V10H14Z"))),
    "4": (_RED, ((_WHITE, "M0 4H22V6H0ZM7 0H9V10H7Z"),)),
    "5": (_YELLOW, ((_BLUE, "M10 0H22V10H10Z"),)),
    "6": (_BLACK, ((_WHITE, "M0 5H22V10H0Z"),)),
    "7": (_YELLOW, ((_RED, "M0 5H22V10H0Z"),)),
    "8": (_WHITE, ((_RED, "M0 4H22V6H0ZM7 0H9V10H7Z"),)),
    "9": (_WHITE, ((_BLACK, "M10 0H22V5H10Z"), (_RED, "M0 5H10V10H0Z"), (_YELLOW, "M10 5H22V10H10Z"))),
}


def draw_sign(canvas: Canvas, device: str, x: float, y: float, width: float) -> None:
    """Draw the emblem of a club with its lower left corner at (x, y); an invalid device gives the default."""
    try:
        known = device_of(device)
    except BadDevice:
        known = device_of(USUAL)
    first, second = HexColor(known.first.colour), HexColor(known.second.colour)
    _begin(canvas, x, y, width / WIDTH, HEIGHT)
    _fill(canvas, f"M0 0H{WIDTH}V{HEIGHT}H0Z", first)
    if known.field.path:
        _fill(canvas, known.field.path, second)
    _draw_placed(canvas, known, second)
    if known.field.path:
        canvas.clipPath(_path(canvas, known.field.path), stroke=0, fill=0, fillMode=1)
        _draw_placed(canvas, known, first)
    canvas.restoreState()
    _begin(canvas, x, y, width / WIDTH, HEIGHT)
    canvas.setStrokeColor(EDGE)
    canvas.setLineWidth(1)
    canvas.rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, stroke=1, fill=0)
    canvas.restoreState()


def draw_charge(canvas: Canvas, charge: Charge, ink: Color, x: float, y: float, size: float) -> None:
    """Draw a charge in one colour with its lower left corner at (x, y)."""
    _begin(canvas, x, y, size / SQUARE, SQUARE)
    _draw_shapes(canvas, charge, ink)
    canvas.restoreState()


def draw_hoist(canvas: Canvas, number: str, x: float, top: float, height: float) -> float:
    """Draw the pennants of a number's digits, top to bottom; return the y coordinate below the last."""
    for digit in number:
        if digit not in _PENNANTS:
            continue
        ground, parts = _PENNANTS[digit]
        top -= height
        low, high = 5 * (1 - _FLY), 10 - 5 * (1 - _FLY)
        shape = f"M0 0L{10 * _LENGTH} {low}V{high}L0 10Z"
        _begin(canvas, x, top, height / 10, 10)
        canvas.clipPath(_path(canvas, shape), stroke=0, fill=0, fillMode=1)
        for colour, path in ((ground, f"M0 0H{10 * _LENGTH}V10H0Z"), *parts):
            _fill(canvas, path, colour)
        canvas.restoreState()
        _begin(canvas, x, top, height / 10, 10)
        canvas.setStrokeColor(EDGE)
        canvas.setLineWidth(0.4)
        canvas.drawPath(_path(canvas, shape), stroke=1, fill=0)
        canvas.restoreState()
        top -= height * 0.16
    return top


def hoist_width(height: float) -> float:
    """Return the width of a pennant of this height."""
    return height * _LENGTH


def _draw_placed(canvas: Canvas, device: Device, ink: Color) -> None:
    (x, y), size = device.field.at, device.field.size
    canvas.saveState()
    canvas.translate(x - size / 2, y - size / 2)
    canvas.scale(size / SQUARE, size / SQUARE)
    _draw_shapes(canvas, device.charge, ink)
    canvas.restoreState()


def _draw_shapes(canvas: Canvas, charge: Charge, ink: Color) -> None:
    _fill(canvas, charge.filled, ink)
    canvas.setStrokeColor(ink)
    canvas.setLineCap(1)
    for width, path in charge.strokes:
        canvas.setLineWidth(width)
        canvas.drawPath(_path(canvas, path), stroke=1, fill=0)


def _begin(canvas: Canvas, x: float, y: float, scale: float, height: float) -> None:
    """Start drawing in SVG coordinates: y points down, with the origin in the upper left corner of the
    box.
    """
    canvas.saveState()
    canvas.translate(x, y + height * scale)
    canvas.scale(scale, -scale)


def _fill(canvas: Canvas, path: str, colour: Color) -> None:
    canvas.setFillColor(colour)
    canvas.drawPath(_path(canvas, path), stroke=0, fill=1, fillMode=1)


def _path(canvas: Canvas, written: str) -> PDFPathObject:
    path = canvas.beginPath()
    draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for kind, numbers in pieces(written):
        draw[kind](*numbers)
    return path
