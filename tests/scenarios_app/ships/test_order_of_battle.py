"""Tables that say where numbers come from, and JSON as a person reads it."""

from dataclasses import replace

from darkseas.engine.scenario.spec import MapSpec, ScenarioSpec, ShipSpec, SideSpec
from scenarios_app.ships.order_of_battle import facts_of, origin_of, ships_of, side_tables, words
from tests.support.every_case import every_case

KAKO = (
    ("sides", False), ("ijn", True), ("ships", False), ("kako", True), ("ratings", False), ("defence", False),
)  # fmt: skip


@every_case(
    ("origins", "found"),
    [
        ({}, ""),
        ({"map.land": "house"}, ""),
        ({"sides": "house"}, "house"),
        ({"sides.ships.ratings": "derived", "sides": "house"}, "derived"),
        ({"sides.ships.ratings": "derived", "sides.ijn.ships.kako.ratings.defence": "rulebook"}, "rulebook"),
        ({"sides.ships.ratings": "derived", "sides.usn.ships.ratings.defence": "rulebook"}, "derived"),
        ({"sides.ships.kako": "published"}, "published"),
        ({"sides.ships.ratings.defence.more": "house"}, ""),
    ],
)
def test_origin_is_that_of_the_longest_path_that_covers(origins: dict[str, str], found: str) -> None:
    assert origin_of(origins, KAKO) == found


@every_case(
    ("value", "said"),
    [
        ([8, 6, 3, 2], "8-6-3-2"),
        ([{"factors": [8, 6], "reload": "R", "weapon": "C"}], "C 8-6 R"),
        ([{"minimum": "10", "winner": "ijn"}], "winner Japan, minimum 10"),
        (["ijn", "x"], "Japan, x"),
        (True, "yes"),
        (None, "none"),
        ([], ""),
    ],
)
def test_json_is_said_in_words(value: object, said: str) -> None:
    assert words(value, {"ijn": "Japan"}) == said


def two_ships() -> ScenarioSpec:
    """A side whose ships' ratings differ in where they come from."""
    ships = (
        ShipSpec("a", "Alpha", "A class", "RN", "DD", {"speed": 3, "points": "3"}),
        ShipSpec("b", "Beta", "B class", "RN", "CL", {"speed": 2}, count=4, origin="house"),
        ShipSpec("c", "Gamma", "A class", "RN", "DD", {"speed": 3}),
    )
    side = SideSpec("rn", "Navy", ("RN",), ships, rules={"training": 4})
    return ScenarioSpec("k", "K", "toy", (side,), sea={"light": "night"}, origins={"sea": "published"})


def test_table_marks_only_what_differs_from_its_column() -> None:
    (table,) = side_tables(two_ships())
    speed, points = table.columns
    assert (speed.title, speed.origin, speed.is_number) == ("Speed", "derived", True)
    assert points.title == "Points"
    assert [(ship.cells[0].text, ship.cells[0].origin) for ship in table.ships] == [
        ("3", ""), ("2", "house"), ("3", ""),
    ]  # fmt: skip
    assert [ship.cells[1].text for ship in table.ships] == ["3", "–", "–"]


def test_stickers_count_as_their_ships() -> None:
    spec = two_ships()
    assert ships_of(spec.sides[0]) == 6
    assert side_tables(spec)[0].total == 6


def test_facts_carry_their_origin() -> None:
    ((title, cell),) = facts_of(two_ships(), "sea")
    assert (title, cell.text, cell.origin) == ("Light", "night", "published")
    assert facts_of(two_ships(), "aims") == ()


def test_areas_of_the_map_are_called_as_on_the_map() -> None:
    spec = two_ships()
    (side,) = spec.sides
    board = MapSpec("m", "M", 5, 5, areas={"the-sound": ("0000",)})
    there = replace(spec, map=board, sides=(replace(side, rules={"set_up": "the-sound", "entry": "west"}),))
    (table,) = side_tables(there)
    assert [cell.text for _, cell in table.facts] == ["The sound", "west"]


def test_type_stands_once_where_the_rules_have_the_same_one() -> None:
    def titles(kind: str) -> list[str]:
        ratings = {"type": "DD", "armour": 2}
        side = SideSpec("rn", "Royal Navy", ("RN",), (ShipSpec("a", "A", "A class", "RN", kind, ratings),))
        (table,) = side_tables(ScenarioSpec("x", "X", "easyships", (side,)))
        return [column.title for column in table.columns]

    assert titles("DD") == ["Armour"]
    assert titles("DL") == ["Counts as", "Armour"]
