"""Exact chances: the tables of our digest, and every throw counted through (F1 to F6)."""

from fractions import Fraction
from itertools import product

import pytest

from darkseas.rules.fleet_battle.combat.hit_probabilities import Throw, chance_to_sink

#: Section 13 of the digest: one attack against defences 4 to 10.
CHANCES = {
    (Throw(1, 6),): "3/6 2/6 1/6 0 0 0 0",
    (Throw(1, 8),): "5/8 4/8 3/8 2/8 1/8 0 0",
    (Throw(1, 10),): "7/10 6/10 5/10 4/10 3/10 2/10 1/10",
    (Throw(2, 10),): "91/100 84/100 75/100 64/100 51/100 36/100 19/100",
    (Throw(1, 6, True), Throw(1, 6, True)): "27/36 20/36 11/36 1/36 1/36 1/36 1/36",
}


@pytest.mark.parametrize("throws", CHANCES, ids=str)
def test_chance_table(throws: tuple[Throw, ...]) -> None:
    found = [chance_to_sink(throws, defence) for defence in range(4, 11)]
    assert found == [Fraction(text) for text in CHANCES[throws].split()]


@pytest.mark.parametrize(("defence", "chance"), [(8, "51/100"), (10, "19/100"), (6, "75/100"), (5, "84/100")])
def test_f1_u_boat_on_capital_ships(defence: int, chance: str) -> None:
    assert chance_to_sink((Throw(2, 10),), defence) == Fraction(chance)


def test_f2_aircraft_carrier_on_a_u_boat() -> None:
    one, both = (Throw(1, 10),), (Throw(2, 10),)
    assert [chance_to_sink(one, defence) for defence in (10, 5)] == [Fraction(1, 10), Fraction(3, 5)]
    assert [chance_to_sink(both, defence) for defence in (10, 5)] == [
        Fraction(19, 100), Fraction(84, 100),
    ]  # fmt: skip


def test_f3_battleship_on_a_u_boat() -> None:
    one = (Throw(1, 6),)
    assert [chance_to_sink(one, defence) for defence in (5, 10)] == [Fraction(1, 3), 0]


def counted(throws: tuple[Throw, ...], defence: int) -> Fraction:
    """The chance counted over every way in which the dice may fall, by the words of the rules."""
    dice = [throw for throw in throws for _ in range(throw.dice)]
    falls = list(product(*(range(1, throw.sides + 1) for throw in dice)))
    return Fraction(sum(_sinks(dice, faces, defence) for faces in falls), len(falls))


def _sinks(dice: list[Throw], faces: tuple[int, ...], defence: int) -> bool:
    sixes = sum(throw.pairs and face == 6 for throw, face in zip(dice, faces, strict=True))
    return max(faces) >= defence or (6 < defence <= 10 and sixes >= 2)


LOTS = [
    (Throw(1, 6, True),),
    (Throw(2, 6, True),),
    (Throw(1, 6, True), Throw(1, 6, True), Throw(1, 6, True)),
    (Throw(2, 6, True), Throw(1, 6, True)),
    (Throw(1, 8, True), Throw(1, 8, True)),
    (Throw(2, 10), Throw(1, 6, True), Throw(1, 6, True)),
    (Throw(3, 6),),
]


@pytest.mark.parametrize("throws", LOTS, ids=str)
def test_chance_is_that_of_counting_every_throw(throws: tuple[Throw, ...]) -> None:
    for defence in range(1, 13):
        assert chance_to_sink(throws, defence) == counted(throws, defence)


def test_f6_three_destroyers_on_a_defence_of_ten() -> None:
    throws = (Throw(1, 6, True),) * 3
    assert chance_to_sink(throws, 10) == Fraction(16, 216)


def test_order_of_throws_does_not_matter() -> None:
    throws = (Throw(2, 10), Throw(1, 6, True), Throw(1, 8))
    assert chance_to_sink(throws, 7) == chance_to_sink(throws[::-1], 7)
