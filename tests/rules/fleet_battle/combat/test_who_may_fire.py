"""Who may fire at whom (FB-7, FB-9 to FB-11), with their rulings."""

from typing import Any

import pytest

from darkseas.rules.fleet_battle.combat.who_may_fire import targets_of, why_not
from darkseas.rules.fleet_battle.model.events import BattleGroupLost
from tests.rules.fleet_battle.support import Table, a_battle

A = {"u1": "u-boat", "c1": "aircraft carrier", "b1": "battleship", "h1": "heavy cruiser",
     "l1": "light cruiser", "d1": "destroyer"}  # fmt: skip
B = {"v1": "u-boat", "e1": "light carrier", "k1": "battle cruiser", "x1": "heavy cruiser",
     "y1": "light cruiser", "z1": "destroyer"}  # fmt: skip
ALL = ["v1", "e1", "k1", "x1", "y1", "z1"]


def table(**changes: Any) -> Table:
    """Both fleets with their light cruiser and destroyer beside the carrier."""
    return a_battle(A, B, carriers=["l1", "d1", "y1", "z1"], **changes)


def may(found: Table, ship: str) -> list[str]:
    """Whom a ship may fire at."""
    return [target.key for target in targets_of(found.state, found.state.scenario.ships[ship])]


def barred(found: Table, ship: str, target: str) -> str:
    """By which rule a ship may not fire at another; empty where it may."""
    ships = found.state.scenario.ships
    reason = why_not(found.state, ships[ship], ships[target])
    return reason.rule if reason else ""


@pytest.mark.parametrize("ship", ["u1", "c1"])
def test_u_boats_and_carriers_may_fire_at_everything(ship: str) -> None:
    assert may(table(), ship) == ALL


@pytest.mark.parametrize("ship", ["b1", "h1"])
def test_battle_group_fires_at_battle_group_and_u_boats(ship: str) -> None:
    assert may(table(), ship) == ["v1", "k1", "x1"]


def test_escorts_of_carriers_answer_u_boats_alone_at_first() -> None:
    assert may(table(), "d1") == ["v1"]


def test_what_bars_whom() -> None:
    found = table()
    assert [barred(found, "b1", key) for key in ("e1", "y1", "z1")] == ["FB-10", "FB-9", "FB-9"]
    assert [barred(found, "d1", key) for key in ("k1", "e1", "z1")] == ["FB-11"] * 3


def test_f11_escort_is_open_once_the_last_of_the_battle_group_is_sunk_in_an_earlier_tier() -> None:
    own = {"b1": "battleship", "c1": "aircraft carrier"}
    other = {"e1": "light carrier", "x1": "heavy cruiser", "z1": "destroyer"}
    found = a_battle(own, other, carriers=["z1"], fire_tier=2)
    assert barred(found, "b1", "z1") == "FB-9"
    found.fire(9, 1, a={"c1": "x1"})
    assert str(found.state.stage) == "tier-3"
    assert may(found, "b1") == ["e1", "z1"]


def fired_at_group(**changes: Any) -> Table:
    """The enemy's u-boat and carrier have named side A's carrier group in turn 1; tier 4 is next."""
    found = table(**changes).pass_on("tier-1")
    found.fire(1, 1, b={"v1": "c1"})
    found.fire(1, b={"e1": "d1"})
    return found.pass_on("tier-4")


def test_f12_escort_answers_the_u_boat_that_fired_on_its_group() -> None:
    found = fired_at_group()
    assert (may(found, "l1"), found.defence("v1")) == (["v1"], 5)
    found.fire(5, a={"l1": "v1"})
    assert found.sunk() == ["v1"]
    assert found.asked[-1][:2] == (1, 6)


def test_f12_escort_has_no_target_where_nobody_named_its_group() -> None:
    found = a_battle({k: c for k, c in A.items() if k != "u1"}, {k: c for k, c in B.items() if k != "v1"},
                     carriers=["l1", "d1", "y1", "z1"])  # fmt: skip
    assert may(found, "l1") == []


def test_escort_may_not_answer_a_carrier_while_the_enemys_battle_group_stands() -> None:
    found = fired_at_group()
    assert found.state.assailants == {"v1": 1, "e1": 1}
    assert barred(found, "l1", "e1") == "FB-11"
    found.state.lost_groups["b"] = "FB-9"
    assert barred(found, "l1", "e1") == ""
    assert barred(found, "l1", "x1") == "FB-11"


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_escorts_remember_for_so_many_turns(turns: int) -> None:
    """B10."""
    found = fired_at_group(options={"memory_turns": turns})
    found.state.lost_groups["b"] = "FB-9"
    for turn in range(1, 6):
        found.state.turn = turn
        assert (barred(found, "l1", "e1") == "") is (turn - 1 <= turns)


def test_escorts_fire_at_everything_once_both_battle_groups_are_gone() -> None:
    """B11: at u-boats always; B12."""
    found = table()
    assert barred(found, "d1", "v1") == ""
    found.state.lost_groups["b"] = "FB-9"
    assert barred(found, "d1", "z1") == "FB-11"
    found.state.lost_groups["a"] = "FB-9"
    assert barred(found, "d1", "z1") == barred(found, "d1", "e1") == ""


def test_fleet_without_a_battle_group() -> None:
    """B7."""
    found = a_battle(A, {"e1": "light carrier", "z1": "destroyer"}, carriers=["z1"])
    assert found.state.lost_groups == {"b": "FB-B7"}
    assert may(found, "b1") == ["e1", "z1"]


def test_lost_battle_group_is_told_once_and_for_good() -> None:
    found = a_battle({"b1": "battleship"}, {"k1": "battleship", "e1": "light carrier"}, fire_tier=3)
    found.fire(8, 1, a={"b1": "k1"})
    assert [(one.side, one.rule) for one in found.events_of(BattleGroupLost)] == [("b", "FB-9")]
    found.pass_on("tier-3", 3)
    assert len(found.events_of(BattleGroupLost)) == 1
