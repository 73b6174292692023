"""Slips of a round: a result slip for each table, and a pairing slip for each player."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils import timezone
from django.utils.dateformat import format as dated

from darkseas.club.models import Pairing, Round
from darkseas.club.tournaments.round_draw.round_scenario import side_names
from darkseas.club.tournaments.tournament_so_far import Fought, key_of
from darkseas.club.tournaments.votes_and_bids.bids import bids_text
from scenarios_app.printing.document import colours
from scenarios_app.printing.document.fonts import SANS, SANS_BOLD, SERIF
from scenarios_app.printing.document.page import Document, Type
from scenarios_app.printing.document.paper import Area

from .flags import draw_sign
from .frame import Order, begun, shown_name

_SMALL, _PLAIN, _BOLD = Type(SANS, 7, colours.SOFT), Type(SANS, 9), Type(SANS_BOLD, 11)
#: Slips on a page: tables one below the other, players in two columns.
_TABLES, _PEOPLE, _COLUMNS = 5, 7, 2


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player at a table, with side and opponent; the opponent is empty for a bye."""

    who: str
    side: str
    other: str
    pairing: Pairing


def result_slips(fought: Fought, order: Order) -> bytes:
    """Return the result slips of the newest round, one for each table."""
    document = begun(fought, order, "Result slips")
    found = fought.rounds[-1] if fought.rounds else None
    tables = [] if found is None else [one for one in fought.of_round(found.number) if one.second is not None]
    for area, pairing in zip(_areas(document, len(tables), _TABLES, 1), tables, strict=False):
        _draw_table(document, fought, pairing, area)
    return _finished(document, tables)


def pairing_slips(fought: Fought, order: Order) -> bytes:
    """Return the pairing slips of the newest round, one for each player, by name."""
    document = begun(fought, order, "Pairing slips")
    found = fought.rounds[-1] if fought.rounds else None
    seats = [] if found is None else sorted(_seats(fought, found), key=lambda one: one.who.casefold())
    for area, seat in zip(_areas(document, len(seats), _PEOPLE, _COLUMNS), seats, strict=False):
        _draw_seat(document, fought, seat, area)
    return _finished(document, seats)


def _finished(document: Document, drawn: list[Pairing] | list[_Seat]) -> bytes:
    if not drawn:
        room = document.begin_page()
        document.line(room.x, room.top - 40, "No rounds yet.", Type(SERIF, 16), room.width)
    return document.finish()


def _areas(document: Document, count: int, rows: int, columns: int) -> Iterator[Area]:
    """Yield the areas of slips, page after page, and draw lines to cut along."""
    for number in range(count):
        place = number % (rows * columns)
        if place == 0:
            room = document.begin_page()
            wide, high = room.width / columns, room.height / rows
            _draw_cuts(document, room, rows, columns)
        column, row = place % columns, place // columns
        yield Area(room.x + column * wide, room.top - (row + 1) * high, wide, high).shrunk(9)


def _draw_cuts(document: Document, room: Area, rows: int, columns: int) -> None:
    document.canvas.saveState()
    document.canvas.setDash(4, 3)
    for row in range(1, rows):
        level = room.top - row * room.height / rows
        document.rule(room.x, level, room.right, level, colours.SOFT, 0.5)
    for column in range(1, columns):
        x = room.x + column * room.width / columns
        document.rule(x, room.y, x, room.top, colours.SOFT, 0.5)
    document.canvas.restoreState()


def _seats(fought: Fought, found: Round) -> Iterator[_Seat]:
    for one in fought.of_round(found.number):
        first, second = _names(fought, one)
        sides = _sides(one)
        yield _Seat(first, sides[0], second, one)
        if one.second is not None:
            yield _Seat(second, sides[1], first, one)


def _names(fought: Fought, pairing: Pairing) -> tuple[str, str]:
    second = "" if pairing.second is None else shown_name(fought, key_of(pairing.second))
    return shown_name(fought, key_of(pairing.first)), second


def _sides(pairing: Pairing) -> tuple[str, str]:
    names = side_names(pairing.round)
    first, second = pairing.first_side, pairing.second_side
    return names.get(first, first), names.get(second, second)


def _shown_sides(pairing: Pairing) -> tuple[str, str]:
    """Return the sides of both players; blanks to fill in while bids are open."""
    return ("________", "________") if pairing.waits_for_bids else _sides(pairing)


def _bid_text(pairing: Pairing) -> str:
    """Return the note about bids on a slip; "" if no bid counts."""
    if pairing.waits_for_bids:
        return "Sides are bid for: enter them, and the points from the bid, when the bids are open."
    text = bids_text(pairing)
    return f"{text}. Enter points without the bid; the site adds it." if text else ""


def _draw_slip_head(document: Document, fought: Fought, pairing: Pairing, area: Area, text: str) -> None:
    held = fought.tournament
    draw_sign(document.canvas, held.club.device, area.x, area.top - 20, 30)
    document.line(area.x + 38, area.top - 9, text, Type(SANS_BOLD, 11), area.width - 40, least=7)
    about = f"{held.title} · {held.club.name}"
    document.line(area.x + 38, area.top - 19, about, _SMALL, area.width - 40)


def _draw_table(document: Document, fought: Fought, pairing: Pairing, area: Area) -> None:
    number = pairing.round.number
    _draw_slip_head(document, fought, pairing, area, f"Round {number}, table {pairing.table}")
    title = pairing.round.scenario_text
    document.line(area.right, area.top - 9, title, _PLAIN, area.width * 0.6, "right", least=6)
    names, sides = _names(fought, pairing), _shown_sides(pairing)
    fields = (("Points", 60.0), ("Ships lost", 60.0), ("Signed", 130.0))
    left = area.right - sum(width for _, width in fields)
    x = left
    for title, width in fields:
        document.line(x + 4, area.top - 34, title, _SMALL, width - 8)
        x += width
    for row, (name, side) in enumerate(zip(names, sides, strict=True)):
        level = area.top - 60 - row * 24
        document.line(area.x, level + 8, name, _BOLD, left - area.x - 110, least=6)
        document.line(left - 8, level + 8, side, _PLAIN, 96, "right")
        x = left
        for _, width in fields:
            document.box(Area(x, level, width, 22), colours.SOFT, 0.6)
            x += width
    x = area.x
    level = area.top - 112
    document.line(x, level, "Won by", _PLAIN, 40)
    x += 44
    wide = (area.width - 44) / 3
    for text in (*names, "a draw"):
        document.box(Area(x, level - 1.5, 9, 9), colours.INK, 0.8)
        document.line(x + 14, level, text, _PLAIN, wide - 22)
        x += wide
    document.line(area.x, area.top - 126, _bid_text(pairing), _SMALL, area.width, least=5)


def _draw_seat(document: Document, fought: Fought, seat: _Seat, area: Area) -> None:
    found = seat.pairing.round
    _draw_slip_head(document, fought, seat.pairing, area, seat.who)
    if not seat.other:
        bye = seat.pairing.get_end_display()
        document.line(area.x, area.top - 42, f"Round {found.number}: {bye}", _BOLD, area.width)
        return
    where = f"Round {found.number}, table {seat.pairing.table}"
    document.line(area.x, area.top - 42, where, _BOLD, area.width)
    waits = seat.pairing.waits_for_bids
    own = f"Side by bid, against {seat.other}" if waits else f"{seat.side}, against {seat.other}"
    document.line(area.x, area.top - 56, f"{own}.", _PLAIN, area.width, least=6)
    document.line(
        area.x, area.top - 69, found.scenario_text, Type(SANS, 8, colours.SOFT), area.width, least=6
    )
    text = "" if waits else bids_text(seat.pairing)
    if text:
        document.line(area.x, area.top - 91, f"{text}.", Type(SANS, 8, colours.SOFT), area.width, least=5)
    if found.ends_at is not None and found.state != Round.State.CLOSED:
        zone = fought.tournament.club.time_zone
        with timezone.override(zone):
            end = dated(timezone.localtime(found.ends_at), "j F, H:i")
        text = f"Deadline: {end} ({zone})."
        document.line(area.x, area.top - 81, text, Type(SANS, 8, colours.SOFT), area.width)
