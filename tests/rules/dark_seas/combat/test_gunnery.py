"""Factors, multipliers, odds and dice (§18e, §18f, §19, §20, §23b.iv–v, DS-R22, DS-R23, DS-R27).

Each cell of the weapons table and each multiplier alone stand as cases in `adjudications/`; here is what
comes of several together.
"""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.hexes.board import parse_label
from darkseas.rules.dark_seas.combat.gunnery import (
    Circumstances,
    Salvo,
    factor_at,
    multipliers,
    odds_halves,
    odds_text,
    salvo,
)
from darkseas.rules.dark_seas.combat.target_draws import Target
from darkseas.rules.dark_seas.model.attack_results import (
    DAMAGED,
    GUNS,
    NONE,
    SUNK,
    TORPEDOES,
    combined,
    result_of,
)
from darkseas.rules.dark_seas.model.events import AttackResolved, Multiplied
from darkseas.rules.dark_seas.model.scenario import Battery
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.tables.rules_tables import MULTIPLIERS
from tests.rules.dark_seas.support.attacks import an_attack, declared, fought, in_sight, sticker
from tests.rules.dark_seas.support.builders import a_scenario, a_side, a_state, events, group

CALM = Circumstances(False, False, False, False, False, False)


def battle(target: str = "/ 2C", own: str = "0505", **scenario: Any) -> State:
    """Boise, Laffey and the merchantman Zeilin against one Japanese ship in 0605."""
    usn = a_side(
        "usn",
        sticker("boise", "C 8-6-4-2, D 4-3-2-1 / 3C"),
        sticker("laffey", "D 5-4-3-2, T 7-5-3-1R* / 1D"),
        sticker("zeilin", "D 3-2-1 / 2M"),
        training=6,
    )
    ijn = a_side("ijn", sticker("kako", target))
    scenario_ = a_scenario(usn, ijn, **scenario)
    blocks = (group("usn-1", own, "boise", "laffey", "zeilin"), group("ijn-1", "0605", "kako"))
    return in_sight(a_state(scenario_, *blocks, turn=2))


def fire(state: State, *mounts: str, weapons: str = GUNS) -> Salvo:
    """What an attack with these batteries is worth against Kako."""
    scenario = state.scenario
    kako = Target(scenario.ships["kako"], "ijn-1", parse_label("0605"))
    return salvo(state, an_attack(scenario, "usn-1", "0605", *mounts), weapons, kako)


def evade(state: State, *blocks: str) -> State:
    for key in blocks:
        state.blocks[key] = state.blocks[key]._replace(evading=True)
    return state


# --- adding factors ------------------------------------------------------------------------------


def test_guns_of_all_classes_add_up_and_torpedoes_stay_apart() -> None:
    state = battle()
    mounts = ("boise C", "boise D", "laffey D", "laffey T", "zeilin D")
    guns = fire(state, *mounts)
    assert [(line.ship, line.weapon, line.worth) for line in guns.lines] == [
        ("boise", "C", 6),
        ("boise", "D", Fraction(3, 2)),
        ("laffey", "D", 2),
        ("zeilin", "D", 1),
    ]
    assert guns.total == Fraction(21, 2)
    assert [line.ship for line in fire(state, *mounts, weapons=TORPEDOES).lines] == ["laffey"]


def test_fractions_are_kept_until_the_odds() -> None:
    """A quarter of 4 and a quarter of 2: nothing is rounded on the way (§12)."""
    state = battle("/ 1B")
    assert fire(state, "laffey D", "zeilin D").total == Fraction(3, 2)


def test_line_names_factor_multipliers_and_rules() -> None:
    state = evade(battle(), "usn-1")
    (line,) = fire(state, "boise D").lines
    assert (line.factor, line.worth) == (3, Fraction(3, 4))
    assert line.multipliers == (
        Multiplied("D against C", Fraction(1, 2), "§18f"),
        Multiplied("firing ship evades", Fraction(1, 2), "§17a"),
    )


def test_factor_beyond_the_sticker_is_nothing() -> None:
    assert [factor_at(Battery("D", (5, 2)), range_hexes) for range_hexes in range(4)] == [5, 2, 0, 0]


# --- who evades, who is unspotted ----------------------------------------------------------------


def test_merchantmen_in_an_evading_block_fire_in_full() -> None:
    state = evade(battle(), "usn-1")
    assert [line.worth for line in fire(state, "laffey D", "zeilin D").lines] == [1, 1]


def test_merchantman_in_an_evading_block_is_attacked_in_full() -> None:
    state = evade(battle("/ 2M"), "ijn-1")
    assert fire(state, "laffey D").total == 4


def test_evading_ship_fires_torpedoes_in_full() -> None:
    state = evade(battle(), "usn-1")
    assert fire(state, "laffey T", weapons=TORPEDOES).total == 5


@given(st.builds(Circumstances, *[st.booleans()] * 6))
def test_all_multipliers_that_apply_multiply(how: Circumstances) -> None:
    single, attacker, target, unspotted, second, smoke = how
    of = {key: line.factor for key, line in MULTIPLIERS.items()}
    guns = [
        (single, of["single"]),
        (attacker, of["attacker_evading"]),
        (target, of["target_evading_guns"]),
        (smoke, of["daylight_smoke"]),
    ]
    tubes = [
        (single, of["single"]),
        (target, of["target_evading_torpedoes"]),
        (unspotted, of["unspotted_torpedoes"]),
        (second, of["second_salvo"]),
    ]
    for weapon, applying in (("C", guns), ("T", tubes)):
        wanted = Fraction(1)
        for applies, factor in applying:
            wanted *= factor if applies else 1
        steps, found = multipliers(weapon, "C", 1, how)
        assert found == wanted
        assert len(steps) == 1 + sum(applies for applies, _ in applying)


def test_evading_ships_firing_at_evading_ships_are_worth_a_third() -> None:
    both = CALM._replace(attacker_evades=True, target_evades=True)
    assert multipliers("D", "D", 1, both)[1] == Fraction(1, 3)


def test_attack_by_a_radar_contact_is_no_attack_of_an_unspotted_ship() -> None:
    state = battle()
    assert fire(state, "laffey T", weapons=TORPEDOES).total == 5
    state.blocks["usn-1"] = state.blocks["usn-1"]._replace(spotted="contact")
    assert fire(state, "laffey T", weapons=TORPEDOES).total == 5
    state.blocks["usn-1"] = state.blocks["usn-1"]._replace(spotted="")
    assert fire(state, "laffey T", weapons=TORPEDOES).total == 10
    assert fire(state, "laffey D").total == 2


def test_friend_is_attacked_at_the_range_to_her() -> None:
    """Zeilin lies on the way at range 1, the enemy aimed at is two hexes off (§18j.i)."""
    usn = a_side("usn", sticker("boise", "C 8-6-4-2 / 3C"), sticker("zeilin", "/ 2M"), training=1)
    ijn = a_side("ijn", sticker("kako", "/ 2C"))
    scenario = a_scenario(usn, ijn)
    blocks = (
        group("usn-1", "0405", "boise"),
        group("usn-2", "0505", "zeilin"),
        group("ijn-1", "0605", "kako"),
    )
    state = declared(
        in_sight(a_state(scenario, *blocks)), "usn", an_attack(scenario, "usn-1", "0605", "boise C")
    )
    (hit,) = events(fought(state, 2, 12), AttackResolved)
    assert (hit.ship, hit.friendly, hit.range_hexes, hit.total, hit.hex) == (
        "zeilin",
        True,
        1,
        Fraction(6),
        parse_label("0505"),
    )


# --- odds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "defence", "halves", "text"),
    [
        ("11", 3, 7, "3.5:1"),
        ("10", 3, 6, "3:1"),
        ("3/2", 2, 1, "1:2"),
        ("5", 2, 5, "2.5:1"),
        ("3", 2, 3, "1.5:1"),
        ("2", 2, 2, "1:1"),
        ("1", 3, 0, "under 1:2"),
        ("0", 1, 0, "under 1:2"),
    ],
)
def test_odds_are_rounded_down_to_the_half(total: str, defence: int, halves: int, text: str) -> None:
    assert odds_halves(battle(), GUNS, Fraction(total), defence) == halves
    assert odds_text(halves) == text


@pytest.mark.parametrize(
    ("total", "by_day"), [("1/100", "1:2"), ("1/2", "1:1"), ("5/2", "3:1"), ("0", "under 1:2")]
)
def test_daylight_lifts_gunfire_by_one_step(total: str, by_day: str) -> None:
    day = battle(light="day")
    assert odds_text(odds_halves(day, GUNS, Fraction(total), 1)) == by_day
    unlifted = odds_halves(battle(), TORPEDOES, Fraction(total), 1)
    assert odds_halves(day, TORPEDOES, Fraction(total), 1) == unlifted


@given(st.fractions(0, 200, max_denominator=48), st.integers(1, 9))
def test_odds_are_the_largest_half_that_fits(total: Fraction, defence: int) -> None:
    halves = odds_halves(NIGHT, GUNS, total, defence)
    assert Fraction(halves, 2) * defence <= total < Fraction(halves + 1, 2) * defence


NIGHT = battle()


# --- the die -------------------------------------------------------------------------------------


def results(halves: int, weapons: str, defence_class: str, damaged: bool, with_d: bool = False) -> str:
    """The results of a die from 1 to 12 as letters: s(unk), d(amaged), - for none."""
    letters = {SUNK: "s", DAMAGED: "d", NONE: "-"}
    return "".join(
        letters[result_of(die, halves, with_d, weapons, defence_class, damaged)[0]] for die in range(1, 13)
    )


def test_twice_the_odds_or_less_damages_the_odds_or_less_sinks() -> None:
    assert results(7, GUNS, "C", False) == "sssdddd-----"
    assert results(1, GUNS, "C", False) == "d-----------"
    assert results(0, GUNS, "C", False) == "------------"
    assert results(40, GUNS, "C", False) == "ssssssssssss"


def test_torpedoes_sink_a_destroyer_that_they_would_damage() -> None:
    assert results(5, TORPEDOES, "D", False) == "sssss-------"
    assert results(5, TORPEDOES, "C", False) == "ssddd-------"
    assert results(5, GUNS, "D", False) == "ssddd-------"


def test_damaged_ship_is_sunk_by_further_damage() -> None:
    for defence_class in "CDMAB":
        assert results(5, GUNS, defence_class, True) == "sssss-------"


def test_battleship_is_never_sunk_where_destroyer_guns_take_part() -> None:
    assert results(5, GUNS, "B", False, with_d=True) == "ddddd-------"
    assert results(5, GUNS, "B", True, with_d=True) == "------------"
    assert results(5, GUNS, "B", False, with_d=False) == "ssddd-------"
    assert results(5, GUNS, "C", True, with_d=True) == "sssss-------"


def test_destroyer_guns_out_of_reach_take_no_part() -> None:
    state = battle("/ 1B", own="0305")
    assert not fire(state, "boise C", "zeilin D").with_d
    assert fire(state, "boise C", "laffey D").with_d
    assert not fire(state, "boise C", "laffey T").with_d


# --- several attacks on one ship (DS-R24) --------------------------------------------------------


@pytest.mark.parametrize(
    ("defence_class", "damaged", "hits", "end"),
    [
        ("C", False, [(NONE, False)], NONE),
        ("C", False, [(DAMAGED, False)], DAMAGED),
        ("C", False, [(DAMAGED, False), (DAMAGED, True)], SUNK),
        ("C", False, [(DAMAGED, True), (NONE, False), (SUNK, False)], SUNK),
        ("D", True, [(SUNK, False), (NONE, True)], SUNK),
        ("B", False, [(DAMAGED, True)], DAMAGED),
        ("B", False, [(DAMAGED, True), (DAMAGED, True)], DAMAGED),
        ("B", False, [(DAMAGED, True), (DAMAGED, False)], DAMAGED),
        ("B", False, [(DAMAGED, False), (DAMAGED, False)], SUNK),
        ("B", False, [(DAMAGED, True), (SUNK, False)], SUNK),
        ("B", True, [(NONE, True)], NONE),
        ("B", True, [(NONE, True), (SUNK, False)], SUNK),
    ],
)
def test_results_of_all_attacks_together(
    defence_class: str, damaged: bool, hits: list[tuple[str, bool]], end: str
) -> None:
    assert combined(defence_class, damaged, hits)[0] == end
    assert combined(defence_class, damaged, hits[::-1])[0] == end


def test_combined_result_names_its_rule() -> None:
    assert combined("C", False, [(DAMAGED, False), (DAMAGED, False)]) == (SUNK, "DS-R24")
    assert combined("C", True, [(SUNK, False)]) == (SUNK, "§20")
    assert combined("C", False, [(SUNK, False)]) == (SUNK, "§18f")
