"""The chart: what each perspective sees of blocks, ships, lines and marked places, and no more than that."""

from fractions import Fraction
from typing import Any

import pytest

from darkseas.engine.events import BattleEnded
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.presentation.chart import Caption, Patch, Piece, Stroke
from darkseas.engine.scenario.spec import GroupSpec, MapSpec, ScenarioSpec, ShipSpec, SideSpec
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.chart.chart import chart, ground_of
from darkseas.rules.dark_seas.model.orders import Attack, Mount
from darkseas.rules.dark_seas.model.scenario import Battery, Ratings
from darkseas.rules.dark_seas.model.state import CONTACT, SIGHTED, Report, Shot, State, Track
from darkseas.rules.dark_seas.narration.names import ratings_line
from darkseas.rules.dark_seas.scenario.setup import initial_state
from tests.rules.dark_seas.support.builders import a_state, dummy, group, single, view_of


def a_sticker(key: str, kind: str, defence_class: str, *, points: str = "10", radar: int = 0) -> ShipSpec:
    batteries = [
        {"weapon": "C", "factors": [8, 6, 3, 2]},
        {"weapon": "T", "factors": [11, 5, 2, 0], "reload": "R*"},
    ]
    ratings = {
        "batteries": batteries, "defence": 3, "defence_class": defence_class, "speed": 3, "points": points,
        "radar": radar,
    }  # fmt: skip
    return ShipSpec(key, key.title(), "", "ijn", kind, ratings)


IJN = SideSpec(
    "ijn",
    "Japan",
    ("ijn",),
    (
        a_sticker("chokai", "CA", "C", points="56"),
        a_sticker("aoba", "CA", "C"),
        a_sticker("yunagi", "DD", "D"),
    ),
    (
        GroupSpec("column", "Column", ("chokai", "aoba"), {"entry": "north", "arrives": 2}),
        GroupSpec("screen", "Screen", ("yunagi",), {"single": True, "zone": "picket"}),
    ),
    {"training": 5, "group_limit": 3, "dummies": 2, "set_up": "bay", "exit_edges": ["west", "north"]},
)
ALLIES = SideSpec(
    "allies",
    "Allies",
    ("usn", "ran"),
    (a_sticker("canberra", "CA", "C", points="55/2", radar=2), a_sticker("blue", "DD", "D")),
    (
        GroupSpec("south", "South", ("canberra",), {"hex": "0505"}),
        GroupSpec("watch", "Watch", ("blue",), {}),
    ),
    {"training": 2, "group_limit": 3, "confined_to": "patrol", "entry": "east"},
)
SPEC = ScenarioSpec(
    "test",
    "Test",
    "dark_seas",
    (IJN, ALLIES),
    MapSpec(
        "m",
        "Sound",
        10,
        10,
        areas={"bay": ("0101", "0102"), "picket": ("0303",), "patrol": ("0505", "0506"), "roads": ("0606",)},
    ),
    {"conditions": [{"from_turn": 1, "light": "night", "visibility": 1}]},
    {"turn_limit": 12, "presence": [{"side": "ijn", "area": "roads"}]},
)
SCENARIO = initial_state(SPEC).scenario


def a_battle(**state: Any) -> State:
    return a_state(
        SCENARIO,
        group("ijn-1", "0404", "chokai", "aoba", moved=3, evading=True),
        single("ijn-2", "0403", "yunagi", moved=2),
        dummy("ijn-3", "0402", "ijn"),
        group("allies-1", "0505", "canberra"),
        single("allies-2", "0606", "blue"),
        **{"turn": 3, "phase": "attacks-1", **state},
    )


def pieces(state: State) -> dict[str, Piece]:
    return {piece.key: piece for piece in chart(state).pieces}


def captions(state: State) -> list[tuple[str, str, str]]:
    return [(one.label, one.value, one.side) for one in chart(state).captions]


# --- ground --------------------------------------------------------------------------------------


def test_ground_holds_map_sides_and_open_edges() -> None:
    ground = ground_of(SPEC)
    assert (ground.kind, ground.map) == ("hexes", SPEC.map)
    assert [(side.key, side.name, side.navy, side.notch) for side in ground.sides] == [
        ("ijn", "Japan", "ijn", 0),
        ("allies", "Allies", "usn", 1),
    ]
    assert ground.edges == (("north", "ijn"), ("west", "ijn"), ("east", "allies"))


def test_ground_is_made_of_a_scenario_that_is_full_of_faults() -> None:
    side = SideSpec("a", "A", (), (), (), {"exit_edges": 5, "entry": ["north"]})
    assert ground_of(ScenarioSpec("x", "X", "dark_seas", (side,))).edges == ()


def test_chart_shares_the_ground_made_at_set_up() -> None:
    state = initial_state(SPEC)
    assert chart(state).ground is state.scenario.ground
    assert chart(state).pieces == ()


# --- pieces --------------------------------------------------------------------------------------


def test_whole_state_shows_every_block_face_up() -> None:
    shown = pieces(a_battle())
    assert {key: (one.face, one.kind, one.title, one.pips) for key, one in shown.items()} == {
        "ijn-1": ("up", "CA", "TG ijn-1", 2),
        "ijn-2": ("up", "DD", "Yunagi", 1),
        "ijn-3": ("up", "DUMMY", "Dummy", 0),
        "allies-1": ("up", "CA", "TG allies-1", 1),
        "allies-2": ("up", "DD", "Blue", 1),
    }
    assert shown["ijn-1"].at == "0404"


def test_single_ship_without_a_name_of_its_own_bears_hers() -> None:
    state = a_battle()
    state.contents["ijn-2"] = state.contents["ijn-2"]._replace(name="")
    assert pieces(state)["ijn-2"].title == "Yunagi"


def test_side_sees_enemy_blocks_as_blank_wood() -> None:
    shown = pieces(view_of(a_battle(), "allies"))
    for key in ("ijn-1", "ijn-2", "ijn-3"):
        block = shown[key]
        assert (block.face, block.kind, block.title, block.pips, block.crew, block.note) == (
            "down",
            "",
            "",
            0,
            (),
            "",
        )
    assert shown["ijn-1"].marks == ("evading", "moved-3")
    assert shown["ijn-2"].marks == ("moved-2",)
    assert shown["allies-1"].face == "up"


@pytest.mark.parametrize("side", ["ijn", "allies"])
def test_view_of_a_side_holds_no_enemy_ship_that_was_not_revealed(side: str) -> None:
    view = view_of(a_battle(), side)
    text = repr(chart(view)).replace(repr(SCENARIO.ground), "")
    for ship in SCENARIO.ships.values():
        assert (ship.name in text or f"'{ship.key}'" in text) == (ship.side == side)
    for key, block in view.blocks.items():
        assert (f"TG {key}" in text) == (block.side == side and key.endswith("1"))


def test_sighted_block_shows_what_was_announced() -> None:
    view = view_of(a_battle(), "allies")
    view.blocks["ijn-1"] = view.blocks["ijn-1"]._replace(spotted=SIGHTED)
    view.reports["ijn-1"] = Report(5, (("ABC", 2), ("D", 3)), 1)
    block = pieces(view)["ijn-1"]
    assert (block.face, block.kind, block.pips, block.title) == ("up", "TG", 5, "Japanese task group")
    assert block.note == "5 ships: two larger warships, three destroyers"
    assert "spotted" in block.marks
    assert block.crew == ()


def test_report_of_one_class_gives_its_silhouette() -> None:
    view = view_of(a_battle(), "allies")
    for classes, kind in (((("D", 1),), "DD"), ((("ABC", 1),), "TG"), ((), "TG"), ((("M", 1),), "AP")):
        view.reports["ijn-1"] = Report(1, classes, 1)
        assert pieces(view)["ijn-1"].kind == kind
    assert pieces(view)["ijn-1"].title == "Japanese ship"


def test_contact_is_marked_and_stays_face_down() -> None:
    view = view_of(a_battle(), "allies")
    view.blocks["ijn-1"] = view.blocks["ijn-1"]._replace(spotted=CONTACT)
    block = pieces(view)["ijn-1"]
    assert (block.face, block.pips) == ("down", 0)
    assert block.marks[0] == "contact"


def test_ships_that_attack_are_known_from_their_attack() -> None:
    view = view_of(a_battle(), "allies")
    view.attacks["ijn"] = (Attack("ijn-1", parse_label("0505"), (Mount("aoba", 0), Mount("aoba", 1))),)
    block = pieces(view)["ijn-1"]
    assert [ship.name for ship in block.crew] == ["Aoba"]
    assert (block.face, block.kind, block.pips, block.title) == ("down", "CA", 0, "")


@pytest.mark.parametrize(("turn_of_it", "is_marked"), [(3, True), (2, True), (1, False), (0, False)])
def test_attack_markers_lie_for_the_turn_after(turn_of_it: int, is_marked: bool) -> None:
    state = a_battle()
    state.blocks["ijn-1"] = state.blocks["ijn-1"]._replace(attacked=turn_of_it, was_attacked=turn_of_it)
    marks = pieces(state)["ijn-1"].marks
    assert ("fired" in marks, "targeted" in marks) == (is_marked, is_marked)


def test_unmarked_block_in_turn_one_has_no_markers() -> None:
    state = a_battle(turn=1)
    assert pieces(state)["allies-1"].marks == ()


def test_block_is_damaged_when_all_its_ships_are() -> None:
    assert "damaged" not in pieces(a_battle(damaged=["chokai"]))["ijn-1"].marks
    assert "damaged" in pieces(a_battle(damaged=["chokai", "aoba"]))["ijn-1"].marks
    assert "damaged" in pieces(a_battle(damaged=["chokai"], sunk=["aoba"]))["ijn-1"].marks


def test_ship_shows_ratings_damage_and_tubes() -> None:
    state = a_battle(damaged=["chokai"])
    state.ship_status["chokai"] = state.ship_status["chokai"]._replace(salvoes=1, loaded=False)
    state.ship_status["aoba"] = state.ship_status["aoba"]._replace(salvoes=1)
    chokai, aoba = pieces(state)["ijn-1"].crew
    assert chokai.ratings == "C 8-6-3-2 · T 11-5-2-0 R* · 3C · speed 3 · 56 points"
    assert (chokai.name, chokai.kind, chokai.marks) == ("Chokai", "CA", ("damaged", "torpedoes-spent"))
    assert aoba.marks == ("reloaded",)
    assert pieces(state)["allies-1"].crew[0].ratings.endswith("3C · speed 3 · radar R2 · 27½ points")


def test_ratings_are_written_as_on_the_sticker_and_what_a_ship_is_worth() -> None:
    unarmed = Ratings((), 2, "M", 1, Fraction(3))
    destroyer = Ratings(
        (Battery("D", (3, 2, 1, 0)), Battery("T", (6, 4, 1, 0), "R")), 1, "D", 4, Fraction(5), 1
    )
    assert ratings_line(unarmed) == "2M · speed 1 · 3 points"
    assert ratings_line(destroyer) == "D 3-2-1-0 · T 6-4-1-0 R · 1D · speed 4 · radar R1 · 5 points"


def test_silhouette_is_that_of_the_heaviest_ship() -> None:
    state = a_battle()
    state.contents["ijn-1"] = state.contents["ijn-1"]._replace(ships=("yunagi", "aoba"))
    assert pieces(state)["ijn-1"].kind == "CA"


def test_sunk_ship_stays_on_the_chart_for_everybody() -> None:
    state = a_battle()
    state.ship_status["aoba"] = state.ship_status["aoba"]._replace(sunk=2, last_hex=parse_label("0304"))
    for seen in (state, view_of(state, "allies")):
        wreck = pieces(seen)["aoba"]
        assert (wreck.at, wreck.face, wreck.title, wreck.marks) == ("0304", "out", "Aoba", ("sunk",))
        assert wreck.note == "sunk turn 2"
    assert [ship.key for ship in pieces(state)["ijn-1"].crew] == ["chokai"]
    assert pieces(state)["ijn-1"].pips == 1


def test_block_that_never_moves_says_so() -> None:
    state = a_battle()
    state.contents["allies-1"] = state.contents["allies-1"]._replace(immobile=True)
    assert pieces(state)["allies-1"].note == "does not move"
    state.reports["allies-1"] = Report(1, (), 1)
    assert pieces(state)["allies-1"].note == "1 ship; does not move"


# --- lines and places ----------------------------------------------------------------------------


def test_tracks_fade_with_the_turns() -> None:
    state = a_battle()
    here, there = parse_label("0404"), parse_label("0405")
    state.tracks = (
        Track(1, "ijn", (there, here)),
        Track(3, "allies", (here, there)),
        Track(3, "ijn", (here,)),
    )
    assert chart(state).strokes == (
        Stroke("track", "ijn", ("0405", "0404"), age=2),
        Stroke("track", "allies", ("0404", "0405"), age=0),
    )


def test_sightings_and_contacts_run_from_block_to_block() -> None:
    state = a_battle()
    state.blocks["ijn-3"] = state.blocks["ijn-3"]._replace(hex=None)
    state.blocks["ijn-2"] = state.blocks["ijn-2"]._replace(hex=parse_label("0606"))
    state.sightings = {"ijn-1": ("allies-1", "gone-1"), "ijn-3": ("allies-1",), "gone-2": ("allies-1",)}
    state.contacts = {"ijn-1": ("allies-2", "ijn-3"), "ijn-2": ("allies-2",)}
    assert chart(state).strokes == (
        Stroke("sighting", "ijn", ("0404", "0505"), "2 hexes"),
        Stroke("contact", "ijn", ("0404", "0606"), "3 hexes"),
        Stroke("contact", "ijn", ("0606", "0606"), "same hex"),
    )
    assert chart(view_of(state, "allies")).strokes == ()


def test_fire_carries_its_odds_and_outcome() -> None:
    state = a_battle()
    here, there = parse_label("0404"), parse_label("0505")
    state.shots = (
        Shot("ijn", "guns", here, there, 7, 4, "damaged"),
        Shot("allies", "torpedoes", there, here, 1, 9, "none"),
    )
    assert chart(state).strokes == (
        Stroke("gunfire", "ijn", ("0404", "0505"), "3½ : 1, rolled 4: damaged", outcome="damaged"),
        Stroke("torpedo", "allies", ("0505", "0404"), "1 : 2, rolled 9: no effect", outcome="none"),
    )


def test_smoke_is_a_patch_and_a_mark() -> None:
    state = a_battle()
    state.smoke = {parse_label("0404"): ("ijn",), parse_label("0707"): ("allies",)}
    assert Patch("smoke", ("0404", "0707"), label="Smoke") in chart(state).patches
    assert "smoke" in pieces(state)["ijn-1"].marks
    assert "smoke" not in pieces(state)["ijn-2"].marks


def test_confined_area_shows_until_first_contact() -> None:
    state = a_battle()
    confined = Patch("confined", ("0505", "0506"), "allies", "Patrol")
    assert confined in chart(state).patches
    state.contact_made["allies"] = True
    assert confined not in chart(state).patches


def test_objective_areas_are_shown() -> None:
    assert Patch("objective", ("0606",), "ijn", "Roads") in chart(a_battle()).patches


def test_set_up_areas_show_in_set_up_alone() -> None:
    zones = [patch for patch in chart(initial_state(SPEC)).patches if patch.kind == "set-up"]
    assert zones == [
        Patch("set-up", ("0101", "0102"), "ijn", "Japan"),
        Patch("set-up", ("0303",), "ijn", "Screen"),
        Patch("set-up", ("0505",), "allies", "South"),
    ]
    assert not [patch for patch in chart(a_battle()).patches if patch.kind == "set-up"]


# --- legend --------------------------------------------------------------------------------------


def test_legend_tells_turn_phase_light_initiative_and_score() -> None:
    state = a_battle(initiative="allies", damaged=["canberra"])
    state.ship_status["aoba"] = state.ship_status["aoba"]._replace(sunk=2, last_hex=parse_label("0304"))
    state.ship_status["yunagi"] = state.ship_status["yunagi"]._replace(exited=2)
    assert captions(state) == [
        ("Turn", "3 of 12", ""),
        ("Phase", "Attacks", ""),
        ("Light", "Night", ""),
        ("Sight", "1 hex", ""),
        ("Initiative", "Allies", "allies"),
        ("Score", "13¾", "ijn"),
        ("Afloat", "1 of 3, 1 left the map", "ijn"),
        ("Score", "10", "allies"),
        ("Afloat", "2 of 2, 1 damaged", "allies"),
    ]


def test_legend_before_the_battle_and_after_it() -> None:
    state = initial_state(SPEC)
    assert captions(state)[:2] == [("Turn", "before turn 1", ""), ("Phase", "Set-up", "")]
    assert "Initiative" not in [label for label, _, _ in captions(state)]
    state.ended = BattleEnded(None, "", "DS-R33", {"ijn": "0", "allies": "0"})
    assert captions(state)[1] == ("Phase", "Battle over", "")


def test_waiting_blocks_are_counted_and_not_drawn() -> None:
    state = a_battle()
    for key, arrives in (("ijn-1", 4), ("ijn-2", 1), ("ijn-3", 1)):
        state.blocks[key] = state.blocks[key]._replace(hex=None)
        state.contents[key] = state.contents[key]._replace(entry="north", arrives=arrives)
    state.blocks["allies-1"] = state.blocks["allies-1"]._replace(hex=None)
    assert set(pieces(state)) == {"allies-2"}
    waiting = [one for one in chart(state).captions if one.label == "Waiting"]
    assert waiting[:2] == [
        Caption("Waiting", "1 block, north edge, turn 4", "ijn"),
        Caption("Waiting", "2 blocks, north edge", "ijn"),
    ]
    seen = [one for one in chart(view_of(state, "allies")).captions if one.label == "Waiting"]
    assert seen[0] == Caption("Waiting", "3 blocks", "ijn")
    unseen = [one for one in chart(view_of(state, "ijn")).captions if one.label == "Waiting"]
    assert unseen[-1] == Caption("Waiting", "1 block, east edge", "allies")


def test_system_draws_with_this_chart() -> None:
    assert SYSTEM.chart is chart


def test_ship_that_left_stays_where_she_was_last_for_her_own_side() -> None:
    """Nothing is drawn of her as if she were in play; the enemy was told only that a block left."""
    state = a_battle()
    state.ship_status["aoba"] = state.ship_status["aoba"]._replace(
        exited=3, last_hex=parse_label("0004"), damaged=True
    )
    gone = next(piece for piece in chart(state).pieces if piece.key == "aoba")
    assert (gone.face, gone.at, gone.marks, gone.note) == (
        "out",
        "0004",
        ("exited", "damaged"),
        "left the map turn 3",
    )
