"""Submarines below the surface, and who knows where they are (ES-12, ES-30, ES-A31, ES-A32)."""

from typing import Any

import pytest

from darkseas.engine.hexes.board import label
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.scenario.spec import MapSpec
from darkseas.rules.easyships.model.events import (
    BoatDived,
    BoatSurfaced,
    DepthChanged,
    ShipMoved,
)
from darkseas.rules.easyships.model.orders import ShipMove
from darkseas.rules.easyships.movement.move import check, move
from darkseas.rules.easyships.movement.submarines import rise
from darkseas.rules.easyships.turn.movement_forms import forms
from tests.rules.easyships.support import Table, a_battle, ship, way


def a_boat(depth: int = 0, **options: Any) -> Table:
    """A submarine of side a at a depth, with two moves, and an enemy far away."""
    at = {"b1": "3535"}
    table = a_battle({"a1": ship("SS", moves=2, defence=1)}, {"b1": ship("DD")}, at=at, options=options)
    table.put("a1", "1010", depth=depth)
    return table


def refusal(table: Table, order: ShipMove) -> IllegalOrder:
    """Why a move is refused."""
    with pytest.raises(IllegalOrder) as refused:
        check(table.state, "a", order)
    return refused.value


def test_a_boat_dives_a_level_a_turn_and_is_taken_off_the_map() -> None:
    table = a_boat()
    table.play(move, "a", ShipMove("a1", depth=1))
    assert [type(event) for event in table.known("b")] == [BoatDived]
    assert [type(event) for event in table.known("a")] == [BoatDived, DepthChanged]
    assert (table.status("a1").depth, label(way("1010")[0])) == (1, "1010")
    assert table.view("b").ship_status["a1"].bow is None
    assert table.view("b").hull_of("a1") == ()


@pytest.mark.parametrize(("depth", "step", "then"), [(1, 1, 2), (2, 1, 3), (3, -1, 2), (2, -1, 1)])
def test_depth_below_the_surface_is_known_to_its_owner_alone(depth: int, step: int, then: int) -> None:
    table = a_boat(depth)
    table.play(move, "a", ShipMove("a1", depth=step))
    assert table.status("a1").depth == then
    assert table.known("b") == []
    assert table.status("a1").done


def test_a_boat_surfaces_before_everybody() -> None:
    table = a_boat(1)
    table.play(move, "a", ShipMove("a1", depth=-1))
    event = table.only(BoatSurfaced)
    assert (label(event.hex), event.facing) == ("1010", 0)
    assert event in table.known(None)
    assert table.status("a1").depth == 0


def test_a_submerged_boat_moves_one_hex_in_secret() -> None:
    table = a_boat(2)
    table.play(move, "a", ShipMove("a1", way("1110")))
    assert table.status("a1").bow == way("1110")[0]
    assert table.known("b") == []
    assert table.only(ShipMoved).rule == "ES-12"


@pytest.mark.parametrize(
    ("depth", "order", "rule"),
    [
        (2, ShipMove("a1", way("1110", "1210")), "ES-12"),
        (2, ShipMove("a1", way("1210")), "ES-12"),
        (2, ShipMove("a1", way("1110"), depth=1), "ES-12"),
        (2, ShipMove("a1", depth=2), "ES-12"),
        (3, ShipMove("a1", depth=1), "ES-12"),
        (1, ShipMove("a1", depth=-2), "ES-12"),
        (1, ShipMove("a1", evade=True), "ES-12"),
        (1, ShipMove("a1", smoke="funnel"), "ES-12"),
        (1, ShipMove("a1", ping=True), "ES-12"),
        (0, ShipMove("a1", depth=-1), "ES-12"),
    ],
)
def test_a_boat_does_one_thing_below_the_surface(depth: int, order: ShipMove, rule: str) -> None:
    assert refusal(a_boat(depth), order).rule == rule


def test_no_other_ship_dives() -> None:
    table = a_battle({"a1": ship("DD")}, {"b1": ship("DD")}, at={"a1": "1010"})
    assert refusal(table, ShipMove("a1", depth=1)).field == "blanks.depth"


def test_a_submerged_boat_keeps_to_the_sea() -> None:
    sea = MapSpec("x", "X", 20, 20, land=("1110",))
    table = a_battle({"a1": ship("SS")}, {"b1": ship("DD")}, map=sea)
    table.put("a1", "1010", depth=1)
    assert refusal(table, ShipMove("a1", way("1110"))).rule == "ES-12"


def test_es_a32_how_a_submerged_boat_turns() -> None:
    table = a_boat(1)
    assert refusal(table, ShipMove("a1", way("0910"))).rule == "ES-A32"
    check(table.state, "a", ShipMove("a1", way("1009")))


def test_a_boat_that_has_to_rise_does_nothing_else_and_never_dives_again() -> None:
    table = a_boat(2)
    table.set("a1", forced_up=True, cannot_dive=True)
    assert refusal(table, ShipMove("a1", way("1110"))).rule == "ES-30"
    assert refusal(table, ShipMove("a1")).rule == "ES-30"
    table.play(rise, "a1")
    table.set("a1", done=False)
    table.play(move, "a", ShipMove("a1", depth=-1))
    assert (table.status("a1").depth, table.status("a1").forced_up) == (0, False)
    table.set("a1", done=False)
    assert refusal(table, ShipMove("a1", depth=1)).rule == "ES-30"


def test_es_a31_a_boat_stays_below_beneath_a_ship() -> None:
    table = a_boat(1)
    table.put("b1", "1010")
    assert refusal(table, ShipMove("a1", depth=-1)).rule == "ES-A31"
    assert "move on" in refusal(table, ShipMove("a1", depth=-1)).reason


def test_es_a31_a_ship_that_stays_above_pins_a_boat_that_has_to_rise() -> None:
    """Until the ship has left, every order of the boat is refused, and no refusal advises another one."""
    table = a_boat(1)
    table.put("b1", "1010")
    table.set("a1", forced_up=True, cannot_dive=True)
    for order in (
        ShipMove("a1"),
        ShipMove("a1", way("1110")),
        ShipMove("a1", depth=1),
        ShipMove("a1", depth=-1),
    ):
        reason = refusal(table, order).reason
        assert "waits below until" in reason
        assert "move on" not in reason
    table.play(rise, "a1")
    assert table.status("a1").depth == 1
    table.put("b1", "3535")
    table.play(rise, "a1")
    assert table.status("a1").depth == 0


@pytest.mark.parametrize(("depth", "offered"), [(0, True), (1, False), (2, False), (3, False)])
def test_forms_offer_smoke_to_a_boat_on_the_surface_alone(depth: int, offered: bool) -> None:
    """Any ship may make funnel smoke (ES-9); below the surface a boat does one thing alone (ES-12)."""
    blanks = [blank.name for form in forms(a_boat(depth).state, "a") for blank in form.blanks]
    assert ("smoke" in blanks) == offered
