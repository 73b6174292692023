"""Ratings from ship data, by the formulas of the text (ES-3): known ships, every class, workings."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import scenarios_app
from darkseas.engine.scenario.ship_facts import ClassFacts, Guns, NoRatings, Tubes
from darkseas.engine.serialization.codec import read
from darkseas.rules.easyships.model.scenario import Ratings
from darkseas.rules.easyships.scenario.checks import ratings_findings
from darkseas.rules.easyships.scenario.derivation import derive
from darkseas.rules.easyships.scenario.points import points
from darkseas.rules.easyships.tables.rules_tables import TYPE_OF_KIND, TYPES

DATA = Path(scenarios_app.__file__).parent / "ships" / "data_files"


def classes() -> list[ClassFacts]:
    """All classes of the site's ship data, of every navy."""
    files = [json.loads(path.read_text("utf-8")) for path in sorted(DATA.glob("*.json"))]
    return [read(ClassFacts, each) for file in files for each in file.get("classes", ())]


def ratings_of(facts: ClassFacts, when: str = "1942-08") -> Ratings:
    """The derived ratings, read back."""
    ratings: Ratings = read(Ratings, dict(derive(facts, when, "").ratings))
    return ratings


def test_wichita_and_hood_are_as_the_digest_has_them() -> None:
    wichita = ClassFacts(
        "x", "usn", "Wichita", "CA", 10_759, 330,
        main=(Guns(9, 800),), secondary=(Guns(8, 500),), belt_tenths=64, deck_tenths=22,
        commissioned="1939-02",
    )  # fmt: skip
    rated = ratings_of(wichita)
    assert (rated.type, rated.year, rated.armour, rated.defence, rated.moves) == ("CA", 1939, 4, 11, 4)
    assert [(battery.guns, battery.size) for battery in rated.batteries] == [(9, 8), (8, 5)]
    assert points(rated) == 31
    hood = ClassFacts(
        "x", "rn", "Hood", "BC", 42_100, 290,
        main=(Guns(8, 1500),), secondary=(Guns(14, 400),), tubes=Tubes(4, 210, 2), belt_tenths=120,
        deck_tenths=30, service_from=1920,
    )  # fmt: skip
    rated = ratings_of(hood)
    assert (rated.year, rated.armour, rated.defence, rated.moves, rated.torpedoes) == (1920, 8, 42, 4, 2)
    assert points(rated) == 74


def test_every_class_has_ratings_that_a_scenario_takes() -> None:
    every = classes()
    assert {facts.kind for facts in every} > {"CV", "CVE", "SS", "BM", "AC", "PDN", "AMC"}
    assert len(every) == 214
    for facts in every:
        found = list(ratings_findings(ratings_of(facts), "ratings"))
        assert found == [], facts.key


@pytest.mark.parametrize(
    ("key", "when", "expected"),
    [
        ("rn-exeter", "1939-12", ("CA", 2, 8, 4, "6×8 4×4", 3, 22)),
        ("usn-fletcher", "1942-12", ("DD", 0, 2, 5, "5×5", 10, 12)),
        ("ijn-yamato", "1944-10", ("BB", 12, 63, 3, "9×18 6×6 24×5", 0, 105)),
    ],
)
def test_known_classes_of_the_ship_data_are_as_the_digest_has_them(
    key: str, when: str, expected: tuple[Any, ...]
) -> None:
    """What it says of armour, defence, moves, guns, torpedoes and points; a share of a move is lost."""
    (facts,) = [facts for facts in classes() if facts.key == key]
    rated = ratings_of(facts, when)
    guns = " ".join(f"{battery.guns}×{battery.size}" for battery in rated.batteries)
    got = (rated.type, rated.armour, rated.defence, rated.moves, guns, rated.torpedoes, points(rated))
    assert got == expected


def test_each_number_has_its_workings() -> None:
    facts = ClassFacts(
        "x", "rn", "One", "CL", 7_270, 325, main=(Guns(8, 600),), secondary=(Guns(4, 400), Guns(2, 402)),
        belt_tenths=30, deck_tenths=10, confirmed=("belt",),
    )  # fmt: skip
    steps = {step.path: step for step in derive(facts, "1940-01", "").workings}
    assert list(steps) == [
        "type", "year", "armour", "defence", "moves", "batteries.0", "batteries.1", "torpedoes", "points",
    ]  # fmt: skip
    assert steps["armour"].formula == "(3 + 1 in) / 2 = 2"
    assert [given.origin for given in steps["armour"].inputs] == ["published", "unconfirmed"]
    assert (steps["moves"].result, steps["batteries.1"].result, steps["year"].result) == ("4", "6×4", "1940")
    assert [given.value for given in steps["batteries.1"].inputs] == ["4×4 in", "2×4.02 in"]
    assert steps["type"].origin == "house"


def test_slow_and_small_ships_have_at_least_one_move_and_one_defence() -> None:
    rated = ratings_of(ClassFacts("x", "rn", "Boat", "SS", 300, 90))
    assert (rated.type, rated.defence, rated.moves) == ("SS", 1, 1)


def test_an_unknown_type_has_no_ratings() -> None:
    with pytest.raises(NoRatings, match="“XX”"):
        derive(ClassFacts("x", "rn", "One", "XX", 20_000, 300), "1942-08", "")


@pytest.mark.parametrize(
    ("kind", "planes", "expected"),
    [("CV", 90, ("CV", 45)), ("CVL", 33, ("CVL", 17)), ("CVE", 27, ("CVL", 14))],
)
def test_a_carrier_has_half_her_planes_and_they_cost_points(
    kind: str, planes: int, expected: tuple[str, int]
) -> None:
    """Half a plane counts as one."""
    facts = ClassFacts("x", "rn", "One", kind, 20_000, 300, planes=planes, confirmed=("planes",))
    rated = ratings_of(facts)
    assert (rated.type, rated.air) == expected
    without = replace(rated, air=0)
    assert points(rated) == -(-(2 * (rated.defence + rated.moves) + rated.air) // 2) > points(without)
    steps = {step.path: step for step in derive(facts, "1940-01", "").workings}
    assert (steps["air"].result, steps["air"].inputs[0].origin) == (str(rated.air), "published")
    assert ("air", str(rated.air)) in [(given.name, given.value) for given in steps["points"].inputs]


def test_a_carrier_whose_planes_nobody_has_told_is_refused_by_name() -> None:
    with pytest.raises(NoRatings, match=r"Unicorn.*how many planes"):
        derive(ClassFacts("x", "rn", "Unicorn", "CV", 14_750, 240), "1943-08", "")


@pytest.mark.parametrize(
    ("key", "when", "expected"),
    [
        ("usn-casablanca", "1944-10", ("CVL", 0, 8, 2, "1×5", 0, 14, 18)),
        ("rn-glorious", "1940-06", ("CV", 2, 23, 4, "16×5", 0, 24, 55)),
        ("km-viib", "1941-03", ("SS", 0, 1, 1, "1×3", 4, 0, 10)),
    ],
)
def test_carriers_and_boats_of_the_ship_data(key: str, when: str, expected: tuple[Any, ...]) -> None:
    """Worked out by hand: armour, defence, moves, guns, torpedoes, planes, points."""
    (facts,) = [facts for facts in classes() if facts.key == key]
    rated = ratings_of(facts, when)
    guns = " ".join(f"{battery.guns}×{battery.size}" for battery in rated.batteries)
    got = (
        rated.type, rated.armour, rated.defence, rated.moves, guns, rated.torpedoes, rated.air, points(rated),
    )  # fmt: skip
    assert got == expected


def test_every_type_of_the_table_is_one_of_the_rules_and_a_date_is_a_date() -> None:
    assert set(TYPE_OF_KIND.values()) <= TYPES.keys()
    with pytest.raises(ValueError, match="1942-08"):
        derive(ClassFacts("x", "rn", "One", "BB", 20_000, 300), "soon", "")
