"""Ratings from ship data: every class against the expected ones, what the rulebook says of real ships, dates.

`data/expected_ratings.json` was worked out apart from the code here, with floating-point numbers. All its
numbers come out the same in fractions but one: the points of an Iowa are 205.57, and 205.49 with factors
that are cut off behind hundredths, as the derivation says of them, so that 205 stands there. Where the
code is meant to differ stands in `DELIBERATE`.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from darkseas.engine.scenario.ship_facts import ClassFacts, Derivation, NoRatings, Step, facts_at, refits_at
from darkseas.engine.serialization.codec import read, write
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.model.scenario import Ratings
from darkseas.rules.dark_seas.scenario.derivation_weapons import two_thirds_power
from darkseas.rules.dark_seas.tables.rules_tables import CLASS_OF_KIND, DEFENCE_FORMULAS
from scenarios_app.ships.data import KINDS, class_of, classes, ship_of
from tests.rules.dark_seas.support.every_case import every_case

_ROWS = json.loads((Path(__file__).parent / "data" / "expected_ratings.json").read_text())
EXPECTED = _ROWS["expected"]
#: Classes that Dark Seas has no ratings for, each with the reason.
UNRATED = {row["key"]: row["why"] for row in _ROWS["unrated"]}
RATED = [facts for facts in classes() if facts.key not in UNRATED]
#: Types of the days before Dark Seas, and boats that dive.
FOREIGN_KINDS = {"AC", "PDN", "SS"}
YEARS = range(1940, 1945)
#: The year's radar is that of its October, as in the expected ratings.
USUAL = "1942-10"
#: Only one of the two ships of this class had the set, and it names her by half of her name, so the
#: expected ratings give it to neither.
DELIBERATE = {("rm-aosta", "Eugenio di Savoia"): [0, 0, 0, 1, 1]}


def facts_of(key: str) -> ClassFacts:
    """The facts of a class that there is."""
    found = class_of(key)
    assert found is not None
    return found


def derived(key: str, when: str = USUAL, ship: str = "") -> Derivation:
    """The ratings of a class, or of a ship of it, through the system's record."""
    assert SYSTEM.derive is not None
    return SYSTEM.derive(facts_of(key), when, ship)


def rated(key: str, when: str = USUAL, ship: str = "") -> Ratings:
    """The same as the system reads them."""
    ratings: Ratings = read(Ratings, derived(key, when, ship).ratings)
    return ratings


def in_short(ratings: Ratings) -> dict[str, object]:
    """Ratings as the expected ones are written."""
    said: dict[str, object] = {"guns": "-", "tubes": "-"}
    for battery in ratings.batteries:
        factors = "-".join(map(str, battery.factors))
        if battery.weapon == "T":
            said["tubes"] = factors + battery.reload
        else:
            said["guns"] = f"{battery.weapon} {factors}"
    said["defence"] = f"{ratings.defence}{ratings.defence_class}"
    return {**said, "speed": ratings.speed, "points": ratings.points}


def radar_by_year(key: str, ship: str = "") -> list[int]:
    """The radar ratings of the years."""
    return [rated(key, f"{year}-10", ship).radar for year in YEARS]


def step(found: Derivation, path: str) -> Step:
    """The one step for a rating."""
    (only,) = [one for one in found.workings if one.path == path]
    return only


# --- every class ---------------------------------------------------------------------------------


def test_there_are_expected_ratings_for_every_class() -> None:
    assert [row["key"] for row in EXPECTED] != []
    assert {row["key"] for row in EXPECTED} == {facts.key for facts in RATED}
    assert len(EXPECTED) == 195


def test_types_of_other_days_and_submarines_alone_have_none_and_the_reason_is_told() -> None:
    assert set(UNRATED) == {facts.key for facts in classes() if facts.kind in FOREIGN_KINDS}
    for key, why in UNRATED.items():
        kind, colon, reason = why.partition(": ")
        assert (kind, bool(colon and reason)) == (facts_of(key).kind, True)
        with pytest.raises(NoRatings, match=f"“{kind}”"):
            derived(key)


@every_case(EXPECTED, name=lambda row: row["key"])
def test_a_class_in_1942_is_rated_as_expected(row: Mapping[str, Any]) -> None:
    said = in_short(rated(row["key"]))
    assert said == {name: row[name] for name in said}


@every_case(EXPECTED, name=lambda row: row["key"])
def test_radar_by_year_is_as_expected_for_the_class_and_for_each_ship(row: Mapping[str, Any]) -> None:
    assert radar_by_year(row["key"]) == row["radar"]
    for ship in facts_of(row["key"]).ships:
        expected = row.get("ships", {}).get(ship.name, row["radar"])
        assert radar_by_year(row["key"], ship.name) == DELIBERATE.get((row["key"], ship.name), expected)


def test_a_deliberate_difference_is_one() -> None:
    rows = {row["key"]: row for row in EXPECTED}
    for (key, ship), radar in DELIBERATE.items():
        assert rows[key].get("ships", {}).get(ship, rows[key]["radar"]) != radar


LATE = [row for row in EXPECTED if "late_tubes" in row]


@every_case(LATE, name=lambda row: row["key"])
def test_american_torpedoes_are_whole_from_october_1943(row: Mapping[str, Any]) -> None:
    before, after = (in_short(rated(row["key"], when))["tubes"] for when in ("1943-09-30", "1943-10-01"))
    assert before == row["tubes"]
    assert str(after).rstrip("R*") == row["late_tubes"]
    assert before != after


def test_torpedoes_of_other_navies_do_not_change_with_the_date() -> None:
    for facts in RATED:
        if facts.navy != "USN" and facts.tubes:
            assert rated(facts.key, "1940-01").batteries == rated(facts.key, "1945-01").batteries


# --- what the rulebook and the published roster say of real ships ------------------------------------


def test_granatiere_and_alpino_have_3_guns_and_5_torpedoes_at_range_0() -> None:
    for ship in ("Granatiere", "Alpino"):
        guns, torpedoes = rated("rm-soldati", "1941-12", ship).batteries
        assert (guns.weapon, guns.factors[0]) == ("D", 3)
        assert (torpedoes.weapon, torpedoes.factors[0]) == ("T", 5)


@pytest.mark.parametrize(
    ("key", "ship", "defence", "exact"),
    [
        ("rn-arethusa", "Aurora", "2C", "1.73"),
        ("rm-maestrale", "Maestrale", "1D", "0.79"),
        ("ijn-furutaka", "Kako", "2C", "2.22"),
    ],
)
def test_defence_of_ships_that_the_rulebook_names(key: str, ship: str, defence: str, exact: str) -> None:
    found = rated(key, USUAL, ship)
    assert f"{found.defence}{found.defence_class}" == defence
    said = step(derived(key, USUAL, ship), "defence").formula.partition("= ")[2]
    assert said.startswith(exact[:-1])
    assert round(Fraction(said.partition(",")[0]), 2) == Fraction(exact)


def test_helena_has_6_at_1_hex() -> None:
    found = derived("usn-stlouis", USUAL, "Helena")
    assert read(Ratings, found.ratings).batteries[0].factors[1] == 6
    assert "= 5.717" in step(found, "batteries.0.factors.1").formula


def test_points_of_the_savo_roster_are_near() -> None:
    """Eight Japanese ships of the published sheet: Chokai 56, four of 28, Tenryu 9, Yubari 8, Yunagi 5."""
    roster = {
        ("ijn-takao-early", "Chokai"): 56, ("ijn-furutaka", "Kako"): 28, ("ijn-furutaka", "Furutaka"): 28,
        ("ijn-aoba", "Aoba"): 28, ("ijn-aoba", "Kinugasa"): 28, ("ijn-tenryu", "Tenryu"): 9,
        ("ijn-yubari", "Yubari"): 8, ("ijn-kamikaze", "Yunagi"): 5,
    }  # fmt: skip
    ours = {one: rated(one[0], "1942-08-09", one[1]).points for one in roster}
    assert [ours[one] for one in roster] == [53, 28, 28, 28, 28, 11, 13, 8]
    assert sum(abs(ours[one] - points) for one, points in roster.items()) == 13


# --- weight of broadside ---------------------------------------------------------------------------


def broadside(facts: ClassFacts) -> int:
    """Pounds that the main guns throw to one side at once."""
    guns = facts.main[0]
    return guns.bearing * guns.shell_pounds


def test_guns_of_a_class_stand_in_the_order_of_their_broadsides() -> None:
    for weapon in "BCD":
        armed = [facts for facts in RATED if facts.main and rated(facts.key).batteries[0].weapon == weapon]
        armed.sort(key=broadside)
        factors = [rated(facts.key).batteries[0].factors[0] for facts in armed]
        assert factors == sorted(factors)
        assert len(armed) > 10


def test_no_battleship_outshoots_yamato() -> None:
    yamato = rated("ijn-yamato").batteries[0].factors
    others = [facts for facts in RATED if CLASS_OF_KIND[facts.kind] == "B" and facts.key != "ijn-yamato"]
    for facts in others:
        pairs = zip(rated(facts.key).batteries[0].factors, yamato, strict=True)
        assert all(factor < most for factor, most in pairs)
    assert "9 guns × 3,219 lb = 28,971 lb" in step(derived("ijn-yamato"), "batteries.0.factors.0").formula


def test_a_shell_that_nobody_has_weighed_is_told_by_its_calibre() -> None:
    facts = facts_of("rn-kent")
    unweighed = replace(facts, main=tuple(replace(guns, shell_pounds=0) for guns in facts.main))
    assert SYSTEM.derive is not None
    guessed = SYSTEM.derive(unweighed, USUAL, "")
    assert guessed.ratings == derived("rn-kent").ratings
    weight = step(guessed, "batteries.0.factors.0").inputs[1]
    assert (weight.value, weight.origin) == ("256 lb", "house")


@pytest.mark.parametrize(
    ("value", "power"), [("1", "1"), ("8", "4"), ("27/64", "9/16"), ("2", "1.58"), ("0", "0")]
)
def test_the_power_of_two_thirds_is_cut_off_behind_hundredths(value: str, power: str) -> None:
    exact = Fraction(power)
    assert two_thirds_power(Fraction(value)) == Fraction(int(exact * 100), 100)


# --- refits ------------------------------------------------------------------------------------------


def guns_and_tubes(key: str, when: str, ship: str = "") -> tuple[object, object]:
    """Guns and tubes of a ship on a date, in short."""
    said = in_short(rated(key, when, ship))
    return said["guns"], said["tubes"]


def test_a_refit_counts_from_its_month_on() -> None:
    assert guns_and_tubes("km-scharnhorst", "1940-04-09", "Scharnhorst")[1] == "-"
    assert guns_and_tubes("km-scharnhorst", "1943-12-26", "Scharnhorst")[1] == "3-0-0-0"
    assert refits_at(facts_of("km-scharnhorst"), "1941-12-31") == ()


def test_a_refit_holds_for_the_ships_that_it_names() -> None:
    assert guns_and_tubes("rn-tribal", "1940-04-13", "Eskimo")[0] == "D 5-1-0-0"
    assert guns_and_tubes("rn-tribal", "1944-06-09", "Eskimo")[0] == "D 4-1-0-0"
    assert guns_and_tubes("rn-tribal", "1941-04-16", "Nubian")[0] == "D 5-1-0-0"
    assert guns_and_tubes("rn-tribal", "1944-06-09")[0] == "D 5-1-0-0"
    maya, chokai = (guns_and_tubes("ijn-takao-early", "1944-10", ship) for ship in ("Maya", "Chokai"))
    assert (maya[1], chokai[1]) == ("11-5-2-0R*", "5-3-1-0R")


def test_grom_never_had_the_armament_that_her_sister_was_given() -> None:
    assert [guns.count for guns in facts_at(facts_of("pol-grom"), "1940-05", "Grom").main] == [7]
    assert guns_and_tubes("pol-grom", "1940-05", "Grom")[1] == "5-1-0-0"
    assert guns_and_tubes("pol-grom", "1941-11", "Błyskawica")[1] == "5-1-0-0"
    late = in_short(rated("pol-grom", "1944-06-09", "Błyskawica"))
    assert late == {
        "guns": "D 4-1-0-0", "tubes": "3-0-0-0", "defence": "1D", "speed": 3, "points": 7,
    }  # fmt: skip


def test_the_part_that_a_refit_leaves_out_stays() -> None:
    before, after = (facts_at(facts_of("rn-a"), when, "Achates") for when in ("1942-03", "1942-04"))
    assert before == facts_of("rn-a")
    assert (after.main[0].count, after.tubes and after.tubes.count) == (3, 4)
    assert (after.tons, after.speed_tenths, after.radar) == (before.tons, before.speed_tenths, before.radar)


def test_houston_had_no_radar() -> None:
    assert rated("usn-northampton", "1942-02-27", "Houston").radar == 0
    assert rated("usn-northampton", "1942-08-09", "Chicago").radar == 1


# --- ships that differ, merchantmen, what cannot be rated ---------------------------------------------


def test_helena_had_centimetric_radar_before_her_sister() -> None:
    assert rated("usn-stlouis", "1942-08-31", "Helena").radar == 1
    assert rated("usn-stlouis", "1942-09-01", "Helena").radar == 3
    assert rated("usn-stlouis", "1942-09-01", "St. Louis").radar == 1
    assert rated("usn-stlouis", "1943-01-01", "St. Louis").radar == 3


def test_a_centimetric_set_is_worth_less_in_a_destroyer() -> None:
    assert rated("usn-fletcher").radar == 2
    assert rated("usn-cleveland").radar == 3


def test_air_warning_alone_is_worth_nothing() -> None:
    assert rated("ijn-kongo", "1943-12", "Kongo").radar == 0
    assert "Type 21" in step(derived("ijn-kongo", "1943-12", "Kongo"), "radar").formula
    assert step(derived("ijn-kongo", "1940-01"), "radar").formula == "no radar in that month"


def test_a_merchantman_is_rated_by_her_gross_tons() -> None:
    duisburg = ship_of("km-ap", "duisburg")
    assert duisburg is not None
    assert SYSTEM.derive is not None
    found = SYSTEM.derive(duisburg.facts, "1941-11-09", duisburg.name)
    ratings = read(Ratings, found.ratings)
    assert ratings == Ratings((), 2, "M", 1, Fraction(16))
    assert "7,889 t / 5,000 = 1.578" in step(found, "defence").formula
    assert step(found, "points").inputs[0].name == "gross register tons"


def test_eleven_inches_are_c_on_what_is_no_battleship() -> None:
    assert rated("km-panzerschiff").batteries[0].weapon == "C"
    assert rated("km-scharnhorst").batteries[0].weapon == "B"


def test_a_type_without_a_defence_class_has_no_ratings() -> None:
    assert SYSTEM.derive is not None
    with pytest.raises(NoRatings, match="“SS”"):
        SYSTEM.derive(replace(facts_of("rn-kgv"), kind="SS"), USUAL, "")


def test_a_date_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="1942-08"):
        derived("rn-kgv", "yesterday")


def test_every_type_of_the_data_has_a_defence_class_and_every_class_a_formula() -> None:
    assert set(KINDS) - set(CLASS_OF_KIND) == FOREIGN_KINDS
    assert set(CLASS_OF_KIND.values()) == set(DEFENCE_FORMULAS)


# --- workings ------------------------------------------------------------------------------------


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every rating with its path, as text."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from leaves(one, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from leaves(one, f"{path}.{number}")
    else:
        yield path, str(value)


@every_case([facts.key for facts in RATED])
def test_every_rating_has_one_step_with_its_result(key: str) -> None:
    found = derived(key, "1944-10")
    assert found.kind == facts_of(key).kind
    assert len({one.path for one in found.workings}) == len(found.workings)
    for path, result in leaves(found.ratings):
        assert step(found, path).result == result
    for one in found.workings:
        assert one.formula
        assert one.title
        assert one.origin == "derived"
        assert all(part.origin for part in one.inputs if part.name != "type")


@every_case([facts.key for facts in RATED])
def test_ratings_have_the_form_of_a_scenarios_ship(key: str) -> None:
    found = derived(key, "1944-10")
    assert write(read(Ratings, found.ratings)) == found.ratings


def test_what_rests_on_memory_says_so_in_the_workings() -> None:
    origins = {part.name: part.origin for part in step(derived("rn-arethusa"), "defence").inputs}
    assert origins["belt"] == "published"
    assert {part.origin for part in step(derived("rn-kgv"), "speed").inputs} == {
        "unconfirmed", "house", "rulebook",
    }  # fmt: skip
