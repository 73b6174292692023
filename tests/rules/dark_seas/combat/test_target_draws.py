"""Blind draws (§18g–j, DS-R19 to DS-R21): the pool, blanks for friends at risk, what the dice decide."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.events import EVERYONE, DiceRolled, may_know
from darkseas.engine.hexes.board import Hex
from darkseas.engine.hexes.lines import line
from darkseas.rules.dark_seas.combat import target_draws
from darkseas.rules.dark_seas.combat.target_draws import blanks_for, pool_of
from darkseas.rules.dark_seas.model.attack_results import BOTH, GUNS, TORPEDOES
from darkseas.rules.dark_seas.model.events import AttackResolved, TargetDrawn
from darkseas.rules.dark_seas.model.orders import Attack, DeclareSightings
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.spotting import phase
from tests.rules.dark_seas.support.attacks import an_attack, declared, fought, in_sight, sticker
from tests.rules.dark_seas.support.builders import (
    a_scenario,
    a_side,
    a_state,
    an_adjudication,
    audience_of,
    dice_left,
    dummy,
    events,
    group,
)

ARMED = "D 5-4-3-2, T 4-3-2-1 / 1D"


def battle(training: int = 1, *, friends: str = "0605", own: str = "0505", **scenario: Any) -> State:
    """Laffey and Monssen in usn-1; usn-2 (three friends of classes C, D, M) beside five Japanese ships."""
    usn = a_side(
        "usn",
        sticker("laffey", ARMED),
        sticker("monssen", ARMED),
        sticker("boise", "/ 3C"),
        sticker("duncan", "/ 1D"),
        sticker("zeilin", "/ 2M"),
        training=training,
    )
    ijn = a_side(
        "ijn",
        sticker("kako", "/ 2C"),
        sticker("yunagi", "/ 1D"),
        sticker("sado", "/ 2M"),
        sticker("kirishima", "/ 5B"),
        sticker("hosho", "/ 2A"),
    )
    state = a_state(
        a_scenario(usn, ijn, **scenario),
        group("usn-1", own, "laffey", "monssen"),
        group("usn-2", friends, "boise", "duncan", "zeilin"),
        group("ijn-1", "0605", "kako", "yunagi"),
        group("ijn-2", "0605", "sado", "kirishima", "hosho"),
    )
    return in_sight(state, {"usn-1": ["ijn-1", "ijn-2"]})


def an_order(state: State, *mounts: str, target: str = "0605", **aim: Any) -> Attack:
    return an_attack(state.scenario, "usn-1", target, *(mounts or ("laffey D",)), **aim)


def enemies(state: State, attack: Attack, kept_out: tuple[str, ...] = ()) -> list[str]:
    return [target.ship.key for target in pool_of(state, "usn", attack, kept_out).enemies]


def at_risk(state: State, attack: Attack) -> list[str]:
    return [target.ship.key for target in pool_of(state, "usn", attack).at_risk]


# --- the pool ------------------------------------------------------------------------------------


def test_pool_holds_the_ships_of_all_sighted_blocks_in_the_hex() -> None:
    state = battle()
    assert enemies(state, an_order(state)) == ["kako", "yunagi", "sado", "kirishima", "hosho"]


def test_block_that_the_attacker_did_not_sight_is_not_in_the_pool() -> None:
    state = battle()
    state.sightings["usn-1"] = ("ijn-2",)
    state.sightings["usn-2"] = ("ijn-1",)
    assert enemies(state, an_order(state)) == ["sado", "kirishima", "hosho"]


def test_block_in_another_hex_is_not_in_the_pool() -> None:
    state = battle()
    state.blocks["ijn-1"] = state.blocks["ijn-1"]._replace(hex=Hex(5, 6))
    assert enemies(state, an_order(state)) == ["sado", "kirishima", "hosho"]


def test_ships_sunk_or_gone_are_not_in_the_pool_damaged_ones_are() -> None:
    state = battle()
    state.ship_status["kako"] = state.ship_status["kako"]._replace(sunk=1)
    state.ship_status["sado"] = state.ship_status["sado"]._replace(exited=1)
    state.ship_status["yunagi"] = state.ship_status["yunagi"]._replace(damaged=True)
    assert enemies(state, an_order(state)) == ["yunagi", "kirishima", "hosho"]


@pytest.mark.parametrize(
    ("classes", "there"),
    [("D", ["yunagi"]), ("ABC", ["kako", "kirishima", "hosho"]), ("M", ["sado"]), ("A", ["hosho"])],
)
def test_class_group_narrows_the_pool(classes: str, there: list[str]) -> None:
    state = battle()
    assert enemies(state, an_order(state, classes=classes)) == there


def test_ship_by_ship_only_blocks_that_every_firing_ship_can_attack() -> None:
    """Only the one with radar can make out the block that has not moved."""
    usn = a_side("usn", sticker("helena", "D 5 / 3C R1"), sticker("laffey", ARMED), training=4)
    ijn = a_side("ijn", sticker("kako", "/ 2C"), sticker("sado", "/ 2M"))
    scenario = a_scenario(usn, ijn, ship_by_ship=True)
    state = a_state(
        scenario,
        group("usn-1", "0505", "helena", "laffey"),
        group("ijn-1", "0605", "kako", moved=2),
        group("ijn-2", "0605", "sado"),
    )
    state = sight(state, 3, 1)
    assert enemies(state, an_attack(scenario, "usn-1", "0605", "helena D")) == ["kako", "sado"]
    assert enemies(state, an_attack(scenario, "usn-1", "0605", "helena D", "laffey D")) == ["kako"]


def sight(state: State, *dice: int) -> State:
    adjudication = an_adjudication(state, *dice)
    phase.begin(adjudication)
    for side in adjudication.state.called:
        phase.declare(adjudication, side, DeclareSightings())
    phase.announce(adjudication)
    return adjudication.state


# --- friends at risk -----------------------------------------------------------------------------


def test_friends_in_the_target_hex_are_at_risk_but_not_the_firing_group() -> None:
    state = battle(own="0605")
    assert at_risk(state, an_order(state)) == ["boise", "duncan", "zeilin"]


def test_single_ship_risks_all_other_friends_in_the_hex() -> None:
    state = battle(own="0605")
    state.blocks["usn-3"] = state.blocks["usn-1"]._replace(key="usn-3")
    state.contents["usn-3"] = state.contents["usn-1"]._replace(kind="single", ships=("laffey",))
    state.contents["usn-1"] = state.contents["usn-1"]._replace(ships=("monssen",))
    state.sightings["usn-3"] = ("ijn-1",)
    lone = an_attack(state.scenario, "usn-3", "0605", "laffey D")
    assert sorted(at_risk(state, lone)) == ["boise", "duncan", "monssen", "zeilin"]


@pytest.mark.parametrize(("classes", "there"), [("D", ["duncan"]), ("ABC", ["boise"]), ("M", ["zeilin"])])
def test_only_friends_of_the_class_aimed_at_are_at_risk(classes: str, there: list[str]) -> None:
    state = battle()
    assert at_risk(state, an_order(state, classes=classes)) == there


def test_friends_in_the_attackers_own_hex_are_safe_unless_it_is_the_target() -> None:
    state = battle(friends="0505")
    assert at_risk(state, an_order(state)) == []


def test_friends_where_the_line_crosses_are_at_risk() -> None:
    state = battle(own="0405", friends="0505")
    assert at_risk(state, an_order(state)) == ["boise", "duncan", "zeilin"]


def test_friends_beside_a_line_along_a_hexside_are_safe() -> None:
    state = battle(friends="0504")
    state.blocks["ijn-1"] = state.blocks["ijn-1"]._replace(hex=Hex(5, 3))
    state.blocks["usn-2"] = state.blocks["usn-2"]._replace(hex=Hex(5, 4))
    assert Hex(5, 4) in line(Hex(5, 5), Hex(5, 3)).sides[0]
    assert at_risk(state, an_order(state, target="0503")) == []


def test_dummies_and_lost_friends_are_not_at_risk() -> None:
    state = battle()
    state.ship_status["boise"] = state.ship_status["boise"]._replace(sunk=1)
    placed = dummy("usn-4", "0605", "usn")
    state.blocks["usn-4"] = state.blocks["usn-2"]._replace(key="usn-4")
    state.contents["usn-4"] = placed.contents
    assert at_risk(state, an_order(state)) == ["duncan", "zeilin"]


@pytest.mark.parametrize(
    ("percent", "number", "blanks"),
    [
        (100, 6, 6),
        (75, 1, 1),
        (75, 2, 2),
        (50, 1, 1),
        (50, 3, 2),
        (25, 1, 0),
        (25, 2, 1),
        (10, 4, 0),
        (10, 5, 1),
    ],
)
def test_blanks_are_a_percentage_with_halves_rounded_up(percent: int, number: int, blanks: int) -> None:
    assert blanks_for(percent, number) == blanks


@given(st.integers(0, 100), st.integers(0, 255))
def test_blanks_never_outnumber_the_ships_at_risk(percent: int, number: int) -> None:
    assert 0 <= blanks_for(percent, number) <= number


def test_range_does_not_change_the_percentage_daylight_does() -> None:
    assert target_draws.friendly_fire_percent(battle(2), "usn") == 75
    assert target_draws.friendly_fire_percent(battle(2, light="day"), "usn") == 25
    assert target_draws.friendly_fire_percent(battle(5, light="day"), "usn") == 0
    far = battle(2, own="0305", friends="0505")
    assert pool_of(far, "usn", an_order(far)).percent == 75


# --- the draw ------------------------------------------------------------------------------------


def drawn(state: State, weapons: str, *faces: int, **aim: Any) -> TargetDrawn:
    adjudication = an_adjudication(
        declared(state, "usn", an_order(state, "laffey D", "laffey T", **aim)), *faces
    )
    target_draws.draw(adjudication, "usn", 1, weapons)
    assert dice_left(adjudication) == []
    (event,) = events(adjudication, TargetDrawn)
    assert audience_of(adjudication, TargetDrawn) == [EVERYONE]
    return event


def test_draw_falls_on_an_enemy() -> None:
    event = drawn(battle(), GUNS, 4)
    assert event == TargetDrawn(1, "usn", GUNS, 5, 3, 100, "kirishima", False)


def test_draw_of_a_blank_falls_on_a_friend_at_risk() -> None:
    event = drawn(battle(), BOTH, 6, 2)
    assert event == TargetDrawn(1, "usn", BOTH, 5, 3, 100, "duncan", True, 3, "§18i.iii")


def test_friend_under_the_line_is_named_by_its_own_rule() -> None:
    event = drawn(battle(own="0405", friends="0505"), TORPEDOES, 8, 3)
    assert (event.ship, event.friendly, event.rule) == ("zeilin", True, "§18j")


def test_dice_of_a_draw_are_named_by_attack_and_weapons_and_known_to_the_ships_owner_alone() -> None:
    adjudication = an_adjudication(declared(battle(), "usn", an_order(battle())), 8, 1)
    target_draws.draw(adjudication, "usn", 1, TORPEDOES)
    assert [(roll.purpose, roll.sides, roll.scope) for roll in events(adjudication, DiceRolled)] == [
        ("t1/combat/usn/1/torpedoes/draw", 8, "side:ijn"),
        ("t1/combat/usn/1/torpedoes/draw/friend", 3, "side:usn"),
    ]
    assert audience_of(adjudication, DiceRolled) == [("ijn",), ("usn",)]


def test_ships_beside_the_drawn_one_do_not_show_in_what_the_attacker_learns() -> None:
    """Law 7: Yunagi may lie first in the pool, beside a battleship, or second, beside a destroyer."""
    first, second = learned_by_usn("kirishima", face=1), learned_by_usn("akatsuki", face=2)
    assert any("yunagi" in fact for fact in first)
    assert first == second


def learned_by_usn(beside: str, face: int) -> list[str]:
    """What the attacker may know after drawing Yunagi from a block that she shares with another ship."""
    state = pair(beside)
    adjudication = fought(declared(state, "usn", an_order(state)), face, 12)
    assert targets(adjudication) == ["yunagi"]
    return [repr(fact) for fact in adjudication.facts if may_know(fact.audience, "usn")]


def pair(beside: str) -> State:
    """Yunagi in a block with one other ship: before her in the roster Akatsuki, after her Kirishima."""
    usn = a_side("usn", sticker("laffey", ARMED), training=1)
    ijn = a_side("ijn", sticker("akatsuki", "/ 1D"), sticker("yunagi", "/ 1D"), sticker("kirishima", "/ 5B"))
    ships = sorted(("yunagi", beside), key=[ship.key for ship in ijn.ships].index)
    scenario = a_scenario(usn, ijn)
    state = a_state(scenario, group("usn-1", "0505", "laffey"), group("ijn-1", "0605", *ships))
    return in_sight(state, {"usn-1": ["ijn-1"]})


def test_draw_from_one_needs_no_die() -> None:
    event = drawn(battle(6), GUNS, classes="D")
    assert (event.ship, event.enemies, event.blanks) == ("yunagi", 1, 0)


def test_draw_among_one_friend_needs_no_second_die() -> None:
    event = drawn(battle(), GUNS, 2, classes="D")
    assert (event.ship, event.at_risk) == ("duncan", 1)


def test_nobody_is_drawn_where_no_enemy_is() -> None:
    state = battle()
    state.sightings = {}
    adjudication = an_adjudication(declared(state, "usn", an_order(state)))
    assert target_draws.draw(adjudication, "usn", 1, GUNS) is None
    assert adjudication.facts == []


# --- one draw or two, keeping out ----------------------------------------------------------------


def targets(adjudication: Any) -> list[str]:
    return [event.ship for event in events(adjudication, TargetDrawn)]


def test_guns_and_torpedoes_together_draw_once_and_resolve_twice() -> None:
    state = battle(6)
    adjudication = fought(declared(state, "usn", an_order(state, "laffey D", "laffey T")), 3, 12, 12)
    assert [(event.weapons, event.ship) for event in events(adjudication, TargetDrawn)] == [(BOTH, "sado")]
    assert [(e.weapons, e.ship) for e in events(adjudication, AttackResolved)] == [
        (GUNS, "sado"),
        (TORPEDOES, "sado"),
    ]


def test_guns_and_torpedoes_apart_draw_twice() -> None:
    state = battle(6)
    apart = an_order(state, "laffey D", "laffey T", together=False)
    adjudication = fought(declared(state, "usn", apart), 1, 12, 1, 12)
    assert [(e.weapons, e.ship) for e in events(adjudication, TargetDrawn)] == [
        (GUNS, "kako"),
        (TORPEDOES, "kako"),
    ]


def test_guns_alone_draw_for_guns() -> None:
    state = battle(6)
    adjudication = fought(declared(state, "usn", an_order(state, "laffey D", "monssen D")), 1, 12)
    assert [event.weapons for event in events(adjudication, TargetDrawn)] == [GUNS]


def test_drawn_ships_go_back_into_the_pool() -> None:
    state = battle(6)
    twice = (an_order(state, "laffey D"), an_order(state, "monssen D"))
    assert targets(fought(declared(state, "usn", *twice), 2, 12, 2, 12)) == ["yunagi", "yunagi"]


def test_kept_out_ships_are_not_drawn_again_by_the_block() -> None:
    state = battle(6)
    twice = (an_order(state, "laffey D"), an_order(state, "monssen D", keep_out=True))
    adjudication = fought(declared(state, "usn", *twice), 2, 12, 2, 12)
    assert targets(adjudication) == ["yunagi", "sado"]
    assert [event.enemies for event in events(adjudication, TargetDrawn)] == [5, 4]


def test_kept_out_holds_between_guns_and_torpedoes_drawn_apart() -> None:
    state = battle(6)
    apart = an_order(state, "laffey D", "laffey T", together=False, keep_out=True)
    assert targets(fought(declared(state, "usn", apart), 1, 12, 1, 12)) == ["kako", "yunagi"]


def test_another_block_keeps_out_nothing_of_it() -> None:
    state = battle(6)
    state.sightings["usn-2"] = ("ijn-1",)
    state.contents["usn-2"] = state.contents["usn-2"]._replace(ships=("monssen",))
    state.contents["usn-1"] = state.contents["usn-1"]._replace(ships=("laffey",))
    first = an_order(state, "laffey D")
    second = an_attack(state.scenario, "usn-2", "0605", "monssen D", keep_out=True)
    adjudication = fought(declared(state, "usn", first, second), 1, 12, 1, 12)
    assert targets(adjudication) == ["kako", "kako"]


def test_keeping_out_ends_where_no_enemy_would_be_left() -> None:
    state = battle(6)
    twice = (
        an_order(state, "laffey D", classes="D"),
        an_order(state, "monssen D", classes="D", keep_out=True),
    )
    assert targets(fought(declared(state, "usn", *twice), 12, 12)) == ["yunagi", "yunagi"]


def test_friends_drawn_are_never_kept_out() -> None:
    state = battle(1)
    twice = (an_order(state, "laffey D"), an_order(state, "monssen D", keep_out=True))
    adjudication = fought(declared(state, "usn", *twice), 8, 1, 12, 8, 1, 12)
    assert targets(adjudication) == ["boise", "boise"]
    assert [event.blanks for event in events(adjudication, TargetDrawn)] == [3, 3]
