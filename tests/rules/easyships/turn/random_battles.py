"""Battles fought by chance from the order forms alone, and the scenarios that they are fought on."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import Fact, may_know
from darkseas.engine.orders import Given
from darkseas.engine.scenario.spec import GroupSpec, MapSpec, ScenarioSpec
from darkseas.engine.serialization.codec import read
from darkseas.rules.easyships.model.apply_events import SETTERS
from darkseas.rules.easyships.model.orders import ORDERS
from darkseas.rules.easyships.model.state import State
from darkseas.rules.easyships.scenario.setup import initial_state
from darkseas.rules.easyships.turn.decide import decide, legal_orders
from tests.rules.easyships.support import a_side, a_spec, ship

MOST_STEPS = 4000


class Moment(NamedTuple):
    """A moment of a battle: the whole state, each side's view, and the facts that led there."""

    state: State
    views: dict[str, State]
    facts: list[Fact]


def fought(spec: ScenarioSpec, seed: str) -> Iterator[Moment]:
    """Fight a battle to its end, order by order, each from a form of the side's own view."""
    chooser = Chooser(sha256(seed.encode()).digest())
    dice = SeededDice(sha256(f"{seed}/dice".encode()).digest())
    state = initial_state(spec)
    views = {side.key: initial_state(spec) for side in spec.sides}
    for view in views.values():
        view.scenario = state.scenario
    for _step in range(MOST_STEPS):
        facts: list[Fact] = []
        if state.ended is not None:
            return
        side = chooser.one_of(state.called)
        name, blanks = random_order(legal_orders(views[side], side), chooser)
        adjudication = Adjudication(SETTERS, state, dice)
        decide(adjudication, Given(side, read(ORDERS[name], blanks)))
        state, facts = adjudication.state, adjudication.facts
        for key, view in views.items():
            for event, audience in facts:
                if may_know(audience, key) and type(event) in SETTERS:
                    SETTERS[type(event)](view, event)
        yield Moment(state, views, facts)
    raise AssertionError(f"not over after {MOST_STEPS} orders")


# --- scenarios -------------------------------------------------------------------------------------------


def river_plate(**options: Any) -> ScenarioSpec:
    """A heavy ship against three cruisers, placed within range of each other."""
    german = {"gs": ship("CA", guns=[(6, 11), (8, 6)], torpedoes=8, armour=2, defence=12, moves=3, year=1936)}
    british = {
        "ex": ship("CA", guns=[(6, 8), (4, 4)], torpedoes=3, armour=2, defence=8, year=1931),
        "aj": ship("CL", guns=[(8, 6), (4, 4)], torpedoes=4, armour=2, defence=7, year=1933),
    }
    sides = (
        a_side("km", german, (GroupSpec("line", "Line", ("gs",), {"hex": "0806", "facing": "E"}),)),
        a_side("rn", british, (GroupSpec("line", "Line", ("ex", "aj"), {"hex": "1410", "facing": "W"}),)),
    )
    return a_spec({}, {}, sides=sides, map=_sea(22, 18), aims={"turn_limit": 8}, options=options)


def set_up_by_dice(**options: Any) -> ScenarioSpec:
    """Two lines that set up on edges of their own, with smoke and evasion."""
    a = {
        "a1": ship("BC", guns=[(8, 12), (14, 4)], defence=26),
        "a2": ship("DD", guns=[(4, 4)], torpedoes=8, defence=1),
    }
    b = {
        "b1": ship("BB", guns=[(10, 12), (16, 6)], defence=25, armour=8),
        "b2": ship("DE", guns=[(3, 4)], defence=1),
    }
    return a_spec(a, b, map=_sea(24, 24), aims={"turn_limit": 6}, options=options)


def carriers(**options: Any) -> ScenarioSpec:
    """Carriers with their escorts, in sight of each other."""
    a = {"a1": ship("CV", air=30, guns=[(8, 5)], defence=20), "a2": ship("CLAA", guns=[(10, 5)])}
    b = {"b1": ship("CV", air=24, guns=[(8, 5)], defence=18), "b2": ship("CVL", air=14, guns=[(4, 5)])}
    sides = (
        a_side("a", a, (GroupSpec("line", "Line", ("a1", "a2"), {"hex": "1005", "facing": "E"}),)),
        a_side("b", b, (GroupSpec("line", "Line", ("b1", "b2"), {"hex": "1014", "facing": "W"}),)),
    )
    sea = {"year": 1942}
    return a_spec({}, {}, sides=sides, map=_sea(24, 20), sea=sea, aims={"turn_limit": 15}, options=options)


def convoy(**options: Any) -> ScenarioSpec:
    """Two boats against a destroyer, an escort and what they escort."""
    a = {
        "u1": ship("SS", torpedoes=4, guns=[(1, 3)], defence=1, moves=2),
        "u2": ship("SS", torpedoes=4, defence=1, moves=2),
    }
    b = {
        "b1": ship("DD", guns=[(4, 4)], defence=1),
        "b2": ship("DE", defence=1),
        "b3": ship("AUX", defence=8, moves=2),
    }
    sides = (
        a_side("a", a, (GroupSpec("u", "Boats", ("u1", "u2"), {"hex": "0806", "facing": "E", "gap": 1}),)),
        a_side("b", b, (GroupSpec("c", "Convoy", ("b1", "b2", "b3"), {"hex": "1206", "facing": "W"}),)),
    )
    return a_spec(
        {}, {}, sides=sides, map=_sea(20, 12), aims={"turn_limit": 12, "value": "each"}, options=options
    )


def night(**options: Any) -> ScenarioSpec:
    """Cruisers by night, whose searchlights reach less far than their guns."""
    a = {"a1": ship("CA", guns=[(8, 8), (8, 5)], hexes=1), "a2": ship("CL", guns=[(6, 6), (6, 4)], hexes=1)}
    b = {
        "b1": ship("CL", guns=[(8, 6), (8, 4)], torpedoes=8, hexes=1),
        "b2": ship("DD", guns=[(4, 5)], hexes=1),
    }
    sides = (
        a_side("a", a, (GroupSpec("line", "Line", ("a1", "a2"), {"hex": "0806", "facing": "E"}),)),
        a_side("b", b, (GroupSpec("line", "Line", ("b1", "b2"), {"hex": "1308", "facing": "W"}),)),
    )
    sea = {"year": 1942, "night": True, "sight": 9, "searchlights": 3}
    options = {"night": True, **options}
    return a_spec({}, {}, sides=sides, map=_sea(22, 16), sea=sea, aims={"turn_limit": 5}, options=options)


def _sea(cols: int, rows: int) -> MapSpec:
    return MapSpec("sea", "Open sea", cols, rows)


SCENARIOS = {
    "river-plate": river_plate,
    "set-up": set_up_by_dice,
    "carriers": carriers,
    "convoy": convoy,
    "night": night,
}
