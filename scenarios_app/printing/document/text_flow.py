"""Text that flows over as many pages as needed."""

from collections.abc import Callable, Sequence

from . import colours
from .fonts import SANS, SANS_BOLD, SERIF, SERIF_BOLD, SERIF_ITALIC, wrapped
from .page import LEADING, Document, Type
from .paper import Area

HEADING = Type(SERIF_BOLD, 13, colours.ACCENT)
BODY = Type(SERIF, 10.5)
SMALL = Type(SERIF, 7.9)
LABEL = Type(SANS, 7, colours.SOFT)
VALUE = Type(SANS_BOLD, 7.6)


class Flow:
    """A column of text; text that does not fit continues on a new page, started by `begin`."""

    def __init__(self, document: Document, room: Area, begin: Callable[[], Area]) -> None:
        self.document = document
        self.room = room
        self.y = room.top
        self._begin = begin

    def need(self, height: float) -> None:
        """Start a new page if less than this height is left."""
        if self.y - height < self.room.y and self.y < self.room.top - 1:
            self.new_page()

    def new_page(self) -> None:
        """Continue at the top of a new page."""
        self.room = self._begin()
        self.y = self.room.top

    def skip(self, height: float) -> None:
        """Add vertical space, except at the top of a page."""
        if self.y < self.room.top - 1:
            self.y -= height

    def heading(self, text: str, style: Type = HEADING) -> None:
        """Write a heading with a rule under it, and at least two lines after it on the same page."""
        self.skip(9)
        self.need(style.size * 4)
        self.y -= style.size
        self.document.line(self.room.x, self.y, text, style, self.room.width)
        self.document.rule(self.room.x, self.y - 4, self.room.right, self.y - 4)
        self.y -= 6

    def paragraph(self, text: str, style: Type = BODY, indent: float = 0) -> None:
        """Write a paragraph, which may continue on the next page."""
        for line in wrapped(text, style.font, style.size, self.room.width - indent):
            self.need(style.size * LEADING)
            self.y -= style.size * LEADING
            self.document.line(
                self.room.x + indent, self.y + 2, line, style, self.room.width - indent, least=style.size
            )
        self.y -= style.size * 0.3

    def bullets(self, texts: Sequence[str], style: Type = BODY) -> None:
        """Write a bulleted list."""
        for text in texts:
            self.need(style.size * LEADING)
            self.document.canvas.setFillColor(colours.ACCENT)
            self.document.canvas.circle(
                self.room.x + 3, self.y - style.size * 0.78, style.size * 0.13, stroke=0, fill=1
            )
            self.paragraph(text, style, indent=11)

    def facts(self, pairs: Sequence[tuple[str, str]], label_width: float = 96, style: Type = VALUE) -> None:
        """Write labels with their texts, each on a new line."""
        for label, value in pairs:
            lines = wrapped(value, style.font, style.size, self.room.width - label_width) or [""]
            self.need(style.size * LEADING)
            self.document.line(self.room.x, self.y - style.size * 1.1, label, LABEL, label_width - 6)
            for line in lines:
                self.need(style.size * LEADING)
                self.y -= style.size * LEADING
                self.document.line(
                    self.room.x + label_width, self.y + 2, line, style, self.room.width, least=style.size
                )
            self.y -= 1.5

    def note(self, text: str) -> None:
        """Write a line in italics."""
        self.paragraph(text, Type(SERIF_ITALIC, 9, colours.SOFT))
