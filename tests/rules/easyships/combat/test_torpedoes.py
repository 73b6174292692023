"""Torpedoes die by die (ES-11, ES-27 to ES-29)."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from darkseas.engine.orders import IllegalOrder
from darkseas.rules.easyships.combat.torpedoes import check, most_face, next_launch, resolve, shares
from darkseas.rules.easyships.damage.apply_hits import take_all
from darkseas.rules.easyships.model.events import TorpedoesFired, TorpedoHit, TubesEmptied, WakeSeen
from darkseas.rules.easyships.model.hit_effects import Effect
from darkseas.rules.easyships.model.orders import TorpedoFire
from tests.rules.easyships.support import Table, a_battle, ship, way

FIRE = TorpedoFire("a1", ("b1",))


def attack(away: int = 4, kind: str = "DD", torpedoes: int = 4, options: Any = None, **more: Any) -> Table:
    """A ship with torpedoes at 1010, and targets east and north-east of her."""
    at = {"a1": "1010", "b1": f"{10 + away}10", "b2": "1108"}
    said = more.pop("sea", {"year": 1940})
    ships = {"a1": ship(kind, torpedoes=torpedoes, **more)}
    enemies = {"b1": ship("CA", guns=[(9, 8), (8, 5)], hexes=1), "b2": ship("DD")}
    return a_battle(ships, enemies, at=at, options=options or {}, sea=said)


def refusal(table: Table, *orders: TorpedoFire) -> tuple[str, str]:
    """Rule and blank of a launch that is refused."""
    with pytest.raises(IllegalOrder) as refused:
        check(table.state, "a", orders)
    assert refused.value.reason
    return refused.value.rule, refused.value.field


@pytest.mark.parametrize(
    ("dice", "row", "flooding", "guns", "sunk"),
    [
        ((6, 6), 10, 0, (0, 0), 1),
        ((1, 1), 0, 1, (0, 0), 0),
        ((2, 2), 2, 2, (0, 0), 0),
        ((2, 3), 3, 1, (0, 2), 0),
    ],
)
def test_es_g9_a_torpedo_floods_and_throws_two_dice(
    dice: tuple[int, int], row: int, flooding: int, guns: tuple[int, ...], sunk: int
) -> None:
    table = attack(torpedoes=1)
    table.play(resolve, "a", [FIRE], dice=[1, *dice])
    assert (table.only(TorpedoHit).dice, table.only(TorpedoHit).row) == (dice, row)
    assert table.state.effects == (Effect("b1", "torpedo", row, 0, 1, rule="ES-28"),)
    table.play(take_all)
    status = table.status("b1")
    assert (status.fires, status.flooding, status.guns_lost, status.sunk) == (0, flooding, guns, sunk)


def test_es_g9_the_magazine_explodes_once_in_36_hits() -> None:
    dice = list(product(range(1, 7), repeat=2))
    assert Fraction(sum(sum(pair) - 2 >= 10 for pair in dice), len(dice)) == Fraction(1, 36)


def test_a_die_for_each_torpedo_hits_by_1() -> None:
    table = attack()
    table.play(resolve, "a", [FIRE], dice=[1, 2, 6, 1, 1, 1, 4, 6, 2])
    fired = table.only(TorpedoesFired)
    assert (fired.ship, fired.faces, fired.most, fired.hits) == ("a1", (1, 2, 6, 1), 1, 2)
    assert [(effect.row, effect.fires) for effect in table.state.effects] == [(0, 0), (8, 2)]
    assert table.status("a1").torpedo_turn == 1


@pytest.mark.parametrize(("away", "depth", "most"), [(2, 1, 2), (1, 1, 2), (3, 1, 1), (2, 0, 1)])
def test_a_submerged_boat_near_by_hits_by_1_or_2(away: int, depth: int, most: int) -> None:
    table = attack(away, "SS", torpedoes=1)
    table.put("a1", "1010", depth=depth)
    wake = way("1010")[0] if depth else None
    table.play(resolve, "a", [TorpedoFire("a1", ("b1",), wake)], dice=[6])
    assert table.only(TorpedoesFired).most == most


@pytest.mark.parametrize(
    ("answer", "near", "most"),
    [("penalty", False, 0), ("penalty", True, 1), ("literal", False, 2), ("literal", True, 3)],
)
def test_es_a7_torpedoes_at_a_ship_that_evades(answer: str, near: bool, most: int) -> None:
    table = attack(options={"evasive_torpedo": answer})
    table.set("b1", evading=True)
    assert most_face(table.state, "b1", near=near) == most


def test_a_ship_that_evades_is_hit_once_at_most() -> None:
    table = attack(options={"evasive_torpedo": "literal"})
    table.set("b1", evading=True)
    table.play(resolve, "a", [FIRE], dice=[1, 2, 2, 1, 1, 1])
    assert table.only(TorpedoesFired).hits == 1


def test_es_a40_each_attack_hits_an_evading_ship_once_at_most() -> None:
    ships = {key: ship("DD", torpedoes=1) for key in ("a1", "a2")}
    at = {"a1": "1010", "a2": "1011", "b1": "1310"}
    table = a_battle(ships, {"b1": ship("CA", hexes=1)}, at=at, options={"evasive_torpedo": "literal"})
    table.set("b1", evading=True)
    table.play(resolve, "a", [FIRE, TorpedoFire("a2", ("b1",))], dice=[1, 1, 1, 1, 1, 1])
    assert [fired.hits for fired in table.events(TorpedoesFired)] == [1, 1]


# --- how often, how far, at whom -------------------------------------------------------------------------


def test_es_a22_when_a_ship_may_launch_again() -> None:
    again = {"SS": 5, "CA": 6, "BC": 6, "BB": 6, "PDN": 6, "AC": 6, "CL": None, "DD": None, "AUX": None}
    found = {}
    for kind in again:
        table = attack(kind=kind)
        assert next_launch(table.state, "a1") == 1
        table.set("a1", torpedo_turn=2)
        found[kind] = next_launch(table.state, "a1")
    assert found == again


def test_a_launch_too_early_is_refused() -> None:
    table = attack(kind="CA")
    table.set("a1", torpedo_turn=1)
    table.state.turn = 4
    assert refusal(table, FIRE) == ("ES-27", "blanks.torpedoes.0.ship")
    table.state.turn = 5
    check(table.state, "a", [FIRE])
    spent = attack()
    spent.set("a1", torpedo_turn=1)
    spent.state.turn = 50
    assert refusal(spent, FIRE)[0] == "ES-27"


@pytest.mark.parametrize(("answer", "year", "lance", "reach"), [
    (False, 1942, True, 6), (True, 1942, True, 8), (True, 1930, True, 6), (True, 1942, False, 6),
])  # fmt: skip
def test_es_x1_torpedoes_run_6_hexes_those_of_japan_8(
    answer: bool, year: int, lance: bool, reach: int
) -> None:
    said = {"year": year}
    for away in (reach, reach + 1):
        table = attack(away, options={"long_lances": answer}, long_lance=lance, sea=said)
        if away > reach:
            assert refusal(table, FIRE) == ("ES-27", "blanks.torpedoes.0.targets.0")
        else:
            check(table.state, "a", [FIRE])


@pytest.mark.parametrize(("kind", "torpedoes", "two"), [("DD", 7, False), ("DD", 8, True), ("SS", 4, True)])
def test_boats_and_ships_with_eight_split_on_two_targets(kind: str, torpedoes: int, two: bool) -> None:
    table = attack(kind=kind, torpedoes=torpedoes)
    both = TorpedoFire("a1", ("b1", "b2"))
    if two:
        check(table.state, "a", [both])
    else:
        assert refusal(table, both) == ("ES-27", "blanks.torpedoes.0.targets")
    for targets in ((), ("b1", "b1"), ("b1", "b2", "b1")):
        assert refusal(table, TorpedoFire("a1", targets))[0] == "ES-27"


def test_es_a39_the_odd_torpedo_goes_to_the_first_target() -> None:
    table = attack(torpedoes=9)
    assert (shares(9, 2), shares(9, 1)) == ((5, 4), (9,))
    table.play(resolve, "a", [TorpedoFire("a1", ("b1", "b2"))], dice=[6] * 9)
    assert [len(fired.faces) for fired in table.events(TorpedoesFired)] == [5, 4]


def test_a_single_torpedo_split_so_that_none_is_left_rolls_nothing() -> None:
    table = attack(kind="SS", torpedoes=1)
    table.play(resolve, "a", [TorpedoFire("a1", ("b1", "b2"))], dice=[6])
    assert [fired.target for fired in table.events(TorpedoesFired)] == ["b1"]


@pytest.mark.parametrize(
    ("order", "field"),
    [
        (TorpedoFire("zz", ("b1",)), "ship"),
        (TorpedoFire("b1", ("b2",)), "ship"),
        (TorpedoFire("a1", ("a1",)), "targets.0"),
        (TorpedoFire("a1", ("b1",), way("1010")[0]), "wake"),
    ],
)
def test_a_launch_that_is_not_allowed_is_refused(order: TorpedoFire, field: str) -> None:
    assert refusal(attack(), order)[1] == f"blanks.torpedoes.0.{field}"
    assert refusal(attack(), FIRE, FIRE) == ("ES-27", "blanks.torpedoes.1.ship")


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"depth": 2}, "ES-12"),
        ({"depth": 3}, "ES-12"),
        ({"sunk": 1}, "ES-12"),
        ({"depth": 1, "forced_up": True}, "ES-30"),
    ],
)
def test_boats_launch_from_surface_and_periscope_depth_alone(change: dict[str, Any], rule: str) -> None:
    table = attack(kind="SS")
    table.set("a1", **change)
    assert refusal(table, TorpedoFire("a1", ("b1",), way("1010")[0]))[0] == rule


def test_submerged_boats_are_not_hit_and_smoke_stops_torpedoes() -> None:
    table = attack()
    table.set("b1", depth=1)
    assert refusal(table, FIRE)[0] == "ES-27"
    smoky = attack()
    smoky.state.smoke[way("1210")[0]] = ("b1",)
    assert refusal(smoky, FIRE)[0] == "ES-10"


def test_es_a10_ships_do_not_block_torpedoes() -> None:
    table = attack()
    table.put("b2", "1210")
    check(table.state, "a", [FIRE])


# --- wakes -------------------------------------------------------------------------------------------------


def below(wake: str | None) -> tuple[Table, TorpedoFire]:
    """A submerged boat that launches, and gives away a hex."""
    table = attack(kind="SS", torpedoes=1)
    table.put("a1", "1010", depth=1)
    return table, TorpedoFire("a1", ("b1",), way(wake)[0] if wake else None)


@pytest.mark.parametrize("wake", ["1010", "1110", "0909"])
def test_a_submerged_boat_gives_away_her_hex_or_one_beside_it(wake: str) -> None:
    table, order = below(wake)
    table.play(resolve, "a", [order], dice=[6])
    assert table.only(WakeSeen).hex == way(wake)[0]
    seen = table.known("b")
    assert TubesEmptied not in [type(event) for event in seen]
    assert [fired.ship for fired in table.events(TorpedoesFired)] == [""]
    assert "a1" not in str([event for event in seen if not isinstance(event, WakeSeen)])


@pytest.mark.parametrize("wake", [None, "1210"])
def test_a_wake_is_named_and_near(wake: str | None) -> None:
    table, order = below(wake)
    assert refusal(table, order) == ("ES-29", "blanks.torpedoes.0.wake")


def test_a_wake_lies_on_the_map() -> None:
    table, order = below("0000")
    table.put("a1", "0000", depth=1)
    table.put("b1", "0200")
    check(table.state, "a", [order])
