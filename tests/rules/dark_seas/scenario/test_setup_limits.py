"""How many ships and dummies a scenario may have.

A pool is drawn from with a die of at most 256 sides (DS-R20); all blocks of a side are mixed by one throw.
"""

from typing import Any

import pytest

from darkseas.engine.dice.rolls import MAX_COUNT, MAX_SIDES
from darkseas.engine.scenario.spec import BadScenario, GroupSpec, MapSpec, ScenarioSpec, ShipSpec, SideSpec
from darkseas.rules.dark_seas.scenario.checks import MOST_DUMMIES
from darkseas.rules.dark_seas.scenario.setup import MOST_SHIPS, initial_state
from tests.rules.dark_seas.support.builders import a_scenario, a_ship, a_side
from tests.rules.dark_seas.support.table_top import Table, deploy

RATINGS: dict[str, Any] = {"batteries": [], "defence": 1, "defence_class": "M", "speed": 1, "points": "1"}
BAY = MapSpec("bay", "A bay", 6, 5, areas={"bay": ("0303",)})


def a_side_of(key: str, ships: int) -> SideSpec:
    """A side of so many ships, in convoys that lie at anchor."""
    counts = [min(MOST_SHIPS, ships - done) for done in range(0, ships, MOST_SHIPS)]
    stickers = tuple(
        ShipSpec(f"{key}-{place}", f"{key} {place}", "", key, "AK", RATINGS, count)
        for place, count in enumerate(counts)
    )
    at_anchor = {"zone": "bay", "immobile": True}
    groups = tuple(GroupSpec(one.key, one.name, (one.key,), at_anchor) for one in stickers)
    return SideSpec(key, key, (key,), stickers, groups, {"training": 1, "group_limit": 1, "set_up": "bay"})


def a_scenario_of(ijn: int, allies: int) -> ScenarioSpec:
    sea = {"conditions": [{"from_turn": 1, "light": "night", "visibility": 1}]}
    sides = (a_side_of("ijn", ijn), a_side_of("allies", allies))
    return ScenarioSpec("test", "Test", "dark_seas", sides, BAY, sea=sea, aims={"turn_limit": 5})


@pytest.mark.parametrize(("ijn", "allies"), [(1, MAX_SIDES - 1), (MAX_SIDES // 2, MAX_SIDES // 2)])
def test_as_many_ships_as_a_die_has_sides_can_be_drawn_from(ijn: int, allies: int) -> None:
    assert len(initial_state(a_scenario_of(ijn, allies)).scenario.ships) == MAX_SIDES


@pytest.mark.parametrize(
    ("ijn", "allies"), [(1, MAX_SIDES), (MAX_SIDES + 1, 1), (MAX_SIDES // 2 + 1, MAX_SIDES // 2)]
)
def test_more_ships_than_a_die_has_sides_are_refused(ijn: int, allies: int) -> None:
    with pytest.raises(BadScenario) as refusal:
        initial_state(a_scenario_of(ijn, allies))
    assert [(finding.where, finding.rule) for finding in refusal.value.findings] == [("sides", "DS-R20")]


def test_one_throw_mixes_as_many_blocks_as_a_side_may_have() -> None:
    """§4a, §22: every ship alone in a block of her own, and as many dummies as a scenario may have."""
    assert MAX_SIDES + MOST_DUMMIES <= MAX_COUNT
    ships = [f"ship-{number}" for number in range(MAX_SIDES - 1)]
    ijn = a_side("ijn", *(a_ship(key) for key in ships), dummies=MOST_DUMMIES, set_up="bay")
    allies = a_side("allies", a_ship("helm"), set_up="bay")
    table = Table(a_scenario(ijn, allies, areas={"bay": ["0303"]}))
    table.give("ijn", deploy({}, dict.fromkeys(ships, "0303"), ["0303"] * MOST_DUMMIES))
    assert len(table.state.blocks) == MAX_SIDES - 1 + MOST_DUMMIES
