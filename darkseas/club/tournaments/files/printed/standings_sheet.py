"""Standings for the notice board: all places with their numbers, division by division."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from django.utils import timezone
from django.utils.dateformat import format as dated

from darkseas.club.tournaments.files.standings_rows import standings_rows
from darkseas.club.tournaments.tournament_so_far import Fought
from scenarios_app.printing.document import colours
from scenarios_app.printing.document.fonts import SANS, SANS_BOLD, SERIF_ITALIC
from scenarios_app.printing.document.page import Document, Type
from scenarios_app.printing.document.paper import Area

from .flags import draw_hoist, hoist_width
from .frame import Order, begun, draw_head, shown_name

_ROW, _PENNANT = 14.0, 9.0
#: Places that show a pennant.
_FLOWN = 3
_PLACE, _NUMBER = 46.0, 62.0


def standings_sheet(fought: Fought, order: Order) -> bytes:
    """Return the current standings."""
    heads, *rows = standings_rows(fought, partial(shown_name, fought))
    is_league = heads[0] == "division"
    document = begun(fought, order, "Standings")
    now = dated(timezone.localtime(), "j F Y, H:i")
    state = "final" if fought.tournament.state == fought.tournament.State.CLOSED else f"as of {now}"
    sheet = _Sheet(document, fought, heads[is_league:], f"Standings, {state}")
    for division, found in _divisions(rows, is_league):
        sheet.draw(division, found)
    return document.finish()


def _divisions(rows: list[list[str]], is_league: bool) -> Iterator[tuple[str, list[list[str]]]]:
    if not is_league:
        yield "", rows
        return
    for name, found in groupby(rows, key=lambda row: row[0]):
        yield name, [row[1:] for row in found]


class _Sheet:
    """A table that continues on further pages."""

    def __init__(self, document: Document, fought: Fought, heads: Sequence[str], what: str) -> None:
        self.document, self.fought, self.heads, self.what = document, fought, heads, what
        self.room: Area
        self.level = 0.0
        self._begin_page()

    def draw(self, division: str, rows: list[list[str]]) -> None:
        """Draw the rows of a division, or all rows without a heading."""
        if division:
            self._need(4 * _ROW)
            self.level -= _ROW
            style = Type(SERIF_ITALIC, 13, colours.ACCENT)
            self.document.line(self.room.x, self.level, division, style, self.room.width)
            self.level -= 6
        self._draw_heads()
        for number, row in enumerate(rows):
            if self._need(_ROW):
                self._draw_heads()
            self._draw_row(row, is_banded=number % 2 == 1)

    def _begin_page(self) -> None:
        self.room = self.document.begin_page(is_wide=len(self.heads) > 7)
        self.level = draw_head(self.document, self.fought, self.what, self.room)

    def _need(self, height: float) -> bool:
        """Start a new page if there is not enough room; return whether it did."""
        is_full = self.level - height < self.room.y
        if is_full:
            self._begin_page()
        return is_full

    def _draw_heads(self) -> None:
        self.level -= _ROW
        style = Type(SANS_BOLD, 7, colours.SOFT)
        for text, x, width, is_right in self._cells(self.heads):
            self.document.line(x, self.level, text, style, width, "right" if is_right else "left")
        self.document.rule(self.room.x, self.level - 4, self.room.right, self.level - 4, colours.INK)

    def _draw_row(self, row: list[str], *, is_banded: bool) -> None:
        self.level -= _ROW
        if is_banded:
            band = Area(self.room.x, self.level - 4, self.room.width, _ROW)
            self.document.box(band, colours.BAND, 0, colours.BAND)
        first = row[0].partition("–")[0]
        is_flown = first.isdigit() and int(first) <= _FLOWN
        if is_flown:
            x = self.room.x + _PLACE - hoist_width(_PENNANT) - 4
            draw_hoist(self.document.canvas, first, x, self.level + _PENNANT - 2, _PENNANT)
        for place, (text, x, width, is_right) in enumerate(self._cells(row)):
            style = Type(SANS_BOLD if is_flown and place < 2 else SANS, 9)
            self.document.line(x, self.level, text, style, width, "right" if is_right else "left")

    def _cells(self, row: Sequence[str]) -> Iterator[tuple[str, float, float, bool]]:
        """Yield each text with its right end, its width, and whether it is right-aligned."""
        place, name, *numbers = row
        wide = min(_NUMBER, (self.room.width - _PLACE - 130) / max(1, len(numbers)))
        yield place, self.room.x + 3, _PLACE - 26, False
        yield name, self.room.x + _PLACE + 2, self.room.width - _PLACE - len(numbers) * wide - 8, False
        for number, text in enumerate(numbers):
            yield text, self.room.right - (len(numbers) - number - 1) * wide - 3, wide - 6, True
