"""Smoke: who makes it, what it fills, how long, how it clears (ES-9, ES-10, ES-A26, ES-A28)."""

from typing import Any

import pytest

from darkseas.engine.orders import IllegalOrder
from darkseas.rules.easyships.model.events import SmokeBegun, SmokeCleared, SmokeEnded, SmokeLaid, TurnOver
from darkseas.rules.easyships.model.orders import ShipMove
from darkseas.rules.easyships.movement.move import check, move
from darkseas.rules.easyships.movement.smoke import clear, hexes_left
from tests.rules.easyships.support import Table, a_battle, ship, way


def a_table(kind: str = "DD", **options: Any) -> Table:
    """A ship of side a in the middle of the sea, and an enemy far away."""
    at = {"a1": "1010 E", "b1": "3535"}
    return a_battle({"a1": ship(kind, moves=6)}, {"b1": ship("DD")}, at=at, options=options)


def next_turn(table: Table) -> None:
    """Begin another turn."""
    table.play(lambda adjudication: adjudication.record(TurnOver(table.state.turn)))
    table.state.turn += 1


def sail(table: Table, smoke: Any, *labels: str) -> None:
    """Begin a turn, and move in it."""
    table.play(move, "a", ShipMove("a1", way(*labels), smoke=smoke))


def test_funnel_smoke_moves_with_its_ship_for_five_hexes() -> None:
    table = a_table("CA")
    sail(table, "funnel", "1110", "1210", "1310")
    assert table.only(SmokeBegun).left == 2
    assert table.state.has_smoke(way("1310")[0])
    assert table.state.has_smoke(way("1210")[0])
    assert not table.state.has_smoke(way("1010")[0])
    next_turn(table)
    with pytest.raises(IllegalOrder) as refused:
        check(table.state, "a", ShipMove("a1", way("1410", "1510", "1610"), smoke="funnel"))
    assert refused.value.rule == "ES-A26"
    sail(table, "funnel", "1410", "1510")
    assert table.status("a1").smoke_left == 0


def test_after_a_screen_a_ship_waits_five_turns() -> None:
    table = a_table()
    sail(table, "funnel", "1110")
    next_turn(table)
    sail(table, "", "1210")
    assert table.only(SmokeEnded).turn == 1
    assert not table.state.has_smoke(way("1210")[0])
    allowed = []
    for turn in range(2, 9):
        table.state.turn = turn
        allowed.append(hexes_left(table.state, "a1", "funnel"))
    assert allowed == [0, 0, 0, 0, 0, 5, 5], "it ended in turn 1, so it may begin in turn 7"


def test_another_kind_of_smoke_begins_no_screen_while_one_lasts() -> None:
    table = a_table()
    sail(table, "funnel", "1110")
    assert hexes_left(table.state, "a1", "chemical") == 0


def test_chemical_smoke_fills_each_hex_that_is_left_and_stays() -> None:
    table = a_table()
    sail(table, "chemical", "1110", "1210")
    assert table.only(SmokeLaid).hexes == way("1010", "1110")
    assert not table.state.has_smoke(way("1210")[0])
    next_turn(table)
    sail(table, "chemical", "1310", "1410", "1510", "1610")
    assert table.only(SmokeLaid).hexes == way("1210", "1310", "1410"), "five hexes in all"
    assert table.state.has_smoke(way("1010")[0])


def test_a_long_escort_leaves_a_hex_when_her_stern_has_left_it() -> None:
    at = {"a1": "1010 E", "b1": "3535"}
    table = a_battle({"a1": ship("DE", hexes=2)}, {"b1": ship("DD")}, at=at)
    table.play(move, "a", ShipMove("a1", way("1110", "1210"), smoke="chemical"))
    assert table.only(SmokeLaid).hexes == way("0910", "1010")


@pytest.mark.parametrize("kind", ["BB", "CL", "SS", "CV"])
def test_only_destroyers_and_escorts_make_chemical_smoke(kind: str) -> None:
    table = a_table(kind)
    with pytest.raises(IllegalOrder) as refused:
        check(table.state, "a", ShipMove("a1", smoke="chemical"))
    assert refused.value.rule == "ES-9"
    check(table.state, "a", ShipMove("a1", smoke="funnel"))


def test_es_a26_funnel_smoke_is_counted_in_hexes() -> None:
    table = a_table()
    for steps, left in ((("1110", "1210"), 3), ((), 2), (("1310",), 1)):
        sail(table, "funnel", *steps)
        assert table.only(SmokeBegun).left == left
        next_turn(table)


def test_es_a28_markers_clear_by_a_die_of_1_or_2() -> None:
    ships = {"a1": ship("DD"), "a2": ship("DE")}
    table = a_battle(ships, {"b1": ship()})
    here, there = way("1010", "1111")
    table.state.smoke = {here: ("a1",), there: ("a2",)}
    table.play(clear, dice=[2, 3])
    assert [event.hexes for event in table.events(SmokeCleared)] == [(here,)]
    assert table.state.smoke == {there: ("a2",)}


def test_one_die_for_each_marker_and_3_leaves_it() -> None:
    table = a_table()
    here = way("1010")[0]
    table.state.smoke = {here: ("a1", "b1")}
    table.play(clear, dice=[3, 1])
    assert table.state.smoke == {here: ("a1",)}
    assert [purpose for _, _, purpose, _ in table.asked] == ["t1/smoke/a1/10.10", "t1/smoke/b1/10.10"]


def test_the_smoke_of_a_boat_ends_when_she_dives() -> None:
    """Else the whole state would have smoke where nobody but her owner may know her to be."""
    table = a_table("SS")
    sail(table, "funnel", "1110")
    next_turn(table)
    table.play(move, "a", ShipMove("a1", depth=1))
    assert not table.state.has_smoke(way("1110")[0])
    next_turn(table)
    assert not hexes_left(table.state, "a1", "chemical")
    assert table.status("a1").smoke_ended == table.state.turn - 1
