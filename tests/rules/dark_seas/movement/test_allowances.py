"""How many hexes a block may enter in a turn (§11a, §15a–c, DS-R7, DS-R9)."""

from collections.abc import Callable
from typing import Any

import pytest

from darkseas.rules.dark_seas.model.scenario import RulesScenario
from darkseas.rules.dark_seas.movement.movement import allowance
from tests.rules.dark_seas.support.builders import (
    Placed,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    dummy,
    group,
    single,
)

TURN = 4


def the_scenario(speed: int = 3, **rules: Any) -> RulesScenario:
    """The IJN with kako (of this speed), slow aoba (2), the fast merchantman maru (4)."""
    ships = (a_ship("kako", "C", speed=speed), a_ship("aoba", speed=2), a_ship("maru", "M", speed=4))
    return a_scenario(a_side("ijn", *ships, **rules), a_side("allies", a_ship("helm")))


@pytest.mark.parametrize(
    ("block", "speed", "is_damaged", "evaded", "hexes"),
    [
        (group, 3, False, 0, 3),
        (single, 3, False, 0, 2),
        (group, 3, True, 0, 2),
        (group, 3, False, TURN - 1, 2),
        (group, 3, False, TURN - 2, 3),
        (group, 4, True, TURN - 1, 2),
        (single, 4, True, TURN - 1, 1),
        (single, 3, True, TURN - 1, 0),
        (single, 2, True, TURN - 1, 0),
        (single, 0, False, 0, 0),
    ],
)
def test_allowance_is_speed_less_all_reductions(
    block: Callable[..., Placed], speed: int, is_damaged: bool, evaded: int, hexes: int
) -> None:
    """§11a, §15a, §15b, §15c, DS-R7: single, damaged, evaded last turn cost a hex each, never under 0."""
    placed = block("ijn-1", "0505", "kako", evaded=evaded)
    state = a_state(the_scenario(speed), placed, turn=TURN, damaged=["kako"] if is_damaged else [])
    assert allowance(state, "ijn-1") == hexes


def test_group_moves_with_its_slowest_ship_afloat() -> None:
    """DS-R7: damage may make another ship the slowest; a ship that sank holds nobody up."""
    scenario, placed = the_scenario(3), group("ijn-1", "0505", "kako", "aoba", "maru")
    assert allowance(a_state(scenario, placed), "ijn-1") == 2
    assert allowance(a_state(scenario, placed, damaged=["kako"]), "ijn-1") == 2
    assert allowance(a_state(scenario, placed, damaged=["aoba"]), "ijn-1") == 1
    assert allowance(a_state(scenario, placed, sunk=["aoba"]), "ijn-1") == 3


def test_merchantman_has_not_evaded_with_her_group() -> None:
    """§15b, §17d: in a block that evaded, an M ship loses nothing; the warship beside her does."""
    scenario = the_scenario(4)
    alone = a_state(scenario, group("ijn-1", "0505", "maru", evaded=TURN - 1), turn=TURN)
    assert allowance(alone, "ijn-1") == 4
    both = a_state(scenario, group("ijn-1", "0505", "maru", "kako", evaded=TURN - 1), turn=TURN)
    assert allowance(both, "ijn-1") == 3


def test_dummy_is_as_fast_as_the_fastest_ship_was() -> None:
    """DS-R9, DS-R37: the fastest ship at the start, lost or not; beside whom it came back makes no odds."""
    decoy = dummy("ijn-1", "0505", "ijn")
    scenario = the_scenario(3)
    assert allowance(a_state(scenario, decoy, sunk=["maru"]), "ijn-1") == 4
    evaded = dummy("ijn-1", "0505", "ijn", evaded=TURN - 1)
    assert allowance(a_state(scenario, evaded, turn=TURN), "ijn-1") == 4


def test_dummy_speed_may_be_the_scenario_s() -> None:
    """DS-R9: where the scenario sets it, it is not the ships'."""
    assert allowance(a_state(the_scenario(3, dummy_speed=1), dummy("ijn-1", "0505", "ijn")), "ijn-1") == 1
