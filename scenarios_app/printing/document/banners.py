"""Sheet headings: the scenario title, and a side's name on its colour with its block shape."""

from darkseas.engine.scenario.spec import ScenarioSpec, SideSpec
from scenarios_app.revisions.dates_and_system_titles import in_words, system_title

from . import colours
from .fonts import SANS, SANS_BOLD, SERIF_BOLD, SERIF_ITALIC, is_legible, width_of
from .page import Document, Type
from .paper import Area
from .silhouettes import draw_wood

SIDE_BAND = 24.0
TITLE = 21.0


def legible(name: str, key: str) -> str:
    """Return the name, or the key if no letter of the name can be printed."""
    return name if is_legible(name) else key or name


def place_and_date(spec: ScenarioSpec) -> str:
    """Return place and date in one line."""
    about = spec.about
    return " · ".join(part for part in (in_words(about.date), about.place, about.theatre) if part)


def foot_of(spec: ScenarioSpec, sheet: str) -> str:
    """Return the footer of a sheet: its name and the game system."""
    return f"{legible(spec.title, spec.key)} · {sheet} · {system_title(spec.system)}"


def draw_title(document: Document, spec: ScenarioSpec, sheet: str, room: Area) -> float:
    """Draw the scenario title and sheet name; return the y position below."""
    about = Type(SANS, 7, colours.SOFT)
    document.line(room.right, room.top - 14, sheet, Type(SERIF_ITALIC, 11, colours.SOFT), 150, "right")
    title = legible(spec.title, spec.key)
    document.line(room.x, room.top - 16, title, Type(SERIF_BOLD, TITLE), room.width - 160, least=9)
    document.line(room.x, room.top - 27, place_and_date(spec), about, room.width)
    document.rule(room.x, room.top - 32, room.right, room.top - 32, colours.INK, 1.4)
    document.rule(room.x, room.top - 34.2, room.right, room.top - 34.2, colours.INK, 0.4)
    return room.top - 40


def draw_side(document: Document, side: SideSpec, notch: int, area: Area, beside: str = "") -> None:
    """Draw a side's banner: colour, block shape, name and an additional text."""
    colour = colours.navy_colour(side.navy)
    document.box(area, colour, 0, colour)
    middle = area.y + area.height / 2
    draw_wood(document.canvas, notch, area.x + 13, middle, area.height - 6, colours.PAPER)
    draw_wood(document.canvas, notch, area.x + 13, middle, area.height - 10, colour)
    name = legible(side.name, side.key)
    bold = Type(SANS_BOLD, 10.5, colours.PAPER)
    document.line(area.x + 27, middle - 3.8, name, bold, area.width * 0.6, least=6)
    taken = min(width_of(name, bold.font, bold.size), area.width * 0.6) + 36
    small = Type(SANS, 7.5, colours.PAPER)
    document.line(area.right - 7, middle - 2.8, beside, small, area.width - taken - 10, "right", least=5.5)
