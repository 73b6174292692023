"""A captain's sense: what they do in a moment, from the board alone."""

from typing import Any

import pytest

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import Hex, distance, parse_label
from darkseas.rules.easyships.bot import air, damage_control, gunnery, movement, submarine_hunting, torpedoes
from darkseas.rules.easyships.bot.assessment import assess
from darkseas.rules.easyships.bot.destination_hexes import Place, fighter, nearest_foes, prospect
from darkseas.rules.easyships.bot.divisions import breaks_off
from darkseas.rules.easyships.bot.turning_round import comes_about
from darkseas.rules.easyships.model.state import Contact
from darkseas.rules.easyships.turn import combat_forms, damage_forms, movement_forms
from darkseas.rules.easyships.turn.phases import AIR, DEPTH_CHARGES, GUNNERY, TORPEDOES
from tests.rules.easyships.bot.bot_battles import BATTLESHIP, BOAT, CARRIER, CRUISER, DESTROYER, MERCHANTMAN
from tests.rules.easyships.support import Table, a_battle, ship

CHANCE = Chooser(bytes(32))


def moved(table: Table, side: str = "a") -> dict[str, Any]:
    """The move that the captain orders first."""
    return movement.move(table.state, side, next(movement_forms.forms(table.state, side)), CHANCE)


def targets(table: Table) -> dict[tuple[str, int], str]:
    """Whom each battery of side a fires at."""
    lines: Any = gunnery.fire_guns(table.state, "a", combat_forms.form(table.state, "a", GUNNERY), CHANCE)
    return {(line["ship"], line["battery"]): line["target"] for line in lines["fire"]}


def launched(table: Table) -> dict[str, list[str]]:
    """At whom the ships of side a launch."""
    form = combat_forms.form(table.state, "a", TORPEDOES)
    lines: Any = torpedoes.launch(table.state, "a", form, CHANCE)
    return {line["ship"]: line["targets"] for line in lines["torpedoes"]}


# --- movement ------------------------------------------------------------------------------------------


def test_battleship_evades_destroyers_with_torpedoes() -> None:
    table = a_battle({"a1": BATTLESHIP}, {"b1": DESTROYER}, at={"a1": "2020 E", "b1": "2020"})
    table.put("b1", "2024")
    table.set("b1", done=True)
    assert moved(table).get("evade")


def test_guns_that_reach_farther_keep_the_range() -> None:
    """Eleven inches reach twelve hexes, six inches seven: between the two nobody answers."""
    raider = ship("CA", guns=[(6, 11)], armour=2, defence=12, moves=4)
    table = a_battle({"a1": raider}, {"b1": ship("CL", guns=[(8, 6)], moves=3)}, at={"a1": "2020 W"})
    table.put("b1", "2520", "W")
    table.set("b1", done=True)
    end = parse_label(moved(table)["way"][-1])
    assert distance(end, parse_label("2520")) > 7


def test_ship_in_line_goes_where_the_leader_went() -> None:
    """Left of the enemy or right of her is all one to a ship by herself."""
    ends = []
    for leader in ("1722", "2322"):
        at = {"a1": f"{leader} SE", "a2": "2016 SE", "b1": "2034 W"}
        table = a_battle({"a1": CRUISER, "a2": CRUISER}, {"b1": CRUISER}, at=at)
        table.set("a1", done=True)
        ends.append(parse_label(moved(table)["way"][-1]).col)
    assert ends[0] < ends[1]


def test_boat_dives_before_guns_reach_her() -> None:
    at = {"a1": "2020 E", "b1": "2028 W"}
    table = a_battle({"a1": BOAT}, {"b1": DESTROYER}, at=at)
    assert moved(table) == {"ship": "a1", "depth": 1}


def test_hunter_runs_over_a_boat_that_was_found() -> None:
    table = a_battle({"a1": DESTROYER}, {"b1": BOAT}, at={"a1": "2020 E"})
    table.set("b1", bow=None, depth=2)
    table.state.contacts = (Contact("b", parse_label("2220"), 2, 1),)
    assert "2220" in moved(table)["way"]
    table.state.crossed["a1"] = tuple(parse_label(text) for text in ("2020", "2120", "2220", "2320"))
    form = combat_forms.form(table.state, "a", DEPTH_CHARGES)
    dropped: Any = submarine_hunting.drop(table.state, "a", form, CHANCE)
    assert dropped["depth_charges"] == [{"ship": "a1", "hex": "2220", "depth": 2}]


def test_nobody_drops_depth_charges_far_from_where_a_boat_was_known_to_be() -> None:
    table = a_battle({"a1": DESTROYER}, {"b1": BOAT}, at={"a1": "2020 E"})
    table.set("b1", bow=None, depth=2)
    table.state.crossed["a1"] = (parse_label("2020"),)
    for hexagon, turn in (("2024", table.state.turn), ("2020", table.state.turn - 3)):
        table.state.contacts = (Contact("b", parse_label(hexagon), 1, turn),)
        form = combat_forms.form(table.state, "a", DEPTH_CHARGES)
        assert submarine_hunting.drop(table.state, "a", form, CHANCE) == {"depth_charges": []}


def test_escort_of_a_convoy_seeks_a_boat_that_may_have_torpedoes() -> None:
    """Without a convoy, or alone with one, she keeps off; beside another escort she is nearer afterwards."""
    away = []
    for others in ({}, {"a2": MERCHANTMAN}, {"a2": MERCHANTMAN, "a3": DESTROYER}):
        at = {"a1": "2020 E", "a2": "1626 E", "a3": "1030 E"}
        table = a_battle({"a1": DESTROYER, **others}, {"b1": BOAT}, at=at)
        table.set("b1", bow=None, depth=1)
        table.state.contacts = (Contact("b", parse_label("2620"), -1, 1),)
        away.append(distance(parse_label(["2020", *moved(table).get("way", [])][-1]), parse_label("2620")))
    alone, outnumbered, guarding = away
    assert guarding < 6 <= min(alone, outnumbered)


def test_hunter_evades_over_a_boat_that_may_launch() -> None:
    """One that has just emptied her tubes is run over at full speed."""
    evades = []
    for launched in (False, True):
        table = a_battle({"a1": DESTROYER}, {"b1": BOAT}, at={"a1": "2020 E"})
        table.set("b1", bow=None, depth=1)
        table.state.contacts = (Contact("b", parse_label("2220"), 1, 1, launched=launched),)
        order = moved(table)
        assert "2220" in order["way"]
        evades.append(order.get("evade", False))
    assert evades == [True, False]


def test_boats_on_the_surface_count_when_a_convoy_is_to_be_guarded() -> None:
    """Two hunters seek one boat below; with two others above they are not more than the boats."""
    guarded = []
    for others in ({}, {"b2": BOAT, "b3": BOAT}):
        at = {"a1": "2020 E", "a2": "1626 E", "a3": "1030 E", "b2": "4004 E", "b3": "4005 E"}
        ours = {"a1": DESTROYER, "a2": MERCHANTMAN, "a3": DESTROYER}
        table = a_battle(ours, {"b1": BOAT, **others}, at=at)
        table.set("b1", bow=None, depth=1)
        guarded.append(len(submarine_hunting.convoy_of(assess(table.state, "a"))))
    assert guarded == [1, 0]


def test_hunter_that_is_pressed_for_points_waits_nearer_to_a_boat() -> None:
    """Just out of reach of her torpedoes, to be there once she surfaces; who leads keeps farther off."""
    ends = []
    for points in (("a", 5), ("b", 5)):
        table = a_battle(
            {"a1": DESTROYER}, {"b1": BOAT}, at={"a1": "2020 E"}, aims={"turn_limit": 20}
        )  # fmt: skip
        table.set("b1", bow=None, depth=1)
        table.state.turn, table.state.points_given = 8, (points,)
        table.state.contacts = (Contact("b", parse_label("2028"), -1, 3),)
        ends.append(distance(parse_label(["2020", *moved(table).get("way", [])][-1]), parse_label("2028")))
    leads, trails = ends
    assert trails == 7 < leads


# --- the edge of the sea and planes -----------------------------------------------------------------------


def test_who_lies_along_the_edge_with_her_stern_to_swing_out_never_comes_about() -> None:
    board = a_battle({"a1": BATTLESHIP}, {"b1": CRUISER}).state.scenario.board
    last = board.rows - 1
    for hexes, row, facing, room in ((3, last, 3, False), (3, last - 1, 3, True), (1, last, 3, True)):
        assert comes_about(board, hexes, Hex(20, row), facing) is room


def test_no_ship_makes_off_along_an_edge_that_she_could_not_leave() -> None:
    """A battleship that flees to the south stays where she can still turn."""
    enemy = dict.fromkeys(("b1", "b2", "b3"), BATTLESHIP)
    at = {"b1": "2010 E", "b2": "2410 E", "b3": "2810 E"}
    board = a_battle({"a1": BATTLESHIP}, enemy, at=at).state.scenario.board
    start = f"20{board.rows - 2} SW"
    table = a_battle({"a1": BATTLESHIP}, enemy, at={**at, "a1": start}, aims={"turn_limit": 20})
    assert assess(table.state, "a").beaten
    way = moved(table).get("way", [])
    assert all(parse_label(text).row < board.rows - 1 for text in way)


def test_ships_evade_while_planes_may_come_and_no_enemy_is_before_their_guns() -> None:
    evades = []
    for near, waits in (("3030 E", 0), ("2024 E", 0), ("3030 E", 1)):
        table = a_battle({"a1": CRUISER}, {"b1": CARRIER, "b2": MERCHANTMAN}, at={"a1": "2020 E", "b2": near})
        table.set("b1", bow=parse_label("4040"), air_turn=waits)
        table.set("b2", done=True)
        evades.append(moved(table).get("evade", False))
    assert evades == [True, False, False]


# --- breaking off --------------------------------------------------------------------------------------


def test_ship_that_is_badly_hurt_breaks_off() -> None:
    """A sound one keeps to the range that suits her; in a fight to the last ship nobody gets away."""
    ends = []
    for flooding, turns in ((0, 20), (4, 20), (4, 0)):
        table = a_battle(
            {"a1": BATTLESHIP},
            {"b1": CRUISER},
            at={"a1": "2020 NW", "b1": "2026 E"},
            aims={"turn_limit": turns},
        )
        table.set("a1", flooding=flooding)
        table.set("b1", done=True)
        assessment = assess(table.state, "a")
        ends.append(breaks_off(assessment, table.state.scenario.ships["a1"]))
    assert ends == [False, True, False]


def test_beaten_side_breaks_off_but_for_destroyers_who_cover_its_carriers() -> None:
    ours = {"a1": DESTROYER, "a2": CARRIER}
    enemy = dict.fromkeys(("b1", "b2", "b3", "b4"), BATTLESHIP)
    at = {"a1": "2020 E", "a2": "2010 E", "b1": "2030 E", "b2": "2330 E", "b3": "2630 E", "b4": "2930 E"}
    for carriers in (True, False):
        table = a_battle(ours if carriers else {"a1": DESTROYER}, enemy, at=at, aims={"turn_limit": 20})
        assessment, ships = assess(table.state, "a"), table.state.scenario.ships
        assert assessment.beaten
        assert breaks_off(assessment, ships["a1"]) is not carriers
        assert not carriers or breaks_off(assessment, ships["a2"])


def test_who_trails_unhurt_dares_all_in_the_second_half() -> None:
    """A head start asks for a ship: who keeps out of reach until the last turn has lost as well."""
    ends = []
    for turn in (6, 12):
        table = a_battle(
            {"a1": CRUISER},
            {"b1": CRUISER},
            at={"a1": "2020 E", "b1": "2026 E"},
            aims={"turn_limit": 20},
        )
        table.state.turn, table.state.points_given = turn, (("b", 5),)
        ends.append((assess(table.state, "a").caution, assess(table.state, "a").care))
    (before, kept), (late, dared) = ends
    assert late < before
    assert dared < kept


def test_own_smoke_hides_no_ship_from_radar() -> None:
    losses = []
    for radar in (False, True):
        table = a_battle(
            {"a1": CRUISER}, {"b1": {**BATTLESHIP, "radar": radar}}, at={"a1": "2020 E", "b1": "2026 E"},
            options={"gunnery_radar": True},
        )  # fmt: skip
        assessment, ship_a = assess(table.state, "a"), table.state.scenario.ships["a1"]
        at = parse_label("2020")
        own = fighter(assessment, ship_a, nearest_foes(assessment, at))
        losses.append(prospect(assessment, own, Place(at, 0, hidden=True)).loss)
    assert losses[0] == 0 < losses[1]


# --- combat --------------------------------------------------------------------------------------------


def test_guns_that_can_hurt_nobody_hold_fire() -> None:
    table = a_battle(
        {"a1": ship("CL", guns=[(6, 6), (8, 2)])}, {"b1": ship("BB", armour=9, defence=40)},
        at={"a1": "2020 E", "b1": "2022 E"},
    )  # fmt: skip
    assert targets(table) == {("a1", 0): "b1"}


@pytest.mark.parametrize(
    ("radar", "near", "lit"),
    [
        (False, "3030", [{"ship": "a1", "target": "b1"}]),
        (True, "3030", []),
        (False, "1911", []),
    ],
    ids=["in the dark", "her radar sees", "somebody worth more is seen"],
)
def test_a_target_in_the_dark_is_lit_where_that_brings_most(radar: bool, near: str, lit: Any) -> None:
    own = {"a1": {**CRUISER, "radar": radar, "batteries": [{"guns": 8, "size": 8}, {"guns": 8, "size": 5}]}}
    enemies = {"b1": DESTROYER, "b2": {**CRUISER, "armour": 1, "defence": 6}}
    table = a_battle(
        own, enemies, at={"a1": "2010 E", "b1": "2014 E", "b2": f"{near} E"},
        sea={"year": 1942, "night": True, "sight": 9, "searchlights": 2},
        options={"night": True, "gunnery_radar": True},
    )  # fmt: skip
    form = combat_forms.form(table.state, "a", GUNNERY)
    blanks: Any = gunnery.fire_guns(table.state, "a", form, CHANCE)
    assert blanks.get("lit", []) == lit
    assert bool(blanks["fire"]) == (not lit)


def test_cripple_is_finished_and_one_as_good_as_sunk_is_left() -> None:
    at = {"a1": "2020 E", "b1": "1724 E", "b2": "2224 E"}
    table = a_battle({"a1": CRUISER}, {"b1": BATTLESHIP, "b2": BATTLESHIP}, at=at)
    table.set("b2", flooding=5)
    assert targets(table)["a1", 0] == "b2"
    table.set("b2", flooding=6)
    assert targets(table)["a1", 0] == "b1"


def test_torpedoes_are_not_wasted() -> None:
    at = {"a1": "2020 E", "b1": "2023 E", "b2": "2420 E"}
    table = a_battle({"a1": DESTROYER}, {"b1": BATTLESHIP, "b2": DESTROYER}, at=at)
    assert launched(table) == {"a1": ["b1"]}
    table.set("b1", evading=True)
    assert launched(table) == {}


def test_boat_spares_her_torpedoes_for_a_convoy_with_more_escorts_than_boats() -> None:
    convoy = {"b1": DESTROYER, "b2": MERCHANTMAN, "b3": DESTROYER}
    for merchantman, escorts, expected in (
        ("3030 E", 2, {}),
        ("2224 E", 2, {"a1": ["b2"]}),
        ("3030 E", 1, {"a1": ["b1"]}),
    ):
        there = {key: each for key, each in convoy.items() if escorts > 1 or key != "b3"}
        at = {"a1": "2020 E", "b1": "2022 E", "b2": merchantman, "b3": "1010 E"}
        table = a_battle({"a1": BOAT}, there, at=at)
        table.set("a1", depth=1)
        assert launched(table) == expected


def test_planes_fly_at_who_runs_their_carrier_down() -> None:
    slow = {**CARRIER, "moves": 2}
    targets = []
    for carrier in (CARRIER, slow):
        enemies = {"b1": BATTLESHIP, "b2": {**CRUISER, "moves": 5}}
        table = a_battle({"a1": carrier}, enemies, at={"b1": "1010 E", "b2": "3030 E"})
        form = combat_forms.form(table.state, "a", AIR)
        lines: Any = air.strike(table.state, "a", form, CHANCE)
        targets += [line["target"] for line in lines["carriers"]]
    assert targets == ["b1", "b2"]


def test_planes_that_lose_no_strike_wait_until_fighters_are_gone() -> None:
    """Of twenty turns the sixth leaves time for one more strike, and two turns to spare; the eighth none."""
    flown = []
    for turn, fires in ((6, 0), (8, 0), (6, 1)):
        table = a_battle({"a1": CARRIER}, {"b1": CARRIER}, at={"b1": "3030 E"}, aims={"turn_limit": 20})
        table.set("b1", fires=fires)
        table.state.turn = turn
        form = combat_forms.form(table.state, "a", AIR)
        lines: Any = air.strike(table.state, "a", form, CHANCE)
        flown.append(len(lines["carriers"]))
    assert flown == [0, 1, 1]


def test_planes_fly_at_who_is_worth_most() -> None:
    table = a_battle({"a1": CARRIER}, {"b1": CRUISER, "b2": CARRIER}, at={"b1": "1010 E", "b2": "3030 E"})
    table.set("b2", fires=1)
    form = combat_forms.form(table.state, "a", AIR)
    assert air.strike(table.state, "a", form, CHANCE)["carriers"] == [{"carrier": "a1", "target": "b2"}]


def test_dice_go_first_where_the_ship_would_sink() -> None:
    for hurt, first in (({"fires": 1, "flooding": 5}, "flooding"), ({"fires": 5, "flooding": 1}, "fires")):
        table = a_battle({"a1": BATTLESHIP}, {"b1": CRUISER})
        table.set("a1", **hurt)
        form = damage_forms.control_form(table.state, "a")
        repairs: Any = damage_control.control_damage(table.state, "a", form, CHANCE)
        assert next(line["area"] for line in repairs["repairs"]) == first


@pytest.mark.parametrize(
    ("hurt", "areas"),
    [
        ({"moves_lost": 1}, set()),
        ({"moves_lost": 3}, {"speed"}),
        ({"moves_lost": 2, "fires": 1}, {"fires"}),
    ],
)
def test_dice_that_cannot_help_are_not_spent(hurt: dict[str, int], areas: set[str]) -> None:
    table = a_battle({"a1": BATTLESHIP}, {"b1": CRUISER})
    table.set("a1", **hurt)
    form = damage_forms.control_form(table.state, "a")
    repairs: Any = damage_control.control_damage(table.state, "a", form, CHANCE)
    assert {line["area"] for line in repairs["repairs"]} == areas
