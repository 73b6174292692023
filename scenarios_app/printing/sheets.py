"""The printable sheets of a scenario, their options, and how to create them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from darkseas.engine.presentation.words import joined
from darkseas.engine.scenario.spec import ScenarioSpec

from . import ship_cards, stickers
from .card import draw_card
from .document.banners import legible
from .document.page import CanvasMaker
from .document.paper import PAPERS
from .map import sheet as map_sheet
from .map.sheet import draw_map
from .roster import draw_roster
from .ship_cards import draw_cards
from .stickers import draw_stickers

#: Increase this when sheets change their look, so that browsers refetch cached copies.
LOOK = 1

#: Selected values by option name.
Chosen = Mapping[str, str]


class BadChoice(ValueError):
    """The requested option does not exist; the message lists the valid ones."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A sheet option: each value with its label; the first is the default."""

    name: str
    title: str
    answers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: title and purpose, which scenarios have it, its options and draw function."""

    key: str
    title: str
    about: str
    suits: Callable[[ScenarioSpec], bool]
    choices: Callable[[ScenarioSpec], tuple[Choice, ...]]
    draw: Callable[[ScenarioSpec, Chosen, CanvasMaker], bytes]


def sheets_of(spec: ScenarioSpec) -> tuple[Sheet, ...]:
    """Return the sheets of a scenario in their order of use."""
    return tuple(sheet for sheet in SHEETS if sheet.suits(spec))


def sheet_of(spec: ScenarioSpec, key: str) -> Sheet:
    """Return a sheet of a scenario by key. Raises LookupError if it has none."""
    match = next((sheet for sheet in sheets_of(spec) if sheet.key == key), None)
    if match is None:
        raise LookupError(key)
    return match


def chosen(spec: ScenarioSpec, sheet: Sheet, query: Mapping[str, str]) -> Chosen:
    """Return a value for every option of a sheet. Raises BadChoice for an invalid value."""
    answers = {}
    for choice in sheet.choices(spec):
        answer = query.get(choice.name) or next(iter(choice.answers))
        if answer not in choice.answers:
            raise BadChoice(
                f"Choose for {choice.name} one of {joined([one or 'nothing' for one in choice.answers], 8)}."
            )
        answers[choice.name] = answer
    return answers


def make(spec: ScenarioSpec, sheet: Sheet, choices: Chosen, canvas_maker: CanvasMaker = Canvas) -> bytes:
    """Return a sheet as PDF; the same scenario and choices give the same bytes."""
    return sheet.draw(spec, choices, canvas_maker)


def _has_map(spec: ScenarioSpec) -> bool:
    return spec.map is not None


_PAPER = Choice("paper", "Paper", {paper.key: paper.title for paper in PAPERS.values()})
_STICKER = Choice("size", "Size", {str(size): f"{size} mm square" for size in stickers.SIZES})
_CARD = Choice("size", "Size", {size.key: size.title for size in ship_cards.SIZES.values()})
_HEXES = {str(size): f"{size} mm wide, on sheets" if size else "all on one page" for size in map_sheet.SIZES}


def _sides(spec: ScenarioSpec) -> Choice:
    every = {"": "every side"}
    return Choice("side", "Side", every | {side.key: legible(side.name, side.key) for side in spec.sides})


SHEETS: tuple[Sheet, ...] = (
    Sheet(
        "card",
        "Scenario card",
        "Front, for both sides before the first turn: forces, limits, light, visibility, victory conditions. "
        "Back, for afterwards: history and sources.",
        lambda spec: True,
        lambda spec: (_PAPER,),
        lambda spec, choices, maker: draw_card(spec, PAPERS[choices["paper"]], maker),
    ),
    Sheet(
        "roster",
        "Rosters",
        "A side's ships with ratings and damage boxes, and a turn track. Each side has its own pages: hand "
        "them over face down.",
        lambda spec: True,
        lambda spec: (_PAPER, _sides(spec)),
        lambda spec, choices, maker: draw_roster(spec, choices["side"], PAPERS[choices["paper"]], maker),
    ),
    Sheet(
        "stickers",
        "Stickers",
        "Stickers for wooden blocks: ships, task groups and dummies, with crop marks. Print them on sticker "
        "paper. Each side has its own edge colour and shape.",
        _has_map,
        lambda spec: (_PAPER, _STICKER),
        lambda spec, choices, maker: draw_stickers(
            spec, int(choices["size"]), PAPERS[choices["paper"]], maker
        ),
    ),
    Sheet(
        "cards",
        "Ship cards",
        "A card for every ship with her dice and defence. The cards fit standard sleeves.",
        lambda spec: spec.map is None,
        lambda spec: (_PAPER, _CARD),
        lambda spec, choices, maker: draw_cards(
            spec, ship_cards.SIZES[choices["size"]], PAPERS[choices["paper"]], maker
        ),
    ),
    Sheet(
        "map",
        "Map",
        "The hex map with coast, names and areas. Print it on one page for planning, or large enough for "
        "blocks, with a plan for joining the sheets.",
        _has_map,
        lambda spec: (_PAPER, Choice("hex", "Hexes", _HEXES)),
        lambda spec, choices, maker: draw_map(spec, int(choices["hex"]), PAPERS[choices["paper"]], maker),
    ),
)
