"""Parts that all papers of a tournament share: document, header and footer."""

from collections.abc import Sequence
from dataclasses import dataclass

from darkseas.club.models import Tournament
from darkseas.club.results.naming.results_in_words import system_title
from darkseas.club.tournaments.tournament_so_far import Fought
from scenarios_app.printing.document import colours
from scenarios_app.printing.document.fonts import SANS, SERIF_BOLD, SERIF_ITALIC, SIGN, is_legible, printable
from scenarios_app.printing.document.page import CanvasMaker, Document, Type
from scenarios_app.printing.document.paper import Area, Paper

from .flags import draw_sign

#: Width of the club's emblem in the header.
FLAG = 42


@dataclass(frozen=True, slots=True)
class Order:
    """Options of a paper: size, whether for everybody, and the class of the canvas."""

    paper: Paper
    is_for_all: bool
    canvas_maker: CanvasMaker


def begun(fought: Fought, order: Order, what: str) -> Document:
    """Start a paper of a tournament."""
    held = fought.tournament
    sides = [side for one in fought.pairings for side in (one.first_side, one.second_side)]
    texts = [*fought.names.values(), *(one.scenario_text for one in fought.rounds), *sides]
    foot = foot_of(held, what, texts)
    return Document(order.paper, f"{what}: {held.title}", foot, order.canvas_maker)


def foot_of(held: Tournament, what: str, texts: Sequence[str]) -> str:
    """Return the footer of a page, with a note if the fonts lack some letters."""
    foot = f"{held.club.name} · {held.title} · {what}"
    if any(SIGN in printable(text) for text in (held.title, held.club.name, *texts)):
        return f"{foot} · {SIGN}, or the number of an entry, replaces letters missing in these fonts"
    return foot


def shown_name(fought: Fought, key: str) -> str:
    """Return a name for print; if the fonts have none of its letters, the number of the entry."""
    name = fought.name(key)
    if is_legible(name):
        return name
    number = next((one.number for one in fought.entrants if str(one.pk) == key), "")
    return f"Entrant {number}"


def draw_head(document: Document, fought: Fought, what: str, room: Area) -> float:
    """Draw the club's emblem and the title; return the y coordinate below them."""
    held = fought.tournament
    draw_sign(document.canvas, held.club.device, room.x, room.top - FLAG * 2 / 3, FLAG)
    left = room.x + FLAG + 10
    wide = room.width - FLAG - 10
    document.line(room.right, room.top - 14, what, Type(SERIF_ITALIC, 11, colours.SOFT), 150, "right")
    document.line(left, room.top - 15, held.title, Type(SERIF_BOLD, 19), wide - 160, least=9)
    about = " · ".join((held.club.name, held.get_kind_display(), system_title(held.system)))
    document.line(left, room.top - 26, about, Type(SANS, 7.5, colours.SOFT), wide)
    level = room.top - FLAG * 2 / 3 - 6
    document.rule(room.x, level, room.right, level, colours.INK, 1.4)
    document.rule(room.x, level - 2.2, room.right, level - 2.2, colours.INK, 0.4)
    return level - 8
