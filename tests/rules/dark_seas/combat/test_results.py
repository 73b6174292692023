"""Resolving and its results (§14c.iii, §14d, §18k, §20, DS-R24, DS-R26, DS-R28): all at once, at the end."""

from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.rolls import DiceNeeded, RecordedDice
from darkseas.engine.events import EVERYONE, DiceRolled
from darkseas.engine.hexes.board import parse_label
from darkseas.rules.dark_seas.combat import resolution, results
from darkseas.rules.dark_seas.model.apply_events import SETTERS
from darkseas.rules.dark_seas.model.attack_results import BOTH
from darkseas.rules.dark_seas.model.events import (
    AttackLapsed,
    AttackResolved,
    BlockLost,
    BlocksMarked,
    MarkersPlaced,
    ShipDamaged,
    ShipSunk,
    SmokeCleared,
    TargetDrawn,
    TorpedoesFired,
    TorpedoesReloaded,
)
from darkseas.rules.dark_seas.model.state import State
from tests.rules.dark_seas.support.attacks import an_attack, declared, fought, in_sight, sticker
from tests.rules.dark_seas.support.builders import (
    a_scenario,
    a_side,
    a_state,
    an_adjudication,
    audience_of,
    events,
    group,
    view_after,
)


def battle(*, initiative: str = "ijn", **scenario: Any) -> State:
    """One hex: Laffey with her sister Monssen, the battleship Washington apart, and Kako with Yunagi."""
    usn = a_side(
        "usn",
        sticker("laffey", "D 6, T 6R / 1D"),
        sticker("monssen", "D 6, T 6 / 1D"),
        sticker("washington", "B 24, D 24 / 6B"),
        training=6,
    )
    ijn = a_side("ijn", sticker("kako", "C 12, T 6R* / 2C"), sticker("yunagi", "D 6 / 1D"), training=6)
    state = a_state(
        a_scenario(usn, ijn, **scenario),
        group("usn-1", "0505", "laffey", "monssen"),
        group("usn-2", "0505", "washington"),
        group("ijn-1", "0505", "kako", "yunagi"),
        turn=3,
        initiative=initiative,
    )
    return in_sight(state)


def usn(state: State, *mounts: str, block: str = "usn-1", classes: str = "C") -> Any:
    return an_attack(state.scenario, block, "0505", *mounts, classes=classes)


def ijn(state: State, *mounts: str, classes: str = "D") -> Any:
    return an_attack(state.scenario, "ijn-1", "0505", *mounts, classes=classes)


# --- the order of resolving ----------------------------------------------------------------------


@pytest.mark.parametrize(("initiative", "order"), [("ijn", ["usn", "ijn"]), ("usn", ["ijn", "usn"])])
def test_side_without_initiative_resolves_first(initiative: str, order: list[str]) -> None:
    state = battle(initiative=initiative)
    state = declared(state, "usn", usn(state, "laffey D"))
    state = declared(state, "ijn", ijn(state, "yunagi D", classes="B"))
    assert [event.side for event in events(fought(state, 12, 12), AttackResolved)] == order


def test_attacks_of_a_side_are_resolved_in_the_order_declared() -> None:
    state = battle()
    state = declared(state, "usn", usn(state, "monssen D"), usn(state, "laffey D", "laffey T"))
    adjudication = fought(state, 12, 12, 12)
    assert [(e.attack, e.weapons) for e in events(adjudication, AttackResolved)] == [
        (1, "guns"),
        (2, "guns"),
        (2, "torpedoes"),
    ]
    assert [roll.purpose for roll in events(adjudication, DiceRolled)] == [
        "t3/combat/usn/1/guns",
        "t3/combat/usn/2/guns",
        "t3/combat/usn/2/torpedoes",
    ]


def test_hopeless_attack_is_rolled_and_recorded() -> None:
    """DS-R22, DS-R42."""
    state = battle()
    state.blocks["usn-1"] = state.blocks["usn-1"]._replace(evading=True)
    state.blocks["ijn-1"] = state.blocks["ijn-1"]._replace(evading=True)
    state.contents["usn-1"] = state.contents["usn-1"]._replace(kind="single")
    adjudication = fought(declared(state, "usn", usn(state, "laffey D")), 1)
    (hit,) = events(adjudication, AttackResolved)
    assert (hit.odds_halves, hit.die, hit.result) == (0, 1, "none")


def test_attack_on_nobody_does_not_take_place() -> None:
    """DS-H22, DS-R42: it is told that it found nobody; no die falls, nothing is spent, nobody is marked."""
    state = battle()
    state.sightings = {}
    adjudication = fought(declared(state, "usn", usn(state, "laffey D", "laffey T")))
    lapsed = AttackLapsed(1, "usn", "usn-1", parse_label("0505"), BOTH, "nobody")
    assert [tuple(fact) for fact in adjudication.facts] == [(lapsed, EVERYONE)]


def test_attack_of_a_block_that_is_gone_does_not_take_place() -> None:
    """DS-H22, DS-R42."""
    state = battle()
    state = declared(state, "usn", usn(state, "laffey D"))
    del state.blocks["usn-1"]
    adjudication = fought(state)
    assert [event.why for event in events(adjudication, AttackLapsed)] == ["gone"]
    assert len(adjudication.facts) == 1


def test_nothing_declared_leaves_nothing_behind() -> None:
    assert fought(battle()).facts == []


def test_attack_that_an_umpire_ruled_before_is_not_resolved_again() -> None:
    state = declared(battle(), "usn", usn(battle(), "laffey D"))
    (ruled,) = events(fought(state, 1), AttackResolved)
    SETTERS[AttackResolved](state, replace(ruled, attack=9, ship="yunagi", result="sunk"))
    adjudication = fought(state, 12)
    assert events(adjudication, ShipSunk) == []
    assert events(adjudication, MarkersPlaced)[0].targeted_ships == ("kako",)


def test_missing_die_is_asked_for_by_its_purpose() -> None:
    state = battle()
    adjudication = Adjudication(SETTERS, declared(state, "usn", usn(state, "laffey T")), RecordedDice(()))
    with pytest.raises(DiceNeeded) as needed:
        resolution.resolve(adjudication)
    assert (needed.value.purpose, needed.value.sides) == ("t3/combat/usn/1/torpedoes", 12)


# --- results at once -----------------------------------------------------------------------------


def test_ship_that_is_sunk_has_still_fired() -> None:
    state = battle()
    state = declared(state, "usn", usn(state, "laffey T"))
    state = declared(state, "ijn", an_attack(state.scenario, "ijn-1", "0505", "kako C", classes="B"))
    adjudication = fought(state, 1, 2)
    order = [type(fact.event) for fact in adjudication.facts if not isinstance(fact.event, DiceRolled)]
    assert order[:4] == [TargetDrawn, AttackResolved] * 2
    assert order[4:] == [TorpedoesFired, MarkersPlaced, ShipSunk, ShipDamaged, BlocksMarked]
    assert events(adjudication, ShipDamaged)[0].ship == "washington"


def test_two_damages_at_once_sink_a_sound_ship() -> None:
    state = battle()
    state = declared(state, "usn", usn(state, "laffey D"), usn(state, "monssen D"))
    adjudication = fought(state, 2, 2)
    assert [event.result for event in events(adjudication, AttackResolved)] == ["damaged", "damaged"]
    assert events(adjudication, ShipSunk) == [ShipSunk("kako", "ijn-1", parse_label("0505"), 3, "DS-R24")]
    assert events(adjudication, ShipDamaged) == []


def test_guns_and_torpedoes_at_one_target_are_two_results() -> None:
    state = battle()
    adjudication = fought(declared(state, "usn", usn(state, "laffey D", "laffey T")), 2, 6)
    assert [(e.weapons, e.result) for e in events(adjudication, AttackResolved)] == [
        ("guns", "damaged"),
        ("torpedoes", "damaged"),
    ]
    assert [event.ship for event in events(adjudication, ShipSunk)] == ["kako"]


def test_damage_of_another_attack_of_this_phase_does_not_count_yet() -> None:
    """Torpedoes on a cruiser that was damaged a moment ago only damage her by themselves."""
    state = battle()
    adjudication = fought(declared(state, "usn", usn(state, "laffey D", "laffey T")), 2, 12)
    assert events(adjudication, ShipDamaged) == [ShipDamaged("kako", "ijn-1", "§18f")]
    assert adjudication.state.ship_status["kako"].damaged


def test_ship_damaged_before_is_sunk_by_damage() -> None:
    state = battle()
    state.ship_status["kako"] = state.ship_status["kako"]._replace(damaged=True)
    adjudication = fought(declared(state, "usn", usn(state, "laffey D")), 3)
    assert [(e.result, e.rules) for e in events(adjudication, AttackResolved)] == [("sunk", ("§18f", "§20"))]
    assert events(adjudication, ShipSunk)[0].rule == "§20"


def test_destroyer_hit_by_torpedoes_is_sunk() -> None:
    state = battle()
    state.contents["ijn-1"] = state.contents["ijn-1"]._replace(ships=("yunagi",))
    adjudication = fought(declared(state, "usn", usn(state, "laffey T", classes="D")), 6)
    (hit,) = events(adjudication, AttackResolved)
    assert (hit.odds_halves, hit.result, hit.rules) == (6, "sunk", ("§18f", "§19"))
    assert adjudication.state.ship_status["yunagi"].sunk == 3


def test_battleship_spared_by_attacks_with_destroyer_guns() -> None:
    state = battle(initiative="usn")
    state = declared(
        state, "ijn", ijn(state, "kako C", "yunagi D", classes="B"), ijn(state, "kako T", classes="B")
    )
    adjudication = fought(state, 2, 1)
    assert [(e.weapons, e.with_d, e.result) for e in events(adjudication, AttackResolved)] == [
        ("guns", True, "damaged"),
        ("torpedoes", False, "damaged"),
    ]
    assert [event.ship for event in events(adjudication, ShipDamaged)] == ["washington"]
    assert events(adjudication, ShipSunk) == []


def test_friend_hit_by_friends_suffers_the_same() -> None:
    state = battle()
    adjudication = fought(declared(state, "usn", usn(state, "washington B", block="usn-2", classes="C")), 1)
    assert events(adjudication, ShipSunk)[0].ship == "kako"
    risky = declared(
        battle_of_friends(), "usn", an_attack(battle_of_friends().scenario, "usn-1", "0505", "helena C")
    )
    adjudication = fought(risky, 2, 1)
    assert (events(adjudication, TargetDrawn)[0].friendly, events(adjudication, ShipSunk)[0].ship) == (
        True,
        "duncan",
    )
    assert events(adjudication, BlockLost) == [BlockLost("usn-2", "usn")]


def battle_of_friends() -> State:
    usn_side = a_side("usn", sticker("helena", "C 12 / 3C"), sticker("duncan", "/ 1D"), training=1)
    scenario = a_scenario(usn_side, a_side("ijn", sticker("kako", "/ 2C")))
    blocks = (
        group("usn-1", "0505", "helena"),
        group("usn-2", "0505", "duncan"),
        group("ijn-1", "0505", "kako"),
    )
    return in_sight(a_state(scenario, *blocks))


def test_block_without_ships_comes_off_the_map_once() -> None:
    state = battle()
    state = declared(state, "usn", usn(state, "laffey T"), usn(state, "monssen D", classes="D"))
    adjudication = fought(state, 1, 1)
    assert [event.ship for event in events(adjudication, ShipSunk)] == ["kako", "yunagi"]
    assert events(adjudication, BlockLost) == [BlockLost("ijn-1", "ijn")]
    assert "ijn-1" not in adjudication.state.blocks
    assert "ijn-1" not in view_after(state, adjudication, "usn").blocks


def test_block_with_a_ship_left_stays() -> None:
    state = battle()
    adjudication = fought(declared(state, "usn", usn(state, "laffey T")), 1)
    assert events(adjudication, BlockLost) == []
    assert adjudication.state.blocks["ijn-1"].hex == parse_label("0505")


# --- markers -------------------------------------------------------------------------------------


def test_markers_lie_on_all_who_fired_and_all_who_were_drawn() -> None:
    state = battle()
    state = declared(
        state, "usn", usn(state, "laffey D", "laffey T"), usn(state, "washington B", block="usn-2")
    )
    state = declared(state, "ijn", ijn(state, "yunagi D", classes="B"))
    adjudication = fought(state, 12, 12, 12, 12)
    assert events(adjudication, MarkersPlaced) == [
        MarkersPlaced(
            3,
            attacked_blocks=("usn-1", "usn-2", "ijn-1"),
            attacked_ships=("laffey", "washington", "yunagi"),
            targeted_blocks=("ijn-1", "usn-2"),
            targeted_ships=("kako", "washington"),
        )
    ]
    assert adjudication.state.blocks["usn-2"].was_attacked == 3
    assert adjudication.state.ship_status["monssen"].attacked == 0


def test_friend_drawn_by_mistake_is_marked_as_attacked() -> None:
    state = battle_of_friends()
    adjudication = fought(
        declared(state, "usn", an_attack(state.scenario, "usn-1", "0505", "helena C")), 2, 12
    )
    (markers,) = events(adjudication, MarkersPlaced)
    assert (markers.targeted_blocks, markers.targeted_ships) == (("usn-2",), ("duncan",))


# --- torpedoes -----------------------------------------------------------------------------------


def test_torpedoes_used_are_noted_by_ship() -> None:
    state = battle()
    state.ship_status["laffey"] = state.ship_status["laffey"]._replace(salvoes=1)
    state = declared(state, "usn", usn(state, "laffey T", "monssen T", "monssen D"))
    adjudication = fought(state, 12, 12)
    assert events(adjudication, TorpedoesFired) == [TorpedoesFired({"laffey": 2, "monssen": 1})]
    assert (
        adjudication.state.ship_status["monssen"].loaded,
        adjudication.state.ship_status["monssen"].fired_torpedoes,
    ) == (False, 3)


def test_guns_alone_use_no_torpedoes() -> None:
    state = battle()
    adjudication = fought(declared(state, "usn", usn(state, "laffey D")), 12)
    assert events(adjudication, TorpedoesFired) == []


def after_salvo(**status: Any) -> State:
    """Turn 5; Laffey (R), Monssen (no reload) and Kako (R*) fired their first salvo in turn 3."""
    state = battle()
    state.turn = 5
    for ship in ("laffey", "monssen", "kako"):
        fired = state.ship_status[ship]._replace(
            salvoes=1, loaded=False, fired_torpedoes=3, attacked=3, was_attacked=4
        )
        state.ship_status[ship] = fired._replace(**status)
    return state


def reloaded(state: State) -> list[TorpedoesReloaded]:
    adjudication = an_adjudication(state)
    results.reload(adjudication)
    return events(adjudication, TorpedoesReloaded)


def test_ships_left_in_peace_reload_and_only_their_owner_is_told() -> None:
    state = after_salvo()
    adjudication = an_adjudication(state)
    results.reload(adjudication)
    assert events(adjudication, TorpedoesReloaded) == [
        TorpedoesReloaded("usn", ("laffey",), "DS-R26"),
        TorpedoesReloaded("ijn", ("kako",), "DS-R26"),
    ]
    assert audience_of(adjudication, TorpedoesReloaded) == [("usn",), ("ijn",)]
    assert view_after(state, adjudication, "usn").ship_status["laffey"].loaded
    assert not view_after(state, adjudication, "ijn").ship_status["laffey"].loaded


@pytest.mark.parametrize(
    "status",
    [
        {"fired_torpedoes": 5},
        {"attacked": 5},
        {"was_attacked": 5},
        {"salvoes": 2},
        {"loaded": True},
        {"salvoes": 0, "loaded": True, "fired_torpedoes": 0},
        {"sunk": 4},
        {"exited": 4},
    ],
)
def test_no_reload(status: dict[str, Any]) -> None:
    assert reloaded(after_salvo(**status)) == []


def test_reload_waits_for_the_first_turn_in_peace() -> None:
    state = battle()
    adjudication = fought(declared(state, "usn", usn(state, "laffey T")), 12)
    assert reloaded(adjudication.state) == []
    state = adjudication.state.copy()
    state.turn = 4
    assert reloaded(state) == [TorpedoesReloaded("usn", ("laffey",), "DS-R26")]


def test_second_salvo_of_a_marked_battery_is_halved() -> None:
    state = after_salvo(loaded=True)
    state = declared(state, "ijn", ijn(state, "kako T", classes="B"))
    (hit,) = events(fought(state, 12), AttackResolved)
    assert [step.rule for step in hit.lines[0].multipliers] == ["§18f", "§18k.ii"]
    state = declared(after_salvo(loaded=True), "usn", usn(state, "laffey T"))
    (hit,) = events(fought(state, 12), AttackResolved)
    assert hit.total == 6


# --- smoke ---------------------------------------------------------------------------------------


def test_night_smoke_is_gone_after_combat() -> None:
    state = battle()
    state.smoke = {parse_label("0505"): ("usn",)}
    adjudication = fought(state)
    assert events(adjudication, SmokeCleared) == [SmokeCleared("DS-R28")]
    assert adjudication.state.smoke == {}


def test_daylight_smoke_outlasts_combat() -> None:
    state = battle(light="day")
    state.smoke = {parse_label("0505"): ("usn",)}
    assert events(fought(state), SmokeCleared) == []
