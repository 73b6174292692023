"""A canvas that draws at twice the final size to smooth edges."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from ...document import fonts
from ...document.svg_paths import strokes_of

Point = tuple[float, float]

#: Oversampling factor, and number of colours in the finished picture.
_LARGER, _COLOURS = 2, 192
#: Number of straight segments in a curve.
_PARTS = 6


class Easel:
    """A picture under construction. Lengths are pixels of the finished picture, with y pointing down."""

    def __init__(self, wide: int, high: int, colour: str) -> None:
        self.wide, self.high = wide, high
        self._image = Image.new("RGB", (wide * _LARGER, high * _LARGER), colour)
        self._draw = ImageDraw.Draw(self._image)

    def shape(
        self, points: Iterable[Point], fill: str | None, line: str | None = None, weight: float = 1
    ) -> None:
        """Draw a closed shape."""
        corners = _larger(points)
        if len(corners) > 2 and fill:
            self._draw.polygon(corners, fill=fill)
        if len(corners) > 1 and line:
            self._draw.line([*corners, *corners[:2]], fill=line, width=_weight(weight), joint="curve")

    def line(self, points: Iterable[Point], colour: str, weight: float) -> None:
        """Draw a line through points."""
        self._draw.line(_larger(points), fill=colour, width=_weight(weight), joint="curve")

    def dashes(self, points: Sequence[Point], colour: str, weight: float, on: float, off: float) -> None:
        """Draw a dashed line through points. Dashes no longer than the line width become dots."""
        for first, last in pairwise(points):
            long = max(((last[0] - first[0]) ** 2 + (last[1] - first[1]) ** 2) ** 0.5, 0.001)
            at = 0.0
            while at < long:
                end = min(at + on, long)
                a, b = (_between(first, last, place / long) for place in (at, end))
                if on <= weight:
                    self.dot(a, weight / 2, colour)
                else:
                    self.line((a, b), colour, weight)
                at += on + off

    def dot(self, at: Point, radius: float, fill: str | None, line: str | None = None) -> None:
        """Draw a disc or a ring."""
        (x, y), reach = (at[0] * _LARGER, at[1] * _LARGER), radius * _LARGER
        box = (x - reach, y - reach, x + reach, y + reach)
        self._draw.ellipse(box, fill=fill, outline=line, width=_weight(1.5))

    def outline(self, written: str, at: Point, scale: float, fill: str) -> None:
        """Draw an SVG path around a point."""
        self.figure(written, lambda x, y: (at[0] + x * scale, at[1] + y * scale), fill)

    def figure(self, written: str, place: Callable[[float, float], Point], fill: str) -> None:
        """Draw an SVG path whose points `place` maps to the picture."""
        for part in _polygons(written):
            self.shape((place(x, y) for x, y in part), fill)

    def text(
        self, at: Point, text: str, size: float, colour: str, *, bold: bool = False, anchor: str = "ls"
    ) -> None:
        """Draw a line of text. The point is the start of its baseline, or as set by Pillow's `anchor`."""
        face, place = font(size * _LARGER, bold=bold), (at[0] * _LARGER, at[1] * _LARGER)
        self._draw.text(place, fonts.printable(text), colour, face, anchor=anchor)

    def png(self) -> bytes:
        """Return the finished picture."""
        small = self._image.resize((self.wide, self.high), Image.Resampling.LANCZOS)
        kept = BytesIO()
        small.quantize(_COLOURS, dither=Image.Dither.NONE).save(kept, "PNG", optimize=True)
        return kept.getvalue()


@lru_cache(maxsize=32)
def font(size: float, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the font with the largest character set, at a size in pixels."""
    name = f"{fonts.WIDE_BOLD if bold else fonts.WIDE}.ttf"
    return ImageFont.truetype(Path(fonts.__file__).parent / "font_files" / name, size)


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line."""
    return font(size, bold=bold).getlength(fonts.printable(text))


def broken(text: str, size: float, wide: float, most: int) -> list[str]:
    """Return a text broken into a number of lines of a maximum width; the rest is cut off."""
    lines: list[str] = [""]
    for word in fonts.printable(text).split():
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, size) <= wide or not lines[-1]:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1].rstrip('.,;:')} {fonts.ELLIPSIS}"
            break
    return lines


@lru_cache(maxsize=64)
def _polygons(written: str) -> tuple[tuple[Point, ...], ...]:
    parts: list[list[Point]] = []
    for kind, numbers in strokes_of(written):
        if kind == "M":
            parts.append([(numbers[0], numbers[1])])
        elif kind == "L":
            parts[-1].append((numbers[0], numbers[1]))
        elif kind == "Q":
            parts[-1] += _bend(parts[-1][-1], (numbers[0], numbers[1]), (numbers[2], numbers[3]))
    return tuple(tuple(part) for part in parts)


def _bend(first: Point, by: Point, last: Point) -> list[Point]:
    steps = [step / _PARTS for step in range(1, _PARTS + 1)]
    return [_between(_between(first, by, part), _between(by, last, part), part) for part in steps]


def _between(first: Point, last: Point, part: float) -> Point:
    return first[0] + (last[0] - first[0]) * part, first[1] + (last[1] - first[1]) * part


def _larger(points: Iterable[Point]) -> list[Point]:
    return [(x * _LARGER, y * _LARGER) for x, y in points]


def _weight(weight: float) -> int:
    return max(1, round(weight * _LARGER))
