"""How a battle ends (FB-B18, FB-B19)."""

import pytest

from darkseas.engine.events import BattleEnded
from darkseas.engine.orders import Choice, IllegalOrder
from darkseas.engine.stages.stage import result
from darkseas.rules.fleet_battle.model.events import TransfersPlotted, TurnEnded
from darkseas.rules.fleet_battle.model.orders import PlotTransfers
from darkseas.rules.fleet_battle.turn.decide import legal_orders
from tests.rules.fleet_battle.support import Table, a_battle

BB, DD = "battleship", "destroyer"


def ended(table: Table) -> BattleEnded:
    """How it ended."""
    (event,) = table.events_of(BattleEnded)
    return event


def play_on(table: Table, turns: int) -> None:
    """Hold fire until the battle is over or that turn begins."""
    while table.state.ended is None and table.state.turn <= turns:
        if str(table.state.stage) == "transfers":
            table.move()
        else:
            table.fire()


def test_last_side_with_a_ship_wins() -> None:
    table = a_battle({"b1": BB}, {"k1": BB}, fire_tier=3)
    table.fire(8, 1, a={"b1": "k1"})
    assert (ended(table).winner, ended(table).scores) == ("a", {"a": "9", "b": "0"})
    found = result(table.state)
    assert found is not None
    assert found.winner == "a"
    assert legal_orders(table.state, "a") == legal_orders(table.state, "b") == ()
    with pytest.raises(IllegalOrder) as refused:
        table.give("a", PlotTransfers())
    assert refused.value.field == "order"


def test_both_gone_is_a_draw() -> None:
    table = a_battle({"b1": BB}, {"k1": BB}, fire_tier=3)
    table.fire(8, 1, 8, 1, a={"b1": "k1"}, b={"k1": "b1"})
    assert (ended(table).winner, ended(table).rule) == (None, "FB-B18")


@pytest.mark.parametrize(
    ("own", "winner"), [({"b1": BB, "d1": DD}, "a"), ({"b1": BB}, None), ({"d1": DD}, "b")]
)
def test_last_turn_is_won_by_the_higher_cost_afloat(own: dict[str, str], winner: str | None) -> None:
    """B18."""
    table = a_battle(own, {"k1": BB}, aims={"turn_limit": 2})
    play_on(table, 5)
    assert (table.state.turn, ended(table).winner, ended(table).rule) == (2, winner, "FB-B18")


def test_deadlock_is_a_draw_after_three_turns() -> None:
    """B19."""
    table = a_battle({"b1": BB}, {"k1": BB})
    play_on(table, 20)
    assert (table.state.turn, ended(table).winner, ended(table).rule) == (3, None, "FB-B19")
    assert [one.idle for one in table.events_of(TurnEnded)] == [1, 2, 3]


def test_attacks_that_cannot_succeed_do_not_put_a_deadlock_off() -> None:
    """B19: d6 cards against a submerged u-boat that never fires."""
    table = a_battle({"b1": BB}, {"v1": "u-boat"})
    for turn in (1, 2, 3):
        table.pass_on("tier-3", turn).fire(6, a={"b1": "v1"})
    assert ended(table).rule == "FB-B19"


def test_attack_that_could_succeed_begins_the_count_anew() -> None:
    table = a_battle({"b1": BB}, {"k1": BB})
    table.pass_on("tier-3", 2).fire(1, 1, a={"b1": "k1"})
    play_on(table, 20)
    assert (table.state.turn, [one.idle for one in table.events_of(TurnEnded)]) == (5, [1, 0, 1, 2, 3])


def test_nobody_leaves_unless_the_scenario_allows_it() -> None:
    table = a_battle({"b1": BB, "d1": DD}, {"k1": BB})
    with pytest.raises(IllegalOrder) as refused:
        table.give("a", PlotTransfers((), retreat=True))
    assert (refused.value.rule, refused.value.field) == ("FB-B18", "blanks.retreat")


@pytest.mark.parametrize(("leaving", "winner"), [(["a"], "b"), (["b"], "a"), (["a", "b"], None)])
def test_side_that_leaves_has_lost(leaving: list[str], winner: str | None) -> None:
    """B18, FB-H7; both sides are asked, though neither has a ship that could change groups."""
    table = a_battle({"b1": BB}, {"k1": BB}, options={"retreat": True})
    assert table.state.called == ("a", "b")
    blank = legal_orders(table.state, "a")[0].blanks[1]
    assert isinstance(blank, Choice)
    assert (blank.name, blank.values, blank.optional) == ("retreat", (True,), True)
    table.give("a", PlotTransfers((), retreat="a" in leaving))
    assert table.view("b").leaving == ()
    table.give("b", PlotTransfers((), retreat="b" in leaving))
    assert (ended(table).winner, ended(table).rule) == (winner, "FB-H7")


def test_leaving_may_be_taken_back() -> None:
    table = a_battle({"b1": BB}, {"k1": BB}, options={"retreat": True})
    table.give("a", PlotTransfers((), retreat=True))
    table.withdraw("a")
    assert table.state.leaving == ()


def test_everybody_learns_who_leaves() -> None:
    table = a_battle({"b1": BB}, {"k1": BB}, options={"retreat": True})
    table.give("a", PlotTransfers((), retreat=True))
    table.give("b", PlotTransfers(()))
    assert [(one.side, one.leaving) for one in table.events_of(TransfersPlotted)] == [("a", True)]
