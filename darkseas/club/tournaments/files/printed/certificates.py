"""Certificates: a page for each place, with the club's emblem and the place as signal pennants."""

from django.utils.dateformat import format as dated

from darkseas.club.emblems.charges import CHARGES
from darkseas.club.models import Tournament
from darkseas.club.results.naming.results_in_words import system_title
from darkseas.club.tournaments.formats.points_standings import places
from darkseas.club.tournaments.tournament_so_far import Fought
from scenarios_app.printing.document import colours
from scenarios_app.printing.document.border import draw_frame
from scenarios_app.printing.document.fonts import SERIF, SERIF_BOLD, SERIF_ITALIC
from scenarios_app.printing.document.page import Document, Type
from scenarios_app.printing.document.paper import Area
from scenarios_app.printing.document.silhouettes import PROFILES
from scenarios_app.printing.document.svg_paths import draw_outline

from .flags import draw_charge, draw_hoist, draw_sign, hoist_width
from .frame import Order, begun, foot_of, shown_name

#: Places with a certificate by default.
CERTIFIED = 3
#: Ships in the line, the flagship first.
_LINE = ("DD", "CL", "CA", "BB", "BB", "CA", "CL", "DD")
_FLAG, _ROSE, _PENNANT = 132.0, 330.0, 34.0


def certificates(fought: Fought, order: Order) -> bytes:
    """Return a certificate for each of the first three, or for everybody."""
    document = begun(fought, order, "Certificates")
    found = list(places(fought))
    for place, key in found if order.is_for_all else found[:CERTIFIED]:
        _draw(document, fought, place, key)
    if not found:
        room = document.begin_page(is_wide=True)
        nobody = "There are no places yet."
        document.line(room.x + room.width / 2, room.top - 100, nobody, Type(SERIF, 20), room.width, "centre")
    return document.finish()


def _draw(document: Document, fought: Fought, place: str, key: str) -> None:
    held, canvas = fought.tournament, document.canvas
    foot = foot_of(held, "Certificate", [fought.name(key)])
    room = document.begin_page(is_wide=True, foot=foot)
    middle = room.x + room.width / 2
    draw_frame(document, room)
    draw_charge(canvas, CHARGES["rose"], colours.BAND, middle - _ROSE / 2, room.y + 92, _ROSE)
    _draw_line_ahead(document, room)
    draw_sign(canvas, held.club.device, middle - _FLAG / 2, room.top - 30 - _FLAG * 2 / 3, _FLAG)
    wide = room.width - 4 * _PENNANT * 2.2

    def line(below: float, text: str, style: Type, least: float = 8.0) -> None:
        document.line(middle, room.top - below, text, style, wide, "centre", least=least)

    line(140, held.club.name, Type(SERIF, 15, colours.SOFT))
    line(178, held.title, Type(SERIF_BOLD, 30), 12)
    document.rule(middle - 60, room.top - 194, middle + 60, room.top - 194, colours.RULE, 1)
    so_far = "" if held.state == Tournament.State.CLOSED else " so far"
    line(224, f"Place {place}{so_far}", Type(SERIF_ITALIC, 24, colours.ACCENT))
    line(278, shown_name(fought, key), Type(SERIF_BOLD, 46), 12)
    for x in (room.x + 44, room.right - 44 - hoist_width(_PENNANT)):
        draw_hoist(canvas, place.partition("–")[0], x, room.top - 150, _PENNANT)
    kind = held.get_kind_display()
    about = f"{kind[:1].upper()}{kind[1:]} of {len(fought.entrants)}, {system_title(held.system)}"
    line(310, about, Type(SERIF, 13))
    if held.first_day:
        line(330, dated(held.first_day, "j F Y"), Type(SERIF, 13))
    document.rule(middle - 110, room.y + 96, middle + 110, room.y + 96, colours.INK, 0.7)
    document.line(middle, room.y + 84, "For the club", Type(SERIF_ITALIC, 10, colours.SOFT), 220, "centre")


def _draw_line_ahead(document: Document, room: Area) -> None:
    """Draw ships in line ahead on a calm sea along the bottom of a certificate."""
    canvas, level = document.canvas, room.y + 40
    wide = (room.width - 80) / len(_LINE)
    canvas.setFillColor(colours.RULE)
    for number, ship in enumerate(_LINE):
        draw_outline(canvas, PROFILES[ship], room.x + 40 + (number + 0.5) * wide, level, 1.15)
    for row in range(3):
        inset = 40 + row * 34
        document.rule(
            room.x + inset, level - 10 - 4 * row, room.right - inset, level - 10 - 4 * row, weight=0.7
        )
