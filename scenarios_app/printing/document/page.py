"""A PDF document under construction: pages, text and boxes. Units are points, y points up."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from . import colours
from .fonts import ELLIPSIS, LEAST, SANS, fitted, printable, set_in, width_of, wrapped
from .paper import Area, Paper, room_on

#: Height reserved for the footer.
FOOT = 15
FOOT_SIZE = 6.5
LEADING = 1.32

Align = Literal["left", "centre", "right"]
#: Canvas factory; tests pass one that records what was drawn.
CanvasMaker = Callable[..., Canvas]


@dataclass(frozen=True, slots=True)
class Type:
    """Text style: font, size in points, colour."""

    font: str = SANS
    size: float = 8
    ink: Color = colours.INK


class Document:
    """A PDF under construction; `foot` is the footer of every page."""

    def __init__(self, paper: Paper, title: str, foot: str, canvas_maker: CanvasMaker = Canvas) -> None:
        self._out = BytesIO()
        self.paper = paper
        self.foot = foot
        self.pages = 0
        self.canvas = canvas_maker(self._out, pagesize=(paper.width, paper.height), invariant=1)
        self.canvas.setTitle(printable(title))
        self.canvas.setAuthor("darkseas")
        self.canvas.setCreator("darkseas")

    def begin_page(self, is_wide: bool = False, foot: str | None = None) -> Area:
        """Finish the current page, start another, and return its area above the footer."""
        if self.pages:
            self.canvas.showPage()
        self.pages += 1
        width, height = self.paper.width, self.paper.height
        self.canvas.setPageSize((height, width) if is_wide else (width, height))
        room = room_on(self.paper, is_wide)
        self._draw_foot(room, self.foot if foot is None else foot)
        return Area(room.x, room.y + FOOT, room.width, room.height - FOOT)

    def finish(self) -> bytes:
        self.canvas.showPage()
        self.canvas.save()
        return self._out.getvalue()

    # --- text ------------------------------------------------------------------------------------

    def line(
        self,
        x: float,
        y: float,
        text: str,
        style: Type,
        width: float,
        align: Align = "left",
        least: float = LEAST,
    ) -> None:
        """Draw one line, shrunk and then cut to fit the width; `x` is the aligned end."""
        shown, size = fitted(text, style.font, style.size, width, least)
        self._write(x, y, shown, Type(style.font, size, style.ink), align)

    def paragraph(
        self,
        x: float,
        y: float,
        text: str,
        style: Type,
        width: float,
        most: int = 10_000,
        align: Align = "left",
    ) -> float:
        """Draw a paragraph of at most `most` lines; return the y position of the next line."""
        for line in wrapped(text, style.font, style.size, width, most):
            self._write(x, y, line, style, align)
            y -= style.size * LEADING
        return y

    def halo_line(self, x: float, y: float, text: str, style: Type, halo: Color, spread: float = 0) -> None:
        """Draw a centred line with a pale outline, readable on map lines. `spread` adds letter spacing."""
        font, shown = set_in(style.font, text)
        width = width_of(text, style.font, style.size) + spread * max(len(shown) - 1, 0)
        for mode in (1, 0):
            written = self.canvas.beginText(x - width / 2, y)
            written.setFont(font, style.size)
            written.setCharSpace(spread)
            written.setTextRenderMode(mode)
            self.canvas.setStrokeColor(halo)
            self.canvas.setLineWidth(style.size * 0.28)
            self.canvas.setFillColor(style.ink)
            written.textOut(shown)
            written.setCharSpace(0)
            written.setTextRenderMode(0)
            self.canvas.drawText(written)

    def _write(self, x: float, y: float, shown: str, style: Type, align: Align) -> None:
        if not shown:
            return
        font, shown = set_in(style.font, shown)
        wide = width_of(shown, font, style.size)
        left = {"left": x, "centre": x - wide / 2, "right": x - wide}[align]
        self.canvas.setFillColor(style.ink)
        self.canvas.setFont(font, style.size)
        self.canvas.drawString(left, y, shown)

    # --- lines -----------------------------------------------------------------------------------

    def box(
        self, area: Area, ink: Color = colours.INK, weight: float = 0.8, fill: Color | None = None
    ) -> None:
        """Draw a box; a weight of 0 draws no outline."""
        self.canvas.setLineWidth(weight)
        self.canvas.setStrokeColor(ink)
        if fill is not None:
            self.canvas.setFillColor(fill)
        has_line = int(weight > 0)
        self.canvas.rect(area.x, area.y, area.width, area.height, stroke=has_line, fill=int(fill is not None))

    def rule(
        self, x: float, y: float, to_x: float, to_y: float, ink: Color = colours.RULE, weight: float = 0.6
    ) -> None:
        """Draw a straight line."""
        self.canvas.setLineWidth(weight)
        self.canvas.setStrokeColor(ink)
        self.canvas.line(x, y, to_x, to_y)

    def _draw_foot(self, room: Area, foot: str) -> None:
        small = Type(SANS, FOOT_SIZE, colours.SOFT)
        self.rule(room.x, room.y + FOOT - 5, room.right, room.y + FOOT - 5)
        self.line(room.x, room.y + 1.5, foot, small, room.width - 60)
        self.line(room.right, room.y + 1.5, f"Page {self.pages}", small, 56, "right")


def shortened(text: str, letters: int) -> str:
    """Cut a text to a number of letters, with an ellipsis if anything is lost."""
    shown = printable(text)
    return shown if len(shown) <= letters else shown[: letters - 1].rstrip() + ELLIPSIS
