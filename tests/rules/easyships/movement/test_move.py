"""Moving on the surface: ways, turns, evasion, collisions (ES-4 to ES-8, ES-11)."""

from typing import Any

import pytest

from darkseas.engine.hexes.board import FACINGS, label
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.scenario.spec import MapSpec
from darkseas.rules.easyships.model.events import HullDamaged, ShipMoved, ShipsCollided
from darkseas.rules.easyships.model.orders import ShipMove
from darkseas.rules.easyships.movement.move import allowance, check, faces_allowed, may_evade, move
from tests.rules.easyships.support import Table, a_battle, ship, way


def one_ship(kind: str = "DD", at: str = "1010 E", **more: Any) -> Table:
    """A table with one ship of side a, and an enemy far away."""
    ratings = more.pop("ratings", {})
    return a_battle({"a1": ship(kind, **ratings)}, {"b1": ship("DD")}, at={"a1": at, "b1": "3535"}, **more)


def refusal(table: Table, order: ShipMove, side: str = "a") -> IllegalOrder:
    """Why a move is refused."""
    with pytest.raises(IllegalOrder) as refused:
        check(table.state, side, order)
    assert refused.value.reason
    return refused.value


def where(table: Table, key: str) -> tuple[str, str]:
    """Where a ship's bow is, and how she faces."""
    status = table.status(key)
    assert status.bow is not None
    return label(status.bow), FACINGS[status.facing]


def test_a_ship_uses_any_part_of_her_moves_and_faces_where_she_went() -> None:
    table = one_ship()
    table.play(move, "a", ShipMove("a1", way("1110", "1109")))
    assert where(table, "a1") == ("1109", "NE")
    assert (table.status("a1").moved, table.status("a1").done) == (2, True)
    assert table.state.crossed["a1"] == way("1010", "1110", "1109")
    assert table.only(ShipMoved).way == way("1110", "1109")


def test_a_ship_that_stays_keeps_her_facing_and_is_done() -> None:
    table = one_ship()
    table.play(move, "a", ShipMove("a1"))
    assert where(table, "a1") == ("1010", "E")
    assert refusal(table, ShipMove("a1")).rule == "ES-8"


@pytest.mark.parametrize(
    ("order", "rule", "field"),
    [
        (ShipMove("zz"), "ES-5", "blanks.ship"),
        (ShipMove("b1"), "ES-5", "blanks.ship"),
        (ShipMove("a1", way("1110", "1210", "1310", "1410", "1510")), "ES-5", "blanks.way"),
        (ShipMove("a1", way("1210")), "ES-5", "blanks.way"),
        (ShipMove("a1", way("1009", "0909", "0910", "0911")), "ES-6", "blanks.way"),
    ],
)
def test_a_move_that_is_not_allowed_is_refused_with_rule_and_blank(
    order: ShipMove, rule: str, field: str
) -> None:
    refused = refusal(one_ship(), order)
    assert (refused.rule, refused.field) == (rule, field)


def test_a_sunk_ship_and_one_off_the_map_do_not_move() -> None:
    table = one_ship()
    table.set("a1", sunk=1)
    assert refusal(table, ShipMove("a1")).rule == "ES-5"
    table.set("a1", sunk=0, bow=None)
    assert refusal(table, ShipMove("a1")).rule == "ES-5"


@pytest.mark.parametrize(
    ("kind", "faces"),
    [("DD", 3), ("DE", 2), ("SS", 2), ("CV", 2), ("CVL", 2), ("CA", 2), ("CL", 2), ("CLAA", 2), ("AC", 2),
     ("BB", 1), ("PDN", 1), ("BC", 1)],
)  # fmt: skip
def test_hex_faces_of_each_type(kind: str, faces: int) -> None:
    assert faces_allowed(one_ship(kind).state, "a1") == faces


def test_hex_faces_are_never_more_than_the_speed_now() -> None:
    table = one_ship()
    table.set("a1", moves_lost=2)
    assert faces_allowed(table.state, "a1") == 2
    table.set("a1", flooding=5)
    assert faces_allowed(table.state, "a1") == 0


def test_es_a23_hex_faces_of_auxiliaries() -> None:
    assert faces_allowed(one_ship("AUX").state, "a1") == 2


def test_hex_faces_of_her_own_go_before_those_of_the_type() -> None:
    assert faces_allowed(one_ship("CL", ratings={"faces": 3}).state, "a1") == 3


@pytest.mark.parametrize(("answer", "faces"), [(False, 1), (True, 3)])
def test_es_x4_a_nimble_battleship_turns_as_a_destroyer(answer: bool, faces: int) -> None:
    table = one_ship("BB", ratings={"nimble": True}, options={"nimble_ships": answer})
    assert faces_allowed(table.state, "a1") == faces
    plain = one_ship("BB", options={"nimble_ships": answer})
    assert faces_allowed(plain.state, "a1") == 1


def test_es_a2_hex_faces_in_one_hex() -> None:
    turns_two = ShipMove("a1", way("0909"))
    table = one_ship()
    table.play(move, "a", turns_two)
    assert where(table, "a1") == ("0909", "NW")


def test_es_a50_no_part_of_a_ship_comes_on_land_or_leaves_the_map() -> None:
    sea = MapSpec("x", "X", 12, 12, land=("1107", "0908"))
    table = one_ship("CA", "1008 E", map=sea)
    check(table.state, "a", ShipMove("a1", way("1108")))
    assert refusal(table, ShipMove("a1", way("1108", "1107"))).rule == "ES-4"
    assert refusal(table, ShipMove("a1", way("1108", "1208"))).rule == "ES-4"
    triple = one_ship("BC", "1010 E", map=MapSpec("x", "X", 20, 20, land=("0911",)))
    check(triple.state, "a", ShipMove("a1", way("1110")))
    assert refusal(triple, ShipMove("a1", way("1009"))).rule == "ES-4", "the stern swings over land"


# --- evasion -----------------------------------------------------------------------------------------


def test_evasion_costs_a_move_and_lasts_the_turn() -> None:
    table = one_ship()
    assert (allowance(table.state, "a1", evade=False), allowance(table.state, "a1", evade=True)) == (4, 3)
    four = way("1110", "1210", "1310", "1410")
    assert refusal(table, ShipMove("a1", four, evade=True)).rule == "ES-5"
    table.play(move, "a", ShipMove("a1", four[:3], evade=True))
    assert table.status("a1").evading


def test_a_ship_of_speed_1_and_a_submerged_boat_do_not_evade() -> None:
    table = one_ship()
    assert may_evade(table.state, "a1")
    table.set("a1", moves_lost=3)
    assert not may_evade(table.state, "a1")
    assert refusal(table, ShipMove("a1", evade=True)).rule == "ES-11"
    table.set("a1", moves_lost=0, depth=1)
    assert not may_evade(table.state, "a1")


def test_es_a29_a_ship_may_evade_in_formation() -> None:
    at = {"a1": "1010 E", "a2": "1309 E", "b1": "3535"}
    table = a_battle({"a1": ship("DD"), "a2": ship("CA")}, {"b1": ship("DD")}, at=at)
    check(table.state, "a", ShipMove("a1", way("1110", "1210"), evade=True))


# --- collisions ----------------------------------------------------------------------------------------


def collision(mover: dict[str, Any], struck: dict[str, Any], **options: Any) -> Table:
    """Two ships bow to stern in a row: the first runs into the second."""
    at = {"a1": "1010 E", "b1": "1310 E"}
    return a_battle({"a1": mover}, {"b1": struck}, at=at, options=options)


def test_es_a3_a_collision_stops_the_mover_before_it_with_four_dice() -> None:
    table = collision(ship("DD"), ship("DD"))
    table.play(move, "a", ShipMove("a1", way("1110", "1210", "1310", "1410")), dice=[1, 2, 4, 3])
    assert where(table, "a1") == ("1210", "E")
    event = table.only(ShipsCollided)
    assert (event.mover, event.struck, label(event.hex)) == ("a1", "b1", "1310")
    assert (event.speed, event.flooding) == ({"a1": 1, "b1": 2}, {"a1": 2, "b1": 1})
    assert [(hull.ship, hull.flooding, hull.moves_lost) for hull in table.events(HullDamaged)] == [
        ("a1", 2, 2),
        ("b1", 1, 2),
    ]
    assert table.status("b1").done, "a struck ship loses her move"
    assert table.asked == [(4, 6, "t1/collision/a1/b1", "pub")]


@pytest.mark.parametrize(("defence", "loss"), [(30, 1), (31, 0)])
def test_a_ship_larger_by_more_than_20_loses_less_speed(defence: int, loss: int) -> None:
    table = collision(ship("DD"), ship("BB", defence=defence, hexes=1))
    table.play(move, "a", ShipMove("a1", way("1110", "1210", "1310")), dice=[1, 1, 1, 1])
    assert table.only(ShipsCollided).speed == {"a1": 1, "b1": loss}
    turned = collision(ship("BB", defence=defence, hexes=1), ship("DD"))
    turned.play(move, "a", ShipMove("a1", way("1110", "1210", "1310")), dice=[2, 1, 2, 1])
    assert turned.only(ShipsCollided).speed == {"a1": 1 + loss, "b1": 2}


def test_a_stern_that_swings_into_a_ship_collides_too() -> None:
    at = {"a1": "1010 E", "b1": "0911 E"}
    table = a_battle({"a1": ship("BC", hexes=3)}, {"b1": ship("DD")}, at=at)
    table.play(move, "a", ShipMove("a1", way("1009")), dice=[1, 1, 1, 1])
    assert where(table, "a1") == ("1010", "E")
    assert label(table.only(ShipsCollided).hex) == "0911"


def test_es_a4_ships_pass_over_submerged_boats() -> None:
    table = a_battle({"a1": ship("DD")}, {"b1": ship("SS")}, at={"a1": "1010 E", "b1": "1110 E"})
    table.put("b1", "1110", depth=1)
    table.play(move, "a", ShipMove("a1", way("1110")))
    assert table.events(ShipsCollided) == []
    assert where(table, "a1")[0] == "1110"
