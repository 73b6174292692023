"""The toy system on a chart of cards: two fleets in rows, so that pages can be tested with such a chart.

Rules, orders and events are the toy's own; only ships and chart differ. A ship that was hit is drawn as
fired at by the enemy's first ship afloat.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from darkseas.engine.presentation.chart import CardRow, Chart, ChartSide, Figure, Ground, Piece, Stroke
from darkseas.engine.scenario.spec import ScenarioSpec, ShipSpec, SideSpec
from darkseas.rules import registry
from replays_app.export import battle_files
from replays_app.models import Battle
from replays_app.simulation.bot_battles import fight_bots, file_of
from tests.support.builders import toy_scenario
from tests.support.library.first_published import publish_first
from tests.support.toys.toy_rules import HITS_TO_SINK
from tests.support.toys.toy_state import State
from tests.support.toys.toy_system import TOY

#: Rows of each fleet from rear to front: key, title, ships as (name, kind).
FLEET = (
    ("carriers", "Carrier group, tier 2", (("Furious", "CV"), ("Hermes", "CVL"))),
    ("screen", "Carrier group, tier 5", (("Vanquisher of the North Wind", "DD"), ("Whitehall", "DD"))),
    ("boats", "Submarines", (("U 47", "SS"), ("U 99", "SS"))),
    ("capital", "Battle group, tier 3", (("Hood", "BB"), ("Renown", "BC"))),
    ("cruisers", "Battle group, tier 4", (("Exeter", "CA"), ("Ajax", "CL"))),
    ("van", "Battle group, tier 5", (("Cossack", "DD"), ("Maori", "DD"))),
    ("reserve", "Reserve", ()),
)
DICE = {"CV": "2d10", "CVL": "1d10", "BB": "2d10", "BC": "1d10", "SS": "2d10", "CA": "1d8", "CL": "1d8"}
DEFENCE = {"CV": 6, "CVL": 5, "BB": 8, "BC": 6, "SS": 10, "CA": 5, "CL": 5, "DD": 4}
GUARDED = ("capital", "cruisers")


def card_scenario() -> ScenarioSpec:
    """Two fleets of twelve cards."""
    sides = (_side("red", "RN"), _side("blue", "IJN"))
    return toy_scenario("cards", system="cards", title="The coves on cards", sides=sides, map=None)


def _side(key: str, navy: str) -> SideSpec:
    ships = tuple(
        ShipSpec(f"{key}-{name}", name, "", navy, kind, {})
        for _, _, row in reversed(FLEET)
        for name, kind in row
    )
    return SideSpec(key, f"{key.title()} Fleet", (navy,), ships)


def chart(state: State) -> Chart:
    """Both fleets; a sunk ship keeps her place."""
    sides = tuple(
        ChartSide(side.key, side.name, side.navies[0], notch)
        for notch, side in enumerate(state.scenario.sides)
    )
    rows = tuple(CardRow(f"{side.key}-{key}", side.key, title) for side in sides for key, title, _ in FLEET)
    pieces = tuple(_pieces(state))
    return Chart(Ground("cards", None, sides, rows=rows), pieces, tuple(_strokes(state, pieces)))


def _pieces(state: State) -> Iterator[Piece]:
    for side in state.scenario.sides:
        for row, _, ships in FLEET:
            for slot, (name, kind) in enumerate(ships, 1):
                key = f"{side.key}-{name}"
                marks = tuple(_marks(state, key, kind, row))
                face = "out" if "sunk" in marks else "up"
                place = f"{side.key}-{row}/{slot}"
                yield Piece(key, side.key, place, face, kind, name, marks=marks, figures=_figures(row, kind))


def _marks(state: State, key: str, kind: str, row: str) -> Iterator[str]:
    if state.hits[key] >= HITS_TO_SINK:
        yield "sunk"
        return
    if kind == "SS":
        yield "submerged" if state.phase == "fire" else "surfaced"
    if row == "screen" and state.turn == 2:
        yield "moving"
    if state.hits[key]:
        yield "targeted"


def _figures(row: str, kind: str) -> tuple[Figure, ...]:
    base, bonus = DEFENCE[kind], row in GUARDED
    workings = (f"{base} on the card", "+1 for a destroyer in her group (T-2)")[: 1 + bonus]
    return Figure("Attack", DICE.get(kind, "1d6"), (f"{kind}: by her type",)), Figure(
        "Defence", str(base + bonus), workings
    )


def _strokes(state: State, pieces: tuple[Piece, ...]) -> Iterator[Stroke]:
    for target in pieces:
        hits = state.hits[target.key]
        firers = [one for one in pieces if one.side != target.side and one.face == "up"]
        if hits and firers:
            outcome = "sunk" if hits >= HITS_TO_SINK else "missed"
            yield Stroke(
                "gunfire", firers[0].side, (firers[0].at, target.at), f"1d6: {3 + hits}", outcome=outcome
            )


CARDS = replace(TOY, key="cards", title="Coves on cards", chart=chart)


def card_battle(seed: str = "1") -> Battle:
    """A whole battle on cards between bots, taken in from its file."""
    if CARDS not in registry.SYSTEMS:
        registry.SYSTEMS = (*registry.SYSTEMS, CARDS)
    spec = card_scenario()
    publish_first(spec)
    lines: Any = file_of(spec, seed, fight_bots(spec, seed).entries)
    return battle_files.import_battle(lines).battle
