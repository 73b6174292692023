"""Nights on which two ships of each side meet, two of them next to each other, played by chosen dice."""

from collections.abc import Mapping
from typing import Any

from darkseas.engine.events import TurnBegan
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.stages.stage import StageOpened
from darkseas.rules.dark_seas.model.orders import Attack, DeclareAttacks, Deploy, Mount
from tests.rules.dark_seas.support.builders import a_battery, a_scenario, a_ship, a_side
from tests.rules.dark_seas.support.table_top import Table, deploy

#: Where anybody may be set up: two hexes side by side, and two that nobody sees from there.
BAY = ("0505", "0506", "0101", "1010", "0507")

DUEL: Mapping[str, Deploy] = {
    "ijn": deploy({"kako": "0505", "kinu": "0101"}),
    "allies": deploy({"helm": "0506", "hull": "1010"}),
}

#: In turn 1 the IJN have the initiative.
OPENING = {"t0/initiative/opening/1/ijn": (6,), "t0/initiative/opening/1/allies": (1,)}


def a_table(
    dice: Mapping[str, int] | None = None,
    *,
    set_up: Mapping[str, Deploy] | None = None,
    radar: int = 0,
    ijn: Mapping[str, Any] | None = None,
    allies: Mapping[str, Any] | None = None,
    **scenario: Any,
) -> Table:
    """Equally trained sides, set up; `dice` names spotting and tie dice without the turn's word before."""
    guns, fish = a_battery("D", 4, 4, 1), a_battery("T", 4, 4, 1)
    japan = a_side(
        "ijn", a_ship("kako", "C", guns, fish, radar=radar), a_ship("kinu", "C", guns),
        **{"set_up": "bay", **(ijn or {})},
    )  # fmt: skip
    usa = a_side(
        "allies", a_ship("helm", "D", guns, fish), a_ship("hull", "D", guns),
        **{"set_up": "bay", **(allies or {})},
    )  # fmt: skip
    chosen = {**OPENING, **{purpose: (face,) for purpose, face in (dice or {}).items()}}
    table = Table(a_scenario(japan, usa, areas={"bay": BAY}, **scenario), chosen)
    for side, order in (set_up or DUEL).items():
        table.give(side, order)
    return table


def spotting(turn: int, ijn: int, allies: int) -> dict[str, int]:
    """The spotting dice of a turn; from 5 on a side that is next to an enemy sights them."""
    return {f"t{turn}/spotting/ijn": ijn, f"t{turn}/spotting/allies": allies}


def stages(table: Table) -> list[tuple[str, tuple[str, ...]]]:
    """Every stage that was opened, with the sides called."""
    return [(event.phase, event.sides) for event in table.events(StageOpened)]


def stages_of_turn(table: Table, turn: int) -> list[tuple[str, tuple[str, ...]]]:
    """The stages opened in one turn."""
    found: list[tuple[str, tuple[str, ...]]] = []
    now = 0
    for fact in table.log:
        if isinstance(fact.event, TurnBegan):
            now = fact.event.turn
        if isinstance(fact.event, StageOpened) and now == turn:
            found.append((fact.event.phase, fact.event.sides))
    return found


def order_of(table: Table, *kinds: type) -> list[type]:
    """The types of the events of these types, in their order."""
    return [type(fact.event) for fact in table.log if isinstance(fact.event, kinds)]


def attack(block: str, target: str, ship: str, *batteries: int) -> DeclareAttacks:
    """One attack of one ship."""
    mounts = tuple(Mount(ship, battery) for battery in batteries)
    return DeclareAttacks((Attack(block, parse_label(target), mounts),))
