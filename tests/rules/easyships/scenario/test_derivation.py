"""Ratings from ship data, by the formulas of the text (ES-3): known ships, every class, workings."""

import json
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
from darkseas.rules.easyships.tables import TYPE_OF_KIND, TYPES

DATA = Path(scenarios_app.__file__).parent / "ships" / "data_files"


def classes() -> list[ClassFacts]:
    """All classes of the site's ship data that EasyShips has ratings for."""
    files = [
        json.loads((DATA / f"{navy}.json").read_text("utf-8"))
        for navy in ("ijn", "km", "rm", "rn", "usn", "ign", "irn")
    ]
    every = [read(ClassFacts, each) for file in files for each in file["classes"]]
    return [facts for facts in every if facts.kind in TYPE_OF_KIND]


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
    assert len(every) > 100
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


@pytest.mark.parametrize("kind", ["CV", "CVL", "CVE", "XX"])
def test_carriers_and_unknown_types_have_no_ratings(kind: str) -> None:
    with pytest.raises(NoRatings, match=f"“{kind}”"):
        derive(ClassFacts("x", "rn", "One", kind, 20_000, 300), "1942-08", "")


def test_every_type_of_the_table_is_one_of_the_rules_and_a_date_is_a_date() -> None:
    assert set(TYPE_OF_KIND.values()) <= TYPES.keys()
    with pytest.raises(ValueError, match="1942-08"):
        derive(ClassFacts("x", "rn", "One", "BB", 20_000, 300), "soon", "")
