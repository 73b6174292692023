"""DS-R39: ships that are due come in as soon as they can, unless the scenario lets them wait."""

from typing import Any

import pytest

from darkseas.engine.orders import Choice, Course, OrderForm, Rows
from darkseas.rules.dark_seas.model.orders import Move, MoveBlocks, SetSpeeds, StatedSpeed
from darkseas.rules.dark_seas.model.state import Contents
from tests.rules.dark_seas.support.builders import Placed, a_scenario, a_ship, a_side, a_state, group
from tests.rules.dark_seas.support.table_top import Table, move, moves, on_table, speeds

TURN = 4
HELM = group("allies-1", "0907", "helm")


def outside(key: str, *ships: str, arrives: int = TURN) -> Placed:
    """A task group, or without ships a dummy, that is to come in over the western edge."""
    kind = "group" if ships else "dummy"
    return Placed(key, None, Contents(kind, "Van", ships, entry="west", arrives=arrives), "ijn")


def a_turn(*blocks: Placed, stage: str = "move-3", light: str = "night", **rules: Any) -> Table:
    """Turn 4: the IJN, without initiative, is called in this stage."""
    ijn = a_side("ijn", a_ship("kako", "C"), a_ship("aoba", "C", speed=2), **rules)
    scenario = a_scenario(
        ijn, a_side("allies", a_ship("helm")), cols=10, rows=8, light=light, areas={"roads": ["0505"]}
    )
    state = a_state(scenario, *blocks, HELM, turn=TURN, phase=stage, initiative="allies")
    state.called = ("ijn",)
    return on_table(state)


def blank(form: OrderForm, name: str) -> Rows | None:
    return next((one for one in form.blanks if isinstance(one, Rows) and one.name == name), None)


def test_movement_that_leaves_out_who_is_due_is_refused() -> None:
    """DS-R39: it is said who, and over which edge; by either blank they come in."""
    table = a_turn(outside("ijn-1", "kako"), group("ijn-2", "0505", "aoba"))
    refusal = table.refused("ijn", move("ijn-2", "0605"))
    assert (refusal.rule, refusal.field) == ("DS-R39", "blanks.entering")
    assert "Van over the west edge" in refusal.reason
    form = table.form("ijn", "move_blocks")
    entering, others = blank(form, "entering"), blank(form, "moves")
    assert entering is not None
    assert others is not None
    assert (len(entering.rows), entering.least, len(others.rows), others.least) == (1, 1, 1, 0)
    table.give("ijn", MoveBlocks((Move("ijn-2", ("0605",)),), entering=(Move("ijn-1", ("0003",)),)))
    assert table.hex_of("ijn-1") is not None


@pytest.mark.parametrize(
    ("rules", "may_wait"),
    [
        ({}, False),
        ({"entering": "may"}, True),
        ({"entering": "may", "enter_by": TURN + 1}, True),
        ({"entering": "may", "enter_by": TURN}, False),
        ({"confined_to": "roads"}, True),
    ],
)
def test_scenario_may_let_them_wait_and_nobody_comes_in_who_cannot(
    rules: dict[str, Any], may_wait: bool
) -> None:
    """DS-R39: for good, or up to a turn; a confined side cannot come in where its area does not reach."""
    table = a_turn(outside("ijn-1", "kako"), **rules)
    if may_wait:
        assert blank(table.form("ijn", "move_blocks"), "entering") is None
        table.give("ijn", MoveBlocks())
        assert table.hex_of("ijn-1") is None
    else:
        assert table.refused("ijn", MoveBlocks()).rule == "DS-R39"
        table.give("ijn", moves(ijn_1="0003"))


@pytest.mark.parametrize("waiting", [outside("ijn-1"), outside("ijn-1", "kako", arrives=TURN + 1)])
def test_dummies_and_who_arrives_later_may_stay_outside(waiting: Placed) -> None:
    """DS-R39, DS-H25."""
    a_turn(waiting).give("ijn", MoveBlocks())


def test_by_day_a_speed_is_stated_and_the_first_sub_phase_with_a_hex_is_used() -> None:
    """DS-R39, DS-R31: lying stopped is no way to stay outside."""
    table = a_turn(outside("ijn-1", "kako"), stage="speeds-1", light="day")
    entering = blank(table.form("ijn", "set_speeds"), "entering")
    assert entering is not None
    assert [cell.values for row in entering.rows for cell in row if isinstance(cell, Choice)] == [(3, 2, 1)]
    assert table.refused("ijn", SetSpeeds()).rule == "DS-R39"
    assert table.refused("ijn", speeds(ijn_1=0)).rule == "DS-R39"
    table.give("ijn", SetSpeeds(entering=(StatedSpeed("ijn-1", 2),)))
    table.run_to("sub-1-1")
    assert table.refused("ijn", MoveBlocks()).rule == "DS-R39"
    entering = blank(table.form("ijn", "move_blocks"), "entering")
    assert entering is not None
    (way,) = (cell for row in entering.rows for cell in row if isinstance(cell, Course))
    table.give("ijn", MoveBlocks(entering=(Move("ijn-1", way.path_to(way.reach[0])),)))
    table.run_to("sub-3-1")
    table.give("ijn", MoveBlocks())
