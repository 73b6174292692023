"""The captain: sensible, and by what they may see alone."""

from hashlib import sha256
from typing import Any

import pytest

from darkseas.engine.bots.battle import fight
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.play.steps import read_order, take_step
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import Result
from darkseas.rules.fleet_battle import SYSTEM
from darkseas.rules.fleet_battle.turn.decide import legal_orders
from darkseas.rules.fleet_battle.turn.rulings import facts as ruled
from tests.rules.fleet_battle.combat.test_fleet_division import fixed_spec
from tests.rules.fleet_battle.support import Fleet, Table, a_battle, a_spec

BB, BC, HC, LC, DD, CV, CVL, SS = (
    "battleship", "battle cruiser", "heavy cruiser", "light cruiser", "destroyer", "aircraft carrier",
    "light carrier", "u-boat",
)  # fmt: skip


def answer(table: Table, side: str = "a") -> dict[str, Json]:
    """What a captain orders now, from their own view."""
    view = table.view(side)
    name, blanks = SYSTEM.bot(view, side, legal_orders(view, side), Chooser(bytes(32)))
    take_step(SYSTEM, table.state, read_order(SYSTEM, side, name, blanks), SeededDice(bytes(32)))
    return blanks


def named(table: Table, side: str = "a") -> dict[str, str]:
    """Their targets, by ship."""
    return {attack["ship"]: attack["target"] for attack in answer(table, side)["attacks"]}


# --- fire ------------------------------------------------------------------------------------------


def sealed(a: Fleet, b: Fleet, tier: int, **changes: Any) -> Table:
    """A battle at a tier in which the other side is called as well, so that plots stay sealed."""
    return a_battle(a, b, fire_tier=tier, **changes)


def test_fires_where_the_chance_weighed_by_cost_is_best() -> None:
    table = sealed({"b1": BB}, {"k1": BB, "k2": BC, "z1": DD}, 3)
    chances = {"k1": 36 * 9, "k2": 64 * 6, "z1": 91 * 2}
    assert named(table) == {"b1": max(chances, key=chances.__getitem__)}


def test_spreads_fire_that_one_target_does_not_need() -> None:
    table = sealed({"b1": BB, "b2": BB, "b3": BB}, {"k1": {"card": BB, "defence": 2}, "k2": BB}, 3)
    targets = list(named(table).values())
    assert (targets.count("k1"), targets.count("k2")) == (1, 2)


def test_destroyers_go_together_for_two_sixes() -> None:
    table = sealed({"d1": DD, "d2": DD, "d3": DD}, {"k1": BB, "z9": {"card": DD, "defence": 7}}, 5)
    assert named(table) == dict.fromkeys(("d1", "d2", "d3"), "k1")


def test_lone_destroyer_does_not_waste_its_fire() -> None:
    assert named(sealed({"d1": DD}, {"k1": BB, "z9": {"card": DD, "defence": 7}}, 5)) == {}


def test_carrier_splits_its_dice_where_that_brings_more() -> None:
    table = sealed({"c1": CV}, {"e1": CVL, "e2": CVL}, 2)
    attacks = answer(table)["attacks"]
    assert sorted((attack["die"], attack["target"]) for attack in attacks) == [(1, "e1"), (2, "e2")]


# --- u-boats ---------------------------------------------------------------------------------------


def test_u_boat_stays_down_before_a_strong_screen() -> None:
    screen = {f"z{number}": DD for number in range(1, 7)}
    table = a_battle({"u1": SS, "b1": BB}, {"c1": CV, **screen}, carriers=screen, fire_tier=1)
    assert named(table) == {}


def test_u_boat_fires_at_a_bare_carrier() -> None:
    assert named(a_battle({"u1": SS}, {"c1": CV, "z1": DD}, fire_tier=1)) == {"u1": "c1"}


def test_pack_comes_up_together_where_one_boat_would_not() -> None:
    screen = {f"z{number}": DD for number in range(1, 8)}
    pack = {f"u{number}": SS for number in range(1, 7)}
    assert len(named(a_battle(pack, screen, fire_tier=1))) > 3
    assert named(a_battle({"u1": SS}, screen, fire_tier=1)) == {}


def test_u_boat_fires_after_an_idle_turn() -> None:
    screen = {f"z{number}": DD for number in range(1, 7)}
    table = a_battle({"u1": SS, "b1": BB}, {"c1": CV, **screen}, carriers=screen).pass_on("tier-1", 3)
    assert set(named(table)) == {"u1"}


# --- escorts ---------------------------------------------------------------------------------------


def test_keeps_escorts_for_the_carriers() -> None:
    table = Table(a_spec({"c1": CV, "b1": BB, "l1": LC, "d1": DD, "d2": DD}, {"e1": CV, "v1": SS, "k1": BB}))
    assert answer(table)["carrier_group"]


def test_never_leaves_the_battle_group_empty_while_carriers_need_it() -> None:
    table = Table(a_spec({"c1": CV, "d1": DD, "d2": DD}, {"k1": BB, "h1": HC, "h2": HC}))
    assert len(answer(table)["carrier_group"]) < 2


def test_without_carriers_all_escorts_fight() -> None:
    table = Table(a_spec({"b1": BB, "l1": LC, "d1": DD, "d2": DD}, {"k1": BB}))
    assert answer(table) == {"carrier_group": []}


def test_division_that_the_scenario_fixes_is_kept() -> None:
    assert answer(Table(fixed_spec())) == {"carrier_group": ["l1"]}


def test_escorts_join_the_fight_when_the_last_carrier_is_gone() -> None:
    own = {"e1": CVL, "b1": BB, "d1": DD}
    table = a_battle(own, {"u1": SS, "k1": BB, "z1": DD}, carriers=["d1"], fire_tier=1)
    table.fire(10, 1, b={"u1": "e1"})
    table.pass_on("transfers", 2)
    assert answer(table) == {"transfers": [{"ship": "d1", "to": "battle"}]}


def test_escort_joins_a_carrier_that_needs_it() -> None:
    own = {"c1": {"card": CV, "cost": 40}, "b1": BB, "d1": DD, "d2": DD}
    table = a_battle(own, {"v1": SS, "e1": CV, "z1": DD})
    moved = answer(table)["transfers"]
    assert [move["to"] for move in moved] == ["carrier"]


def test_leaves_no_battle() -> None:
    table = a_battle({"b1": BB}, {"k1": BB}, options={"retreat": True})
    assert answer(table) == {"transfers": []}


def test_captain_whose_last_ship_is_ruled_sunk_has_nobody_to_transfer() -> None:
    """FB-8: their side may still be asked, where it could leave the battle."""
    table = a_battle({"b1": BB, "d1": DD}, {"k1": BB}, options={"retreat": True})
    for ship in ("b1", "d1"):
        table.facts += ruled(table.state, "fleet_battle.ship_sunk", {"ship": ship})
    table.state = table.view("a")
    assert answer(table) == {"transfers": []}


# --- whole battles ---------------------------------------------------------------------------------

FLEET = {"u": SS, "b": BB, "h": HC, "c": CV, "l": LC, "d": DD, "f": DD}


def mirror() -> ScenarioSpec:
    """Two fleets alike."""
    return a_spec(*({f"{key}{place}": card for key, card in FLEET.items()} for place in (1, 2)))


def winner_of(found: Result | None) -> str | None:
    """Who won a battle that is over."""
    assert found is not None
    return found.winner


def winners(captains: tuple[str, ...], battles: int) -> list[str | None]:
    """Who won each of so many battles of two fleets alike."""
    spec = mirror()
    led = dict.fromkeys(captains, SYSTEM.bot)
    seeds = (sha256(b"%d" % number).digest() for number in range(battles))
    results = (SYSTEM.result(fight(SYSTEM, spec, seed, bots=led).state) for seed in seeds)
    return [winner_of(found) for found in results]


@pytest.mark.parametrize("side", ["a", "b"])
def test_captain_beats_random_orders(side: str) -> None:
    assert winners((side,), 20).count(side) >= 17


@pytest.mark.slow
def test_mirror_fleets_win_about_equally_often() -> None:
    """A balance check of section 10: nobody is first in a tier."""
    found = winners(("a", "b"), 120)
    assert abs(found.count("a") - found.count("b")) <= 33
