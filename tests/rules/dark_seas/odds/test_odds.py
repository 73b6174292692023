"""Exact odds against every way the dice can fall, followed through the rules themselves."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.rolls import DiceNeeded, RecordedDice, Roll
from darkseas.engine.orders import Given, IllegalOrder
from darkseas.engine.serialization.codec import read
from darkseas.engine.system import TargetOdds
from darkseas.rules.dark_seas.combat import declaration, resolution
from darkseas.rules.dark_seas.model.apply_events import SETTERS
from darkseas.rules.dark_seas.model.events import ShipDamaged, ShipSunk, TargetDrawn
from darkseas.rules.dark_seas.model.orders import Attack, DeclareAttacks, DeclareEvasion
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.odds.attack_odds import odds
from tests.rules.dark_seas.support.attacks import an_attack, declared, in_sight, random_battle, sticker
from tests.rules.dark_seas.support.builders import a_scenario, a_side, a_state, events, group, view_of

ATTACK_DIE = 12
Way = tuple[Fraction, Adjudication[State]]


def every_way(state: State, *, hit_dice: bool = True) -> Iterator[Way]:
    """Each way the dice of the declared attacks can fall, with its chance.

    Without `hit_dice` only the draws vary, and every die that would hit shows its highest face.
    """
    open_ways: list[tuple[tuple[Roll, ...], Fraction]] = [((), Fraction(1))]
    while open_ways:
        rolls, chance = open_ways.pop()
        adjudication = Adjudication(SETTERS, state, RecordedDice(rolls))
        try:
            resolution.resolve(adjudication)
        except DiceNeeded as needed:
            varies = hit_dice or "draw" in needed.purpose
            faces = range(1, needed.sides + 1) if varies else (needed.sides,)
            for face in faces:
                roll = Roll(needed.purpose, needed.sides, (face,), "house", needed.scope)
                open_ways.append(((*rolls, roll), chance / len(faces)))
        else:
            yield chance, adjudication


def found_out(state: State) -> dict[str, dict[str, Fraction]]:
    """For one declared attack: ship -> chances of being drawn, sunk, damaged."""
    found: dict[str, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for chance, adjudication in every_way(state):
        for ship in {event.ship for event in events(adjudication, TargetDrawn)}:
            found[ship]["drawn"] += chance
        for event in events(adjudication, ShipSunk):
            found[event.ship]["sunk"] += chance
        for damage in events(adjudication, ShipDamaged):
            found[damage.ship]["damaged"] += chance
    return found


def odds_of(state: State, side: str, *declared_: Attack) -> tuple[tuple[TargetOdds, ...], ...]:
    return odds(state, Given(side, DeclareAttacks(declared_)))


def as_found(line: TargetOdds) -> dict[str, Fraction]:
    return {
        "drawn": line.drawn,
        "sunk": line.drawn * line.sunk,
        "damaged": line.drawn * line.damaged,
    }


def assert_odds_are_right(state: State, side: str, attack: Attack) -> None:
    (lines,) = odds_of(state, side, attack)
    found = found_out(declared(state, side, attack))
    assert {line.ship for line in lines} == set(found)
    for line in lines:
        assert as_found(line) == {key: found[line.ship][key] for key in ("drawn", "sunk", "damaged")}
        assert line.sunk + line.damaged + line.unhurt == 1
        assert line.friendly == (state.scenario.ships[line.ship].side == side)


def an_order_by_chance(state: State, seed: int, side: str) -> tuple[Attack, ...]:
    form = declaration.form(view_of(state, side), side)
    _, blanks = random_order((form,), Chooser(seed.to_bytes(9, "big")))
    order: DeclareAttacks = read(DeclareAttacks, blanks)
    return order.attacks


# --- against every way the dice can fall ---------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**40))
def test_odds_of_an_attack_are_those_of_all_dice(seed: int) -> None:
    # Not every fight has an attack in it, and not every order by chance declares one.
    for number in count(seed):
        state = random_battle(number, most_blocks=2, most_ships=2)
        order = an_order_by_chance(state, number, "usn")
        if order:
            assert_odds_are_right(state, "usn", order[0])
            return


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**40), st.booleans())
@pytest.mark.slow
def test_chances_of_draws_in_a_row_are_those_of_all_dice(seed: int, keep_out: bool) -> None:
    """A few draws of one block on one hex, keeping out or not, with class groups that overlap."""
    state = convoy(training=1 + seed % 5)
    chooser = Chooser(seed.to_bytes(9, "big"))
    twice = chooser.below(4)
    row = [
        an_attack(
            state.scenario,
            "usn-1",
            "0505",
            *((f"dd-{place} D", f"dd-{place} T") if place == twice else (f"dd-{place} D",)),
            classes=chooser.one_of(("", *attack_groups(state))),
            together=bool(chooser.below(2)),
            keep_out=keep_out and state.scenario.sides["usn"].rules.training >= 5 and bool(chooser.below(2)),
        )
        for place in range(1 + chooser.below(3 if twice > 1 else 2))
    ]
    found: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
    for chance, adjudication in every_way(declared(state, "usn", *row), hit_dice=False):
        for drawn in {(event.attack, event.ship) for event in events(adjudication, TargetDrawn)}:
            found[drawn] += chance
    odds_drawn = {
        (number, line.ship): line.drawn
        for number, lines in enumerate(odds_of(state, "usn", *row), 1)
        for line in lines
    }
    assert odds_drawn == found


def convoy(training: int) -> State:
    """Three destroyers firing at two D ships, a C and an M among which lie two friends."""
    usn = a_side(
        "usn",
        *(sticker(f"dd-{place}", "D 5, T 4 / 1D") for place in range(3)),
        sticker("boise", "/ 3C"),
        sticker("duncan", "/ 1D"),
        training=training,
    )
    ijn = a_side(
        "ijn",
        sticker("yunagi", "/ 1D"),
        sticker("asanagi", "/ 2D"),
        sticker("kako", "/ 2C"),
        sticker("sado", "/ 2M"),
    )
    blocks = (
        group("usn-1", "0505", "dd-0", "dd-1", "dd-2"),
        group("usn-2", "0505", "boise", "duncan"),
        group("ijn-1", "0505", "yunagi", "kako"),
        group("ijn-2", "0505", "asanagi", "sado"),
    )
    return in_sight(a_state(a_scenario(usn, ijn), *blocks))


def attack_groups(state: State) -> tuple[str, ...]:
    training = state.scenario.sides["usn"].rules.training
    return ("ABCDM",) if training == 1 else ("ABCD", "M") if training < 4 else ("D", "ABC", "M")


# --- known cases ---------------------------------------------------------------------------------


def duel(**marks: Any) -> State:
    """Granatiere's fight of §21: her two batteries against Aurora alone."""
    italy = a_side("italy", sticker("granatiere", "D 3, T 5 / 1D"))
    britain = a_side("britain", sticker("aurora", "/ 2C"))
    scenario = a_scenario(italy, britain)
    blocks = (group("italy-1", "0505", "granatiere"), group("britain-1", "0505", "aurora"))
    return in_sight(a_state(scenario, *blocks, **marks))


def test_guns_and_torpedoes_at_one_target_add_up_by_the_rules_of_damage() -> None:
    """Guns 1:2 damage on 1 of 12; torpedoes 2.5:1 sink on 1-2 and damage on 3-5."""
    state = duel()
    both = an_attack(state.scenario, "italy-1", "0505", "granatiere D", "granatiere T")
    ((line,),) = odds_of(state, "italy", both)
    assert (line.drawn, line.friendly) == (Fraction(1), False)
    assert line.sunk == Fraction(2, 12) + Fraction(1, 12) * Fraction(3, 12)
    assert line.damaged == Fraction(3, 12) * Fraction(11, 12) + Fraction(7, 12) * Fraction(1, 12)
    assert line.workings == ("guns: 3/2 to 2C, 1:2", "torpedoes: 5 to 2C, 2.5:1")


def test_odds_on_a_damaged_ship_count_from_her_damage() -> None:
    state = duel(damaged=["aurora"])
    guns = an_attack(state.scenario, "italy-1", "0505", "granatiere D")
    ((line,),) = odds_of(state, "italy", guns)
    assert (line.sunk, line.damaged, line.unhurt) == (Fraction(1, 12), Fraction(0), Fraction(11, 12))


def test_keeping_out_a_whole_convoy_stays_exact() -> None:
    """Nine attacks that keep out thirty ships: each ship is as likely as any other, every time."""
    firing = [sticker(f"dd-{place}", "D 5 / 1D") for place in range(9)]
    convoy_ships = [sticker(f"maru-{place}", "/ 1M") for place in range(30)]
    scenario = a_scenario(a_side("usn", *firing, training=6), a_side("ijn", *convoy_ships))
    blocks = (
        group("usn-1", "0505", *(ship.key for ship in firing)),
        group("ijn-1", "0505", *(ship.key for ship in convoy_ships)),
    )
    state = in_sight(a_state(scenario, *blocks))
    row = [an_attack(scenario, "usn-1", "0505", f"dd-{place} D", keep_out=True) for place in range(9)]
    for lines in odds_of(state, "usn", *row):
        assert [line.drawn for line in lines] == [Fraction(1, 30)] * 30


def test_attacks_of_different_blocks_do_not_touch_each_other() -> None:
    state = convoy(training=5)
    state.contents["usn-2"] = state.contents["usn-2"]._replace(ships=("dd-2", "boise"))
    state.contents["usn-1"] = state.contents["usn-1"]._replace(ships=("dd-0", "dd-1"))
    own = an_attack(state.scenario, "usn-1", "0505", "dd-0 D", classes="D")
    others = an_attack(state.scenario, "usn-2", "0505", "dd-2 D", classes="D", keep_out=True)
    _, apart = odds_of(state, "usn", own, others)
    assert apart == odds_of(state, "usn", others)[0]


def test_chances_with_one_draw_add_up_to_one_and_with_two_to_more() -> None:
    state = convoy(training=2)
    both = ("dd-0 D", "dd-0 T")
    (once,) = odds_of(state, "usn", an_attack(state.scenario, "usn-1", "0505", *both))
    assert sum(line.drawn for line in once) == 1
    (twice,) = odds_of(state, "usn", an_attack(state.scenario, "usn-1", "0505", *both, together=False))
    assert 1 < sum(line.drawn for line in twice) < 2


def test_other_orders_have_no_odds() -> None:
    assert odds(duel(), Given("italy", DeclareEvasion())) == ()


def test_odds_of_attacks_that_may_not_be_declared_are_refused() -> None:
    state = duel(damaged=["granatiere"])
    with pytest.raises(IllegalOrder, match="damaged ships may not attack"):
        odds_of(state, "italy", an_attack(state.scenario, "italy-1", "0505", "granatiere D"))


# --- from a side's view --------------------------------------------------------------------------


def test_view_takes_every_ship_that_fits_the_report_to_be_as_likely() -> None:
    """Told at level 4: a D and one of A, B, C in ijn-1. Both D ships of the roster may be that D."""
    state = in_sight(convoy(training=4), {"usn-1": ["ijn-1"]})
    assert state.reports["ijn-1"].classes == (("ABC", 1), ("D", 1))
    attack = an_attack(state.scenario, "usn-1", "0505", "dd-0 D")
    (lines,) = odds_of(view_of(state, "usn"), "usn", attack)
    enemies = {line.ship: line.drawn for line in lines if not line.friendly}
    blanks = Fraction(1, 3)  # a quarter of two friends, rounded up, in a pool of three
    assert enemies == {"kako": blanks, "yunagi": blanks / 2, "asanagi": blanks / 2}
    assert all("may be there" in line.workings[-1] for line in lines if not line.friendly)
    by_defence = {line.ship: line.unhurt for line in lines}
    assert by_defence["asanagi"] > by_defence["yunagi"]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**40))
def test_view_is_right_about_friends_and_the_sum_of_enemies(seed: int) -> None:
    state = random_battle(seed)
    declared_ = an_order_by_chance(state, seed, "usn")
    assume(declared_)
    whole, seen = odds_of(state, "usn", *declared_), odds_of(view_of(state, "usn"), "usn", *declared_)
    for all_lines, lines in zip(whole, seen, strict=True):
        assert [line for line in lines if line.friendly] == [line for line in all_lines if line.friendly]
        assert len({line.ship for line in lines}) == len(lines)
        assert all(line.sunk + line.damaged + line.unhurt == 1 for line in lines)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**40))
def test_one_draw_adds_up_to_one_in_view_and_whole(seed: int) -> None:
    state = random_battle(seed)
    row = [attack for attack in an_order_by_chance(state, seed, "usn") if attack.together]
    assume(row)
    for known in (state, view_of(state, "usn")):
        assert all(sum(line.drawn for line in lines) == 1 for lines in odds_of(known, "usn", *row))
