"""Ship cards to cut out, for battles without a map: name, silhouette and ratings.

Each side has its own pages. Each ship gets a card, so a line of four destroyers gives four.
"""

from dataclasses import dataclass

from darkseas.engine.scenario.spec import ScenarioSpec, SideSpec

from .document import colours
from .document.banners import foot_of, legible
from .document.crop_marks import draw_crops, grid_of
from .document.fonts import SANS
from .document.page import FOOT, CanvasMaker, Document, Type
from .document.paper import MM, Area, Paper, room_on
from .document.ship_faces import Face
from .document.silhouettes import draw_wood, type_name
from .figures import Card, cards_of

SHEET = "Cards"
_GAP = 3 * MM
#: Number of ratings in large type, and of further ones in small type.
_LARGE, _MOST = 2, 5


@dataclass(frozen=True, slots=True)
class CardSize:
    """A card size in millimetres and its use."""

    key: str
    title: str
    width: float
    height: float


SIZES = {
    size.key: size
    for size in (
        CardSize("large", "56 × 87 mm, as playing cards", 56, 87),
        CardSize("small", "41 × 63 mm, for a crowded table", 41, 63),
    )
}


def draw_cards(spec: ScenarioSpec, size: CardSize, paper: Paper, canvas_maker: CanvasMaker) -> bytes:
    """Return the cards of all sides as PDF."""
    document = Document(paper, f"{spec.title}: {SHEET}", foot_of(spec, SHEET), canvas_maker)
    is_wide = _fits(paper, size, True) > _fits(paper, size, False)
    dealt = cards_of(spec)
    for notch, side in enumerate(spec.sides):
        cards = dealt[side.key]
        while True:
            spots = _begin_page(document, spec, side, size, is_wide)[: len(cards)]
            draw_crops(document, spots)
            for card, spot in zip(cards, spots, strict=False):
                _draw(document, side, notch, card, spot)
            cards = cards[len(spots) :]
            if not cards:
                break
    return document.finish()


def _room(paper: Paper, is_wide: bool) -> Area:
    """Return the area of a page that cards may use."""
    room = room_on(paper, is_wide)
    return Area(room.x, room.y + FOOT, room.width, room.height - FOOT - 18)


def _fits(paper: Paper, size: CardSize, is_wide: bool) -> int:
    return len(grid_of(_room(paper, is_wide), size.width * MM, size.height * MM, _GAP))


def _begin_page(
    document: Document, spec: ScenarioSpec, side: SideSpec, size: CardSize, is_wide: bool
) -> list[Area]:
    page = document.begin_page(is_wide)
    title = f"{legible(spec.title, spec.key)} · {SHEET} of {legible(side.name, side.key)}"
    document.line(page.x, page.top - 9, title, Type(SANS, 8, colours.SOFT), page.width)
    return grid_of(_room(document.paper, is_wide), size.width * MM, size.height * MM, _GAP)


def _draw(document: Document, side: SideSpec, notch: int, card: Card, spot: Area) -> None:
    """Draw a portrait card: the side's banner, then name, ship and ratings."""
    colour = colours.navy_colour(side.navy)
    document.box(spot, colour, 0, colour)
    face = Face(document, spot)
    high = spot.height / face.unit
    edge = 4 * face.unit
    paper = Area(spot.x + edge, spot.y + edge, spot.width - 2 * edge, spot.height - 4.25 * edge)
    document.box(paper, colour, 0, colours.PAPER)
    level = spot.y + (high - 6.5) * face.unit
    draw_wood(document.canvas, notch, spot.x + 10 * face.unit, level, 9 * face.unit, colours.PAPER)
    face.write(17, high - 9, legible(side.name, side.key), 6, 76, align="left", ink=colours.PAPER)
    face.write(50, high - 26, legible(card.name, card.key), 11, 86)
    face.write(50, high - 34, card.type or type_name(card.kind), 6.2, 86, is_bold=False, ink=colours.SOFT)
    face.ship(card.kind, 50, high - 60, 84)
    for x in (9, 19, 31):
        face.rule(x, high - 71 - (x - 9) / 6, 100.0 - x, colours.ACCENT)
    for number, figure in enumerate(card.figures[:_LARGE]):
        middle = 50 + (number - (min(len(card.figures), _LARGE) - 1) / 2) * 43
        face.write(middle, high - 98, figure.value, 19, 40)
        face.write(middle, high - 106, figure.label, 5.8, 40, is_bold=False, ink=colours.SOFT)
    for number, figure in enumerate(card.figures[_LARGE:_MOST]):
        y = high - 121 - number * 9.5
        face.rule(10, y + 8, 90)
        face.write(10, y, figure.label, 6.4, 50, align="left", is_bold=False)
        face.write(90, y, figure.value, 7.4, 30, align="right")
