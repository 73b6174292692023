"""Mistakes that lose battles: false cover, short torpedoes, an unused last turn, hunters in the way."""

from typing import Any

import pytest

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import parse_label
from darkseas.rules.easyships.bot import movement, submarine_hunting
from darkseas.rules.easyships.bot.assessment import assess
from darkseas.rules.easyships.bot.destination_hexes import Place, fighter, nearest_foes, prospect
from darkseas.rules.easyships.bot.divisions import divisions
from darkseas.rules.easyships.model.state import FUNNEL, Contact
from darkseas.rules.easyships.turn import combat_forms, movement_forms
from darkseas.rules.easyships.turn.phases import DEPTH_CHARGES
from tests.rules.easyships.bot.bot_battles import BATTLESHIP, BOAT, CRUISER, DESTROYER, MERCHANTMAN
from tests.rules.easyships.support import Table, a_battle

CHANCE = Chooser(bytes(32))


def moved(table: Table, side: str = "a") -> dict[str, Any]:
    """The move that the captain orders first."""
    return movement.move(table.state, side, next(movement_forms.forms(table.state, side)), CHANCE)


def loss_at(table: Table, hexagon: str) -> int:
    """What ship a1 expects to suffer in a hex, heading east."""
    assessment, at = assess(table.state, "a"), parse_label(hexagon)
    own = fighter(assessment, table.ship("a1"), nearest_foes(assessment, at))
    return prospect(assessment, own, Place(at, 0)).loss


def test_smoke_that_ends_with_the_order_hides_nobody() -> None:
    """Her own screen is gone when she moves on without it; that of a friend who has moved stays."""
    losses = []
    for smoker in ("", "a1", "a2"):
        at = {"a1": "2020 E", "a2": "2320 E", "b1": "2720 E"}
        table = a_battle({"a1": DESTROYER, "a2": DESTROYER}, {"b1": BATTLESHIP}, at=at)
        table.set("b1", done=True)
        table.set("a2", done=True)
        if smoker:
            table.set(smoker, smoke=FUNNEL, smoke_left=3)
        losses.append(loss_at(table, "2020"))
    none, own, friend = losses
    assert own == none > friend == 0


def test_torpedoes_are_feared_as_far_as_they_run() -> None:
    """Long lances reach eight hexes, others six."""
    for farther, feared in ((False, [True, False, False]), (True, [True, True, False])):
        enemy = {**DESTROYER, "batteries": [], "long_lance": farther}
        fears = []
        for away in (6, 8, 9):
            table = a_battle(
                {"a1": CRUISER}, {"b1": enemy}, at={"a1": "2020 E", "b1": f"{20 + away}20 E"},
                options={"long_lances": True}, sea={"year": 1942},
            )  # fmt: skip
            table.set("b1", done=True)
            fears.append(loss_at(table, "2020") > 0)
        assert fears == feared


def test_guns_of_an_enemy_who_may_still_close_are_feared() -> None:
    losses = []
    for done in (True, False):
        table = a_battle({"a1": CRUISER}, {"b1": CRUISER}, at={"a1": "2020 E", "b1": "3020 E"})
        table.set("b1", done=done, fires=0)
        losses.append(loss_at(table, "2020"))
    assert losses[0] == 0 < losses[1]


def test_in_the_last_turn_a_side_that_trails_fires_with_everything() -> None:
    """A turn earlier the same ship runs."""
    orders = []
    for turn in (9, 10):
        table = a_battle(
            {"a1": CRUISER}, {"b1": BATTLESHIP}, at={"a1": "2020 E", "b1": "2023 W"}, aims={"turn_limit": 10}
        )
        table.set("a1", flooding=3)
        table.set("b1", done=True, fires=3)
        table.state.turn, table.state.points_given = turn, (("b", 5),)
        orders.append(moved(table))
    before, last = orders
    assert before.get("evade") or before.get("smoke")
    assert not last.get("evade")
    assert not last.get("smoke")


def test_ship_that_is_badly_hurt_may_keep_her_smoke() -> None:
    at = {"a1": "2020 W", "b1": "2420 W", "a2": "0303 E"}
    ours = {"a1": CRUISER, "a2": BATTLESHIP}
    table = a_battle(ours, {"b1": BATTLESHIP}, at=at, aims={"turn_limit": 10})
    table.set("a1", flooding=3, smoke=FUNNEL, smoke_left=3)
    table.set("a2", done=True)
    table.set("b1", done=True)
    table.state.turn, table.state.points_given = 9, (("a", 22),)
    assert not assess(table.state, "a").beaten
    assert moved(table).get("smoke") == FUNNEL


@pytest.mark.parametrize("kind", [MERCHANTMAN, DESTROYER], ids=["merchantman", "destroyer"])
def test_nobody_lies_still_before_a_boat(kind: dict[str, Any]) -> None:
    for known in ("", "2720", "3120"):
        table = a_battle({"a1": kind, "a2": kind}, {"b1": BOAT}, at={"a1": "2020 E", "a2": "0404 E"})
        table.set("b1", bow=None, depth=1)
        table.state.contacts = (Contact("b", parse_label(known), 1, 1),) if known else ()
        assert moved(table).get("way")


# --- hunters ---------------------------------------------------------------------------------------------


def test_hunter_passes_over_the_boat_and_beyond() -> None:
    """She leaves the hex for the next hunter, also if she lies in it."""
    for start in ("2020 E", "2220 E"):
        table = a_battle({"a1": DESTROYER}, {"b1": BOAT}, at={"a1": start})
        table.set("b1", bow=None, depth=2)
        table.state.contacts = (Contact("b", parse_label("2220"), 2, 1),)
        assert moved(table)["way"][-1] != "2220"


def charges(table: Table) -> list[tuple[str, int]]:
    """Hex and setting of each depth charge of side a."""
    form = combat_forms.form(table.state, "a", DEPTH_CHARGES)
    dropped: Any = submarine_hunting.drop(table.state, "a", form, CHANCE)
    return [(line["hex"], line["depth"]) for line in dropped["depth_charges"]]


def test_hunters_share_out_the_depths_of_a_boat_whose_depth_is_unknown() -> None:
    for depth, expected in ((-1, {1, 2, 3}), (2, {2})):
        keys = ("a1", "a2", "a3", "a4")
        table = a_battle(dict.fromkeys(keys, DESTROYER), {"b1": BOAT})
        table.set("b1", bow=None, depth=2)
        table.state.contacts = (Contact("b", parse_label("2220"), depth, 1),)
        for key in keys:
            table.state.crossed[key] = (parse_label("2220"), parse_label("2221"))
        assert {at for at, _ in charges(table)} == {"2220"}
        assert {setting for _, setting in charges(table)} == expected


def test_nobody_drops_beside_a_boat_that_was_found_this_turn() -> None:
    table = a_battle({"a1": DESTROYER}, {"b1": BOAT}, at={"a1": "2020 E"})
    table.set("b1", bow=None, depth=2)
    table.state.contacts = (Contact("b", parse_label("2020"), 1, 0), Contact("b", parse_label("2220"), 1, 1))
    table.state.crossed["a1"] = (parse_label("2020"), parse_label("2120"))
    assert charges(table) == []


def test_best_range_allows_for_long_lances() -> None:
    """A battleship stays out of their reach where her guns decide."""
    ranges = []
    for farther in (False, True):
        enemy = {**DESTROYER, "torpedoes": 9, "long_lance": farther}
        table = a_battle(
            {"a1": BATTLESHIP}, {"b1": enemy, "b2": enemy}, options={"long_lances": True}, sea={"year": 1942}
        )
        (division,) = divisions(assess(table.state, "a"))
        ranges.append(division.preferred.range_hexes)
    assert ranges[0] > 6
    assert ranges[1] > 8
