"""Exact odds against every throw counted through, and those of whole orders (ES-24 to ES-28)."""

import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from darkseas.engine.orders import Given, IllegalOrder
from darkseas.rules.easyships.combat.gun_arithmetic import hits_at_most, is_hit
from darkseas.rules.easyships.model.orders import (
    EndMoves,
    FireGuns,
    GunFire,
    LaunchTorpedoes,
    PlanStrikes,
    TorpedoFire,
)
from darkseas.rules.easyships.odds.attack_odds import odds
from darkseas.rules.easyships.odds.hits import (
    Fates,
    group,
    magazine_by_torpedo,
    numbers_of_hits,
    shell,
    together,
    torpedoes,
)
from tests.rules.easyships.support import Table, a_battle, ship

DIE = range(1, 7)


def counted_through(guns: int, added: int) -> list[Fraction]:
    """The chances of hits by every sequence of as many d20 as could be thrown."""
    most = hits_at_most(guns)
    chances = [Fraction(0)] * (most + 1)
    for faces in product(range(1, 21), repeat=most):
        hits = 0
        for face in faces:
            hits += is_hit(face, guns, added)
            if face != 1 or hits >= most:
                break
        chances[hits] += Fraction(1, 20**most)
    return chances


@pytest.mark.parametrize(("guns", "added"), [(1, 0), (3, 5), (4, -3), (5, 1), (6, 2), (7, -7)])
def test_numbers_of_hits_are_those_of_every_throw(guns: int, added: int) -> None:
    assert list(numbers_of_hits(guns, added)) == counted_through(guns, added)


@pytest.mark.parametrize("guns", [1, 9, 19])
def test_chances_of_hits_make_1(guns: int) -> None:
    assert sum(numbers_of_hits(guns, 1)) == 1
    assert len(numbers_of_hits(guns, 1)) == hits_at_most(guns) + 1


@pytest.mark.parametrize(
    ("attack", "armour", "tie"), [(11, 4, True), (13, 4, True), (6, 9, True), (8, 8, False)]
)
def test_a_shell_is_measured_by_all_36_throws(attack: int, armour: int, tie: bool) -> None:
    overs = [ours + attack - theirs - armour for ours, theirs in product(DIE, repeat=2)]
    stopped = [over for over in overs if over < 0 or (over == 0 and not tie)]
    expected = Fates(Fraction(sum(over >= 10 for over in overs), 36), Fraction(len(stopped), 36))
    assert shell(attack, armour, tie_burns=tie) == expected


def test_a_group_by_hand() -> None:
    half = Fraction(1, 2)
    assert group((half, half), Fates(Fraction(1, 4), half)) == Fates(Fraction(1, 8), Fraction(3, 4))
    two = Fates(Fraction(1, 2), Fraction(1, 4))
    assert together([two, two]) == Fates(Fraction(3, 4), Fraction(1, 16))
    assert together([]) == Fates(Fraction(0), Fraction(1))


def test_es_g9_torpedoes() -> None:
    assert magazine_by_torpedo() == Fraction(1, 36)
    assert torpedoes(1, 1, once=False) == Fates(Fraction(1, 216), Fraction(5, 6))
    assert torpedoes(2, 2, once=False).unhurt == Fraction(4, 9)
    assert torpedoes(4, 2, once=True) == Fates((1 - Fraction(16, 81)) / 36, Fraction(16, 81))
    assert torpedoes(4, 0, once=True) == Fates(Fraction(0), Fraction(1))


def duel(*, evading: bool = False, options: Any = None, fires: int = 0, armour: int = 4) -> Table:
    """A cruiser at 1010 that faces north-east, with torpedoes, and a target five hexes east of her."""
    ships = {"a1": ship("CA", guns=[(9, 11), (8, 5)], torpedoes=8, hexes=1), "a2": ship("DD", torpedoes=2)}
    enemies = {"b1": ship("CA", armour=armour, hexes=1), "b2": ship("DD", armour=0)}
    at = {"a1": "1010 NE", "a2": "1011", "b1": "1510", "b2": "1412"}
    table = a_battle(ships, enemies, at=at, options=options or {})
    table.set("b1", evading=evading, fires=fires)
    return table


def test_es_g1_odds_of_the_example() -> None:
    """Nine guns, opening fire at 5: 1 to 8 hit, a natural 1 may hit again."""
    order = FireGuns((GunFire("a1", 0, "b1"),))
    ((target,),) = odds(duel().state, Given("a", order))
    hits = numbers_of_hits(9, 1)
    assert hits[0] == Fraction(12, 20)
    assert target.unhurt == group(hits, shell(11, 4, tie_burns=True)).unhurt
    assert target.sunk + target.damaged + target.unhurt == 1
    assert (target.ship, target.drawn, target.friendly) == ("b1", Fraction(1), False)
    assert target.workings[0].startswith("the primary guns of A1: ")


def test_batteries_at_one_target_count_together_and_small_guns_fire_twice() -> None:
    both = FireGuns((GunFire("a1", 0, "b2"), GunFire("a1", 1, "b2")))
    first, second = FireGuns(both.fire[:1]), FireGuns(both.fire[1:])
    state = duel().state
    ((one,),), ((two,),), ((all_of_it,),) = (
        odds(state, Given("a", order)) for order in (first, second, both)
    )
    assert all_of_it.unhurt == one.unhurt * two.unhurt
    single = group(numbers_of_hits(8, 3), shell(5, 0, tie_burns=True))
    assert two.unhurt == single.unhurt**2
    assert len(odds(state, Given("a", FireGuns((GunFire("a1", 0, "b1"), GunFire("a1", 1, "b2")))))) == 2


def test_a_ship_that_burns_already_takes_no_harm_of_a_tie() -> None:
    order = Given("a", FireGuns((GunFire("a1", 0, "b1"),)))
    ((sound,),), ((burning,),) = (
        odds(duel(armour=12).state, order),
        odds(duel(armour=12, fires=3).state, order),
    )
    assert burning.unhurt > sound.unhurt


@pytest.mark.parametrize(("answer", "unhurt"), [("penalty", Fraction(1)), ("literal", Fraction(2, 3) ** 10)])
def test_torpedoes_at_a_ship_that_evades(answer: str, unhurt: Fraction) -> None:
    table = duel(evading=True, options={"evasive_torpedo": answer})
    order = LaunchTorpedoes((TorpedoFire("a1", ("b1",)), TorpedoFire("a2", ("b1",))))
    ((target,),) = odds(table.state, Given("a", order))
    assert target.unhurt == unhurt


def test_chances_in_words_are_percents() -> None:
    guns, torpedo = FireGuns((GunFire("a1", 0, "b1"),)), LaunchTorpedoes((TorpedoFire("a1", ("b1",)),))
    for order, words in (
        (guns, r"the primary guns of A1: \d+ % to do damage, (under )?\d+ % to sink her at once"),
        (torpedo, r"A1: \d+ % to hit"),
    ):
        ((target,),) = odds(duel().state, Given("a", order))
        assert all(re.fullmatch(words, line) for line in target.workings), target.workings


def test_torpedoes_are_split_on_two_targets() -> None:
    order = LaunchTorpedoes((TorpedoFire("a1", ("b2", "b1")),))
    (first,), (second,) = odds(duel().state, Given("a", order))
    assert (first.ship, second.ship) == ("b2", "b1")
    assert first.unhurt == second.unhurt == Fraction(5, 6) ** 4


def test_other_orders_have_no_odds_and_what_is_not_allowed_is_refused() -> None:
    state = duel().state
    assert odds(state, Given("a", EndMoves())) == odds(state, Given("a", PlanStrikes())) == ()
    with pytest.raises(IllegalOrder):
        odds(state, Given("a", FireGuns((GunFire("a1", 0, "a2"),))))
    with pytest.raises(IllegalOrder):
        odds(state, Given("b", LaunchTorpedoes((TorpedoFire("b1", ("a1",)),))))
