"""Depth charges (ES-30, ES-A33)."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from darkseas.engine.orders import IllegalOrder
from darkseas.rules.easyships.combat.depth_charges import HIT, MISS, NEAR, check, outcome, resolve
from darkseas.rules.easyships.model.events import DepthChargeDropped, DepthChargeMissedNearly, ShipSunk
from darkseas.rules.easyships.model.orders import DepthCharge, ShipMove
from darkseas.rules.easyships.movement.move import move
from darkseas.rules.easyships.tables.rules_tables import DEPTHS
from tests.rules.easyships.support import Table, a_battle, ship, way

HERE = way("1110")[0]


def hunt(depth: int, *, kind: str = "DD", year: int = 1940, options: Any = None) -> Table:
    """A destroyer that has passed over a boat in 1110, and on to 1210."""
    ships = {"a1": ship(kind, year=1910)}
    table = a_battle(
        ships, {"u1": ship("SS", year=1910)}, at={"a1": "1010"}, sea={"year": year}, options=options or {}
    )
    table.put("u1", "1110", depth=depth)
    table.play(move, "a", ShipMove("a1", way("1110", "1210")))
    return table


def refusal(table: Table, *orders: DepthCharge) -> tuple[str, str]:
    """Rule and blank of an attack that is refused."""
    with pytest.raises(IllegalOrder) as refused:
        check(table.state, "a", orders)
    return refused.value.rule, refused.value.field


@pytest.mark.parametrize(
    ("depth", "hit", "near"),
    [
        (1, Fraction(1, 6), Fraction(1, 6)),
        (2, Fraction(1, 36), Fraction(3, 36)),
        (3, Fraction(1, 216), Fraction(7, 216)),
    ],
)
def test_es_g18_chances_by_depth(depth: int, hit: Fraction, near: Fraction) -> None:
    throws = [outcome(faces) for faces in product(range(1, 7), repeat=DEPTHS[depth].dice)]
    assert Fraction(throws.count(HIT), len(throws)) == hit
    assert Fraction(throws.count(NEAR), len(throws)) == near
    assert throws.count(MISS) == len(throws) - throws.count(HIT) - throws.count(NEAR)


@pytest.mark.parametrize(("depth", "dice"), [(1, [1]), (2, [1, 1]), (3, [1, 1, 1])])
def test_all_ones_at_the_right_depth_destroy(depth: int, dice: list[int]) -> None:
    table = hunt(depth)
    table.play(resolve, "a", [DepthCharge("a1", HERE, depth)], dice=dice)
    assert (table.only(ShipSunk).cause, table.only(ShipSunk) in table.known("a")) == ("depth charge", True)


def test_es_a33_a_near_miss_makes_the_boat_rise_and_the_attacker_does_not_know() -> None:
    table = hunt(2)
    table.play(resolve, "a", [DepthCharge("a1", HERE, 2)], dice=[2, 1])
    assert table.only(DepthChargeMissedNearly) not in table.known("a")
    assert (table.status("u1").forced_up, table.status("u1").cannot_dive) == (True, True)


def test_es_a33_charges_on_a_destroyed_boat_do_nothing_and_a_kill_comes_after_a_near_miss() -> None:
    charge = [DepthCharge("a1", HERE, 2)]
    destroyed = hunt(2)
    destroyed.play(resolve, "a", charge, dice=[1, 1])
    destroyed.play(resolve, "a", charge)
    assert [type(event) for event in destroyed.known("b")] == [DepthChargeDropped]
    shaken = hunt(2)
    shaken.play(resolve, "a", charge, dice=[2, 1])
    shaken.play(resolve, "a", charge, dice=[1, 1])
    assert shaken.only(ShipSunk).ship == "u1"


@pytest.mark.parametrize(("setting", "dice"), [(1, [1, 1]), (3, [1, 1]), (2, [1, 3])])
def test_the_wrong_depth_or_other_dice_miss_and_nobody_is_told(setting: int, dice: list[int]) -> None:
    table = hunt(2)
    table.play(resolve, "a", [DepthCharge("a1", HERE, setting)], dice=dice)
    assert [type(event) for event in table.known("a")] == [DepthChargeDropped]
    assert [scope for *_, scope in table.asked] == ["side:b"]


def test_where_no_boat_is_nothing_happens() -> None:
    table = hunt(2)
    table.play(resolve, "a", [DepthCharge("a1", way("1210")[0], 2)])
    assert [type(event) for event in table.known("b")] == [DepthChargeDropped]


def test_a_ship_that_has_not_moved_attacks_where_she_lies() -> None:
    table = a_battle({"a1": ship("DE")}, {"u1": ship("SS")}, at={"a1": "1110"})
    check(table.state, "a", [DepthCharge("a1", HERE, 1)])


@pytest.mark.parametrize(
    ("order", "field"),
    [
        (DepthCharge("zz", HERE, 1), "ship"),
        (DepthCharge("u1", HERE, 1), "ship"),
        (DepthCharge("a1", way("1310")[0], 1), "hex"),
        (DepthCharge("a1", HERE, 0), "depth"),
        (DepthCharge("a1", HERE, 4), "depth"),
    ],
)
def test_an_attack_that_is_not_allowed_is_refused(order: DepthCharge, field: str) -> None:
    assert refusal(hunt(1), order) == ("ES-30", f"blanks.depth_charges.0.{field}")


def test_one_attack_a_ship_none_by_others_none_before_1918() -> None:
    order = DepthCharge("a1", HERE, 1)
    assert refusal(hunt(1), order, order)[1] == "blanks.depth_charges.1.ship"
    assert refusal(hunt(1, kind="CL"), order)[1] == "blanks.depth_charges.0.ship"
    assert refusal(hunt(1, year=1917), order)[1] == "blanks.depth_charges.0.ship"
    check(hunt(1, year=1918).state, "a", [order])
