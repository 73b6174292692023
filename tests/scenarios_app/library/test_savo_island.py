"""Savo Island in the library: what the published sheet says, and nothing that it does not."""

from fractions import Fraction

import pytest

from darkseas.engine.hexes.board import Hex, HexBoard, parse_label
from darkseas.engine.scenario.spec import ScenarioSpec, SideSpec
from scenarios_app.library.loader import LIBRARY, read_file


@pytest.fixture(scope="module")
def savo() -> ScenarioSpec:
    """Return the scenario of Savo Island."""
    return read_file(LIBRARY / "savo-island.toml")


def side_of(spec: ScenarioSpec, key: str) -> SideSpec:
    """Return the side of this key."""
    return next(side for side in spec.sides if side.key == key)


def test_rules_are_the_published_ones(savo: ScenarioSpec) -> None:
    assert side_of(savo, "ijn").rules == {
        "training": 5, "group_limit": 4, "dummies": 3, "entry": "west", "exit_edges": ["west"],
    }  # fmt: skip
    sound = "ironbottom-sound"
    assert side_of(savo, "allies").rules == {
        "training": 2, "group_limit": 6, "set_up": sound, "confined_to": sound,
    }  # fmt: skip
    assert savo.sea["conditions"] == [
        {"from_turn": 1, "light": "night", "visibility": 1, "spotting_modifier": -1}
    ]


def test_aims_are_the_published_ones(savo: ScenarioSpec) -> None:
    assert savo.aims == {
        "turn_limit": 10,
        "otherwise": "allies",
        "ends_when_gone": ["ijn"],
        "victory": [{"winner": "ijn", "minimum": "10", "ratio": "3"}],
        "deadlines": [{"side": "ijn", "by_turn": 10, "share": "1/2"}],
    }


def test_points_add_up_to_the_published_sums(savo: ScenarioSpec) -> None:
    def points(key: str, *kinds: str) -> Fraction:
        own = [ship for ship in side_of(savo, key).ships if ship.kind in kinds]
        return sum((Fraction(ship.ratings["points"]) * ship.count for ship in own), Fraction(0))

    assert points("ijn", "CA", "CL", "DD") == 190
    assert points("allies", "CA", "CL", "CLAA") == 45
    assert points("allies", "DD") == 15
    assert points("allies", "DMS") == 5
    assert points("allies", "AP") == 61


def test_torpedo_boxes_are_the_published_ones(savo: ScenarioSpec) -> None:
    reloads = {
        ship.key: [b.get("reload", "") for b in ship.ratings["batteries"] if b["weapon"] == "T"]
        for side in savo.sides
        for ship in side.ships
    }
    twice = {key for key, marks in reloads.items() if any(marks)}
    assert twice == {"chokai", "kinugasa", "kako", "aoba", "furutaka"}
    never = {key for key, marks in reloads.items() if not marks}
    assert never == {
        "astoria", "chicago", "vincennes", "quincy",
        "dms-group", "transdiv-a", "transdiv-b", "transdiv-c", "transdiv-d",
    }  # fmt: skip


def test_map_shows_the_sound_and_its_approach(savo: ScenarioSpec) -> None:
    assert savo.map is not None
    board = HexBoard(savo.map.cols, savo.map.rows, frozenset(map(parse_label, savo.map.land)))
    assert (board.cols, board.rows) == (11, 7)
    by_name = {place.name: parse_label(place.hex) for place in savo.map.places}
    assert {"Cape Esperance", "Tulagi", "Lunga Point", "The Slot"} <= set(by_name)
    assert board.is_land(by_name["Savo Island"])
    sound = set(map(parse_label, savo.map.areas["ironbottom-sound"]))
    assert {by_name["Tulagi"], by_name["Lunga Point"]} <= sound
    assert all(board.is_sea(Hex(0, row)) for row in range(board.rows))
    assert not any(at.col < by_name["Savo Island"].col for at in sound)


def test_ships_at_anchor_never_move(savo: ScenarioSpec) -> None:
    anchored = {
        key: group.rules
        for group in side_of(savo, "allies").groups
        if group.rules.get("immobile")
        for key in group.ships
    }
    assert set(anchored) == {"dms-group", "transdiv-a", "transdiv-b", "transdiv-c", "transdiv-d"}
    assert all(rules["zone"] == "anchorages" for rules in anchored.values())
    assert savo.map is not None
    assert savo.map.areas["anchorages"] == ("0705", "0802")


def test_does_not_invent_what_was_cut_off(savo: ScenarioSpec) -> None:
    names = {ship.name for side in savo.sides for ship in side.ships}
    assert not names & {"Blue", "Jarvis"}
    assert any("breaks off after TRANSDIV D" in note for note in savo.about.notes)
