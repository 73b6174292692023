"""Block stickers to cut out: one for each sticker in the order of battle, task groups and dummies.

A sticker is square, with the navy's colour and the side's shape. A sticker for several ships shows their
number. Each side has its own pages.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from darkseas.engine.scenario.spec import ScenarioSpec, ShipSpec, SideSpec

from .document import colours
from .document.banners import draw_title, foot_of, legible
from .document.crop_marks import draw_crops, grid_of
from .document.page import CanvasMaker, Document
from .document.paper import MM, Area, Paper
from .document.ship_faces import Face
from .document.silhouettes import draw_wood
from .figures import Battery, Figures, figures_of

SHEET = "Stickers"
#: Available sticker sizes in millimetres, the default first.
SIZES = (20, 15, 25)
#: Gap between stickers, so that an inaccurate cut does not take in a neighbour's colour.
_GAP = 2 * MM
_MOST_BLOCKS = 60

#: The label on the block, in hundredths of the side from the centre; a variant cuts the lower corners.
_PAPER = "M-44-28H44V44H-44Z"
_PAPERS = (_PAPER, _PAPER, _PAPER, "M-44-28H44V22L22 44H-22L-44 22Z")
#: Index of the side whose block has its lower corners cut.
_CUT_BELOW = 3


@dataclass(frozen=True, slots=True)
class Sticker:
    """A square to cut out: a ship, or a numbered task group or dummy."""

    ship: ShipSpec | None = None
    group: int = 0
    dummy: int = 0


def draw_stickers(spec: ScenarioSpec, size: int, paper: Paper, canvas_maker: CanvasMaker) -> bytes:
    """Return the stickers of all sides as PDF, each `size` millimetres square."""
    document = Document(paper, f"{spec.title}: {SHEET}", foot_of(spec, SHEET), canvas_maker)
    for notch, side in enumerate(spec.sides):
        stickers = list(_stickers(side))
        while True:
            spots = _begin_page(document, spec, side, size)[: len(stickers)]
            draw_crops(document, spots)
            for sticker, spot in zip(stickers, spots, strict=False):
                _draw(document, spec, side, notch, sticker, spot)
            stickers = stickers[len(spots) :]
            if not stickers:
                break
    return document.finish()


def _begin_page(document: Document, spec: ScenarioSpec, side: SideSpec, size: int) -> list[Area]:
    room = document.begin_page()
    y = draw_title(document, spec, f"{SHEET} of {legible(side.name, side.key)}", room)
    return grid_of(Area(room.x, room.y, room.width, y - room.y), size * MM, size * MM, _GAP)


def _stickers(side: SideSpec) -> Iterator[Sticker]:
    """Yield ships in order of battle, task groups up to the limit, then dummies."""
    yield from (Sticker(ship=ship) for ship in side.ships)
    yield from (Sticker(group=number + 1) for number in range(_count(side, "group_limit")))
    yield from (Sticker(dummy=number + 1) for number in range(_count(side, "dummies")))


def _count(side: SideSpec, key: str) -> int:
    count = side.rules.get(key, 0)
    return min(count, _MOST_BLOCKS) if isinstance(count, int) else 0


def _draw(
    document: Document, spec: ScenarioSpec, side: SideSpec, notch: int, sticker: Sticker, spot: Area
) -> None:
    navy = sticker.ship.navy if sticker.ship is not None else ""
    colour = colours.navy_colour(navy or side.navy)
    draw_wood(document.canvas, notch, spot.x + spot.width / 2, spot.y + spot.height / 2, spot.width, colour)
    face = Face(document, spot)
    face.outline(_PAPERS[notch % len(_PAPERS)], 50, 50, 1, colours.PAPER)
    if sticker.ship is not None:
        _draw_ship(face, sticker.ship, figures_of(spec, sticker.ship), notch % len(_PAPERS) == _CUT_BELOW)
    elif sticker.group:
        _draw_block(face, "TG", f"TG {sticker.group}", "Task group")
    else:
        _draw_block(face, "DUMMY", f"{sticker.dummy}", "Dummy")


def _draw_block(face: Face, kind: str, name: str, what: str) -> None:
    face.ship(kind, 50, 53, 62)
    face.write(50, 24, name, 17, 80)
    face.write(50, 13, what, 8, 44, is_bold=False)


def _draw_ship(face: Face, ship: ShipSpec, figures: Figures, is_cut_below: bool) -> None:
    face.write(22, 84, ship.kind, 11, 22, align="left", ink=colours.PAPER)
    if ship.count > 1:
        face.write(79, 84, f"×{ship.count}", 11, 20, align="right", ink=colours.PAPER)
    face.write(50, 66.5, legible(ship.name, ship.key), 12.5, 84)
    face.ship(ship.kind, 50, 47.5, 62)
    face.rule(9, 38.5, 91)
    left, right = (22, 78) if is_cut_below else (10, 91)
    if figures.batteries:
        _draw_batteries(face, figures.batteries, left, right)
        face.write(right, 24, figures.figure("Def"), 15, 24, align="right")
        speed, radar = figures.figure("Speed"), figures.figure("Radar")
        words = f"S{speed}" + (f" R{radar}" if radar not in ("", "0") else "")
        face.write(right, 11, words, 9.5, 24, align="right", is_bold=False)
    else:
        _draw_figures(face, figures)


def _draw_batteries(face: Face, batteries: tuple[Battery, ...], left: float, right: float) -> None:
    pitch = min(12.5, 29 / len(batteries))
    for number, battery in enumerate(batteries):
        y = 36.5 - (number + 0.62) * pitch
        face.disc(left + pitch * 0.43, y, battery.weapon, pitch * 0.43)
        factors = " ".join(battery.factors)
        text = f"{factors} {battery.reload}" if battery.reload else factors
        face.write(
            left + pitch * 1.05, y - pitch * 0.3, text, pitch * 0.82, right - 25 - left - pitch, align="left"
        )


def _draw_figures(face: Face, figures: Figures) -> None:
    for number, figure in enumerate(figures.figures[:3]):
        y = 29 - number * 9.5
        face.write(24, y, figure.label, 7, 40, align="left", is_bold=False)
        face.write(76, y, figure.value, 9, 28, align="right")
