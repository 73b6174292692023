"""Draws SVG paths with absolute commands (M L H V Q Z) on a canvas."""

import re
from functools import lru_cache

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

_TOKEN = re.compile(r"[MLHVQZ]|-?\d*\.?\d+")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "Z": 0}

#: A stroke: its command and numbers. H and V are converted to L.
Stroke = tuple[str, tuple[float, ...]]


@lru_cache(maxsize=256)
def strokes_of(written: str) -> tuple[Stroke, ...]:
    """Return the strokes of a path. Extra numbers repeat the command (L after M)."""
    strokes: list[Stroke] = []
    command, numbers, x, y = "", [], 0.0, 0.0
    for token in _TOKEN.findall(written):
        if token.isalpha():
            command = token
        else:
            numbers.append(float(token))
        if len(numbers) < _TAKES[command] or (not token.isalpha() and command == "Z"):
            continue
        if command == "Z":
            strokes.append(("Z", ()))
            continue
        x = numbers[-1] if command == "H" else numbers[-2] if command != "V" else x
        y = numbers[-1] if command != "H" else y
        kind = command if command in "MQ" else "L"
        strokes.append((kind, (*numbers[:2], x, y) if kind == "Q" else (x, y)))
        command, numbers = ("L" if command == "M" else command), []
    return tuple(strokes)


def draw_outline(
    canvas: Canvas, written: str, x: float, y: float, scale: float, *, fill: int = 1, stroke: int = 0
) -> None:
    """Draw a path, whose y points down, around a point, with the even-odd fill rule."""
    path = canvas.beginPath()
    add_outline(path, written, x, y, scale)
    canvas.drawPath(path, stroke=stroke, fill=fill, fillMode=0)


def add_outline(path: PDFPathObject, written: str, x: float, y: float, scale: float) -> None:
    """Append a path around a point to another path."""
    at = (x, y)
    for kind, numbers in strokes_of(written):
        if kind == "Z":
            path.close()
            continue
        points = [
            (x + scale * right, y - scale * down)
            for right, down in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        if kind == "M":
            path.moveTo(*points[0])
        elif kind == "L":
            path.lineTo(*points[0])
        else:
            (bend_x, bend_y), (to_x, to_y) = points
            path.curveTo(
                at[0] + (bend_x - at[0]) * 2 / 3, at[1] + (bend_y - at[1]) * 2 / 3,
                to_x + (bend_x - to_x) * 2 / 3, to_y + (bend_y - to_y) * 2 / 3,
                to_x, to_y,
            )  # fmt: skip
        at = points[-1]
