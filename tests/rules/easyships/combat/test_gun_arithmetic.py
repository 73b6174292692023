"""The arithmetic of guns (ES-20, ES-22 to ES-26)."""

from typing import Any

import pytest

from darkseas.rules.easyships.combat.gun_arithmetic import (
    Aim,
    added,
    firings,
    groups,
    guns_bearing,
    hits_at_most,
    is_opening,
    modifiers,
    most_range,
    plunging,
)
from darkseas.rules.easyships.model.options import Options
from tests.rules.easyships.support import Table, a_battle, ship

BATTERIES = [{"guns": 9, "size": 8, "arcs": {"ahead": 6, "abeam": 8, "astern": 0}}, {"guns": 8, "size": 5}]


def one_ship(target: str, options: Any = None) -> Table:
    """A cruiser at 1010 that faces east, and a target."""
    ships = {"a1": ship("CA", batteries=BATTERIES)}
    return a_battle(ships, {"b1": ship()}, at={"a1": "1010 E", "b1": target}, options=options or {})


def lines(size: int, away: int, *, opening: bool = False, target: bool = False, firer: bool = False) -> int:
    """The sum of the modifiers."""
    return added(modifiers(Aim(size, away, opening, target, firer)))


@pytest.mark.parametrize(("size", "reach"), [(3, 4), (8, 9), (11, 12), (18, 19)])
def test_guns_reach_one_hex_more_than_their_size(size: int, reach: int) -> None:
    assert most_range(size) == reach


@pytest.mark.parametrize(
    ("target", "guns"), [("1008", 9), ("1012", 9), ("1410", 5), ("0610", 5), ("1109", 5), ("0809", 5)]
)
def test_es_g8_half_the_guns_rounded_up_bear_ahead_and_astern(target: str, guns: int) -> None:
    assert guns_bearing(one_ship(target).state, "a1", 0, "b1") == guns


def test_guns_that_are_lost_do_not_bear() -> None:
    table = one_ship("1410")
    table.set("a1", guns_lost=(2, 8))
    assert guns_bearing(table.state, "a1", 0, "b1") == 4
    assert guns_bearing(table.state, "a1", 1, "b1") == 0


def test_es_a9_thirty_degrees_off_the_bow_half_the_guns_bear() -> None:
    assert guns_bearing(one_ship("1109").state, "a1", 0, "b1") == 5


@pytest.mark.parametrize(("target", "guns"), [("1410", 6), ("1008", 8), ("0610", 0)])
def test_es_x2_guns_bear_as_their_turrets_stand(target: str, guns: int) -> None:
    table = one_ship(target, {"gun_arcs": True})
    assert guns_bearing(table.state, "a1", 0, "b1") == guns
    assert guns_bearing(table.state, "a1", 1, "b1") == (8 if target == "1008" else 4), "no arcs are given"
    table.set("a1", guns_lost=(4, 0))
    assert guns_bearing(table.state, "a1", 0, "b1") == min(guns, 5)


@pytest.mark.parametrize(("size", "parts"), [(3, ((9,),) * 3), (6, ((9,),) * 2), (7, ((9,),))])
def test_small_guns_fire_two_or_three_times(size: int, parts: tuple[tuple[int, ...], ...]) -> None:
    assert firings(Options(), size, 9) == parts


def test_es_g5_twenty_guns_and_more_are_divided() -> None:
    assert firings(Options(), 5, 20) == ((10, 10), (10, 10))
    assert firings(Options(), 5, 19) == ((19,), (19,))


def test_es_a30_guns_are_divided_evenly() -> None:
    assert [groups(guns) for guns in (21, 39, 40)] == [(11, 10), (13, 13, 13), (14, 13, 13)]


@pytest.mark.parametrize(
    ("answer", "size", "guns", "parts"),
    [
        ("repeat", 5, 8, ((8,), (8,))),
        ("pool", 5, 8, ((16,),)),
        ("pool", 5, 10, ((10, 10),)),
        ("pool", 3, 4, ((12,),)),
        ("pool", 8, 9, ((9,),)),
    ],
)
def test_es_a5_firings_apart_or_together(answer: Any, size: int, guns: int, parts: Any) -> None:
    assert firings(Options(rate_of_fire=answer), size, guns) == parts


def test_no_guns_fire_no_firing() -> None:
    assert firings(Options(), 8, 0) == ((),)


@pytest.mark.parametrize(
    ("size", "away", "total"),
    [
        (11, 11, 1),
        (11, 12, 1),
        (11, 10, 0),
        (11, 6, 0),
        (11, 5, -1),
        (11, 4, -1),
        (11, 3, -2),
        (11, 1, -3),
        (3, 1, -3),
        (3, 3, 0),
        (4, 4, 1),
    ],
)
def test_modifiers_by_range(size: int, away: int, total: int) -> None:
    assert lines(size, away) == total


def test_modifiers_of_opening_fire_and_of_evasion_add_up() -> None:
    assert lines(11, 8, opening=True) == 2
    assert lines(11, 8, target=True) == 2
    assert lines(11, 8, firer=True) == 1
    assert lines(11, 8, opening=True, target=True, firer=True) == 5
    assert [line.rule for line in modifiers(Aim(11, 11, True, True, True))] == [
        "ES-24", "ES-24", "ES-11", "ES-11",
    ]  # fmt: skip


def test_es_a6_when_fire_is_just_begun() -> None:
    table = a_battle({"a1": ship(guns=[(9, 8)])}, {"b1": ship(), "b2": ship()})
    assert is_opening(table.state, "a1", 0, "b1")
    table.set("a1", targets=("b1",), fired=(2,))
    found = {}
    for now, target in ((3, "b1"), (4, "b1"), (3, "b2")):
        table.state.turn = now
        found[now, target] = is_opening(table.state, "a1", 0, target)
    assert found == {(3, "b1"): False, (4, "b1"): True, (3, "b2"): True}


@pytest.mark.parametrize(("guns", "most"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 3), (19, 9)])
def test_natural_ones_hit_half_the_shots_at_most(guns: int, most: int) -> None:
    assert hits_at_most(guns) == most


@pytest.mark.parametrize(
    ("size", "away", "bonus"), [(11, 5, 0), (11, 6, 2), (6, 7, 0), (7, 3, 0), (7, 4, 2), (8, 4, 0), (8, 5, 2)]
)
def test_plunging_fire(size: int, away: int, bonus: int) -> None:
    assert plunging(size, away) == bonus
