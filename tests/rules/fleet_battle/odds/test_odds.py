"""Exact odds of targets that an order names."""

from fractions import Fraction

import pytest

from darkseas.engine.orders import Given, IllegalOrder
from darkseas.rules.fleet_battle.model.orders import Attack, NameTargets, PlotTransfers
from darkseas.rules.fleet_battle.odds.attack_odds import odds
from tests.rules.fleet_battle.support import Table, a_battle

DESTROYERS = {"d1": "destroyer", "d2": "destroyer", "d3": "destroyer"}


def probabilities(table: Table, *attacks: Attack) -> dict[str, Fraction]:
    """The chance of each target to be sunk."""
    found = odds(table.view("a"), Given("a", NameTargets(attacks)))
    for (one,) in found:
        assert one.drawn == one.sunk + one.damaged + one.unhurt == 1
        assert not one.friendly
    return {one.ship: one.sunk for (one,) in found}


def test_u_boat_on_a_bare_battleship() -> None:
    table = a_battle({"u1": "u-boat"}, {"k1": "battleship"}, fire_tier=1)
    assert probabilities(table, Attack("u1", "k1")) == {"k1": Fraction(51, 100)}


def test_two_sixes_of_several_destroyers_are_in_it() -> None:
    table = a_battle(DESTROYERS, {"k1": "battleship", "v1": "u-boat"}, fire_tier=5)
    assert probabilities(table, Attack("d1", "k1")) == {"k1": 0}
    assert probabilities(table, Attack("d1", "k1"), Attack("d2", "k1")) == {"k1": Fraction(1, 36)}
    assert probabilities(table, *(Attack(key, "v1") for key in DESTROYERS)) == {"v1": Fraction(16, 216)}
    parted = probabilities(table, Attack("d1", "v1"), Attack("d2", "k1"), Attack("d3", "v1"))
    assert parted == {"v1": Fraction(1, 36), "k1": 0}


def test_split_dice_and_dice_together() -> None:
    table = a_battle({"c1": "aircraft carrier"}, {"k1": "battleship", "y1": "destroyer"}, fire_tier=2)
    assert table.defence("k1") == 9
    parted = probabilities(table, Attack("c1", "k1", 1), Attack("c1", "y1", 2))
    assert parted == {"k1": Fraction(2, 10), "y1": Fraction(7, 10)}
    assert probabilities(table, Attack("c1", "k1")) == {"k1": Fraction(36, 100)}


def test_workings_tell_defence_and_each_ship() -> None:
    table = a_battle(DESTROYERS, {"k1": "battle cruiser"}, fire_tier=5)
    order = NameTargets((Attack("d1", "k1"), Attack("d2", "k1")))
    ((one,),) = odds(table.state, Given("a", order))
    assert one.workings[-3:] == ("defence 6", "D1: 1d6, 1/6 alone", "D2: 1d6, 1/6 alone")


def test_target_that_may_not_be_named_is_refused() -> None:
    table = a_battle({"b1": "battleship"}, {"k1": "battleship", "e1": "light carrier"}, fire_tier=3)
    with pytest.raises(IllegalOrder):
        odds(table.state, Given("a", NameTargets((Attack("b1", "e1"),))))


def test_nothing_for_other_orders_and_other_moments() -> None:
    table = a_battle(DESTROYERS, {"k1": "battleship"})
    assert odds(table.state, Given("a", PlotTransfers())) == ()
    assert odds(table.state, Given("a", NameTargets())) == ()
    assert odds(table.pass_on("tier-5").state, Given("a", NameTargets())) == ()
