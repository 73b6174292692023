"""Scenarios of equal points for captains, and battles that they fight on them."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from time import perf_counter
from typing import Any, NamedTuple

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import may_know
from darkseas.engine.orders import Given
from darkseas.engine.scenario.spec import GroupSpec, MapSpec, ScenarioSpec
from darkseas.engine.serialization.codec import read
from darkseas.engine.system import Bot
from darkseas.rules.easyships.model.apply_events import SETTERS
from darkseas.rules.easyships.model.orders import ORDERS
from darkseas.rules.easyships.model.state import State
from darkseas.rules.easyships.scenario.setup import initial_state
from darkseas.rules.easyships.turn.decide import decide, legal_orders
from tests.rules.easyships.support import a_side, a_spec, ship

MOST_ORDERS = 5_000
Ratings = Mapping[str, Any]


class Ended(NamedTuple):
    """A battle that is over: its last state, and the seconds that each order of captains took."""

    state: State
    seconds: tuple[float, ...]

    @property
    def winner(self) -> str | None:
        """The side that has won, None of a draw."""
        assert self.state.ended is not None
        return self.state.ended.winner


def fight(spec: ScenarioSpec, bots: Mapping[str, Bot], seed: str) -> Ended:
    """Fight a battle to its end; a side without a bot gives random orders."""
    chooser = Chooser(sha256(seed.encode()).digest())
    dice = SeededDice(sha256(f"{seed}/dice".encode()).digest())
    state = initial_state(spec)
    views = {side.key: state.copy() for side in spec.sides}
    seconds: list[float] = []
    for _order in range(MOST_ORDERS):
        if state.ended is not None:
            return Ended(state, tuple(seconds))
        side = chooser.one_of(state.called)
        began = perf_counter()
        forms = legal_orders(views[side], side)
        name, blanks = (
            bots[side](views[side], side, forms, chooser) if side in bots else random_order(forms, chooser)
        )
        adjudication = Adjudication(SETTERS, state, dice)
        decide(adjudication, Given(side, read(ORDERS[name], blanks)))
        if side in bots:
            seconds.append(perf_counter() - began)
        state = adjudication.state
        for key, view in views.items():
            for event, audience in adjudication.facts:
                if may_know(audience, key) and type(event) in SETTERS:
                    SETTERS[type(event)](view, event)
    raise AssertionError(f"not over after {MOST_ORDERS} orders")


# --- scenarios -------------------------------------------------------------------------------------------

BATTLESHIP = ship("BB", guns=[(8, 15), (12, 6)], armour=9, defence=32, moves=3, year=1916)
CRUISER = ship("CA", guns=[(8, 8), (4, 4)], torpedoes=4, armour=2, defence=10, moves=4, year=1928)
LIGHT_CRUISER = ship("CL", guns=[(8, 6), (4, 4)], torpedoes=4, armour=2, defence=7, moves=4, year=1933)
DESTROYER = ship("DD", guns=[(4, 5)], torpedoes=8, armour=0, defence=2, moves=5, year=1930)
ESCORT = ship("DE", guns=[(2, 4)], armour=0, defence=1, moves=3, year=1936)
BOAT = ship("SS", guns=[(1, 3)], torpedoes=4, armour=0, defence=1, moves=2, year=1938)
CARRIER = ship("CV", guns=[(8, 5)], air=40, armour=3, defence=20, moves=4, year=1938)
MERCHANTMAN = ship("AUX", armour=0, defence=7, moves=1, year=1920)


def two_lines(
    a: Sequence[Ratings], b: Sequence[Ratings], turns: int = 30, gap: int = 22, **changes: Any
) -> ScenarioSpec:
    """Two lines ahead that steam past each other, so many hexes apart, on an open sea."""
    rows = gap + 16
    sides = []
    for key, ships, row, facing in (("a", a, 8, "E"), ("b", b, 8 + gap, "W")):
        named = {f"{key}{number}": each for number, each in enumerate(ships, 1)}
        line = GroupSpec("line", "Line", tuple(named), {"hex": f"{25:02}{row:02}", "facing": facing})
        sides.append(a_side(key, named, (line,)))
    fields = {
        "sides": tuple(sides),
        "map": MapSpec("sea", "Open sea", 50, rows),
        "aims": {"turn_limit": turns},
    }
    return a_spec({}, {}, **{**fields, **changes})


EQUALS: Mapping[str, ScenarioSpec] = {
    "gunnery duel": two_lines([BATTLESHIP] * 4, [BATTLESHIP] * 4, turns=40),
    "cruisers": two_lines([CRUISER] * 3, [CRUISER, LIGHT_CRUISER, LIGHT_CRUISER, DESTROYER]),
    "destroyers and battleship": two_lines([DESTROYER] * 6, [BATTLESHIP]),
    "boats and escorts": two_lines([BOAT] * 3, [ESCORT, DESTROYER, MERCHANTMAN, MERCHANTMAN], gap=14),
    "carriers": two_lines([CARRIER, CRUISER, DESTROYER], [CARRIER, CRUISER, DESTROYER]),
}


def large_action(ships: int = 60, turns: int = 12) -> ScenarioSpec:
    """So many ships a side in five lines: a fifth battleships, two fifths cruisers, two fifths destroyers."""
    kinds = (BATTLESHIP, CRUISER, DESTROYER, LIGHT_CRUISER, DESTROYER)
    sides = []
    for key, column, row, step, facing in (("a", 60, 8, -2, "E"), ("b", 30, 30, 2, "W")):
        named: dict[str, Ratings] = {}
        lines = []
        for number, kind in enumerate(kinds):
            line = {f"{key}{number}-{place}": kind for place in range(ships // len(kinds))}
            leader = {"hex": f"{column:02}{row + step * number:02}", "facing": facing}
            lines.append(GroupSpec(f"line-{number}", f"Line {number}", tuple(line), leader))
            named |= line
        sides.append(a_side(key, named, tuple(lines)))
    sea = MapSpec("sea", "Open sea", 96, 42)
    return a_spec({}, {}, sides=tuple(sides), map=sea, aims={"turn_limit": turns})
