"""The face of a sticker or card, drawn in relative units on the side's wood colour."""

from reportlab.lib.colors import Color

from . import colours
from .fonts import SANS, SANS_BOLD
from .page import Align, Document, Type
from .paper import Area
from .silhouettes import draw_silhouette
from .svg_paths import draw_outline


class Face:
    """A spot on a page, measured in hundredths of its width from its lower left corner."""

    def __init__(self, document: Document, spot: Area) -> None:
        self._document = document
        self._spot = spot
        self.unit = spot.width / 100

    def write(
        self, x: float, y: float, text: str, size: float, width: float, *,
        align: Align = "centre", ink: Color = colours.INK, is_bold: bool = True, least: float = 0.35,
    ) -> None:  # fmt: skip
        """Draw a line, shrunk down to `least` of its size before it is cut."""
        style = Type(SANS_BOLD if is_bold else SANS, size * self.unit, ink)
        self._document.line(self._x(x), self._y(y), text, style, width * self.unit, align, style.size * least)

    def paragraph(self, x: float, y: float, text: str, size: float, width: float, most: int) -> None:
        """Draw a few centred lines."""
        style = Type(SANS, size * self.unit, colours.SOFT)
        self._document.paragraph(self._x(x), self._y(y), text, style, width * self.unit, most, "centre")

    def ship(self, kind: str, x: float, y: float, wide: float) -> None:
        """Draw a silhouette centred on a point."""
        draw_silhouette(self._document.canvas, kind, self._x(x), self._y(y), wide * self.unit, colours.INK)

    def outline(self, path: str, x: float, y: float, scale: float, ink: Color) -> None:
        """Fill a path centred on a point, scaled in units of the face."""
        self._document.canvas.setFillColor(ink)
        draw_outline(self._document.canvas, path, self._x(x), self._y(y), scale * self.unit)

    def disc(self, x: float, y: float, letter: str, radius: float) -> None:
        """Draw a white letter on a dark disc."""
        self._document.canvas.setFillColor(colours.INK)
        self._document.canvas.circle(self._x(x), self._y(y), radius * self.unit, stroke=0, fill=1)
        self.write(x, y - radius * 0.48, letter, radius * 1.35, radius * 1.8, ink=colours.PAPER, least=0.2)

    def rule(self, x: float, y: float, to_x: float, ink: Color = colours.RULE) -> None:
        """Draw a thin horizontal line."""
        self._document.rule(self._x(x), self._y(y), self._x(to_x), self._y(y), ink, 0.7 * self.unit)

    def _x(self, x: float) -> float:
        return self._spot.x + x * self.unit

    def _y(self, y: float) -> float:
        return self._spot.y + y * self.unit
