"""What an author is told of a scenario that can be fought (ES-1, ES-36, ES-X1 to ES-X6)."""

from typing import Any

import pytest

from darkseas.engine.scenario.spec import About
from darkseas.rules.easyships.scenario.author_advice import advice
from tests.rules.easyships.support import a_side, a_spec, ship

ARMED = ship(guns=[(8, 6)])
LIMIT = {"turn_limit": 8}


def places(a: Any = None, b: Any = None, **changes: Any) -> dict[str, str]:
    """The places of all advice, with the rule of each."""
    spec = a_spec({"a1": a or ARMED}, {"b1": b or ARMED}, **{"aims": LIMIT, **changes})
    found = advice(spec)
    assert all(one.is_advice and one.remedy and one.text.endswith(".") for one in found)
    return {one.where: one.rule for one in found}


def test_a_sound_scenario_needs_no_advice_and_one_that_is_refused_gets_none() -> None:
    assert places() == {}
    assert places(sea={"year": 0}) == {}


@pytest.mark.parametrize(("written", "found"), [("1940-07-19", {}), ("1941", {"sea.year": "ES-1"}), ("", {})])
def test_a_year_that_is_not_that_of_the_day(written: str, found: dict[str, str]) -> None:
    assert places(about=About(date=written), sea={"year": 1940}) == found


def test_a_battle_without_a_last_turn() -> None:
    assert places(aims={}) == {"aims.turn_limit": "ES-36"}


@pytest.mark.parametrize(
    ("sea", "options", "found"),
    [
        ({"night": True}, {}, {"options.night": "ES-X5"}),
        ({"weather": "storm"}, {}, {"options.weather": "ES-X3"}),
        ({"wind": "E"}, {}, {"options.weather": "ES-X3"}),
        ({}, {"night": True}, {"sea.night": "ES-X5"}),
        ({}, {"weather": True}, {"sea.weather": "ES-X3"}),
        ({"night": True}, {"night": True}, {"sea.sight": "ES-X5"}),
        ({"night": True, "sight": 5}, {"night": True}, {}),
    ],
)
def test_night_and_weather_that_do_nothing(
    sea: dict[str, Any], options: dict[str, Any], found: dict[str, str]
) -> None:
    assert places(sea={"year": 1940, **sea}, options=options) == found


@pytest.mark.parametrize(
    ("name", "rating", "rule"),
    [
        ("long_lances", {"long_lance": True}, "ES-X1"),
        ("gun_arcs", {"batteries": [{"guns": 8, "size": 6, "turret": 2}]}, "ES-X2"),
        ("nimble_ships", {"nimble": True}, "ES-X4"),
        ("gunnery_radar", {"radar": True}, "ES-X6"),
    ],
)
def test_switches_and_ships_that_do_not_meet(name: str, rating: dict[str, Any], rule: str) -> None:
    assert places(options={name: True}) == {f"options.{name}": rule}
    assert places({**ARMED, **rating}) == {f"options.{name}": rule}
    assert places({**ARMED, **rating}, options={name: True}) == {}


def test_sides_that_can_attack_nobody_and_boats_without_torpedoes_or_hunters() -> None:
    assert places(ship()) == {"sides.a.ships": "ES-20"}
    assert places(ship("DD")) == {}, "depth charges"
    boat = ship("SS", guns=[(1, 3)])
    assert places(boat, ship("DD", guns=[(4, 4)])) == {"sides.a.ships": "ES-27"}
    assert places({**boat, "torpedoes": 4}) == {"sides.b.ships": "ES-30"}
    old = {**boat, "torpedoes": 4, "year": 1914}
    early = {"sea": {"year": 1916}}
    assert places(old, ship("DD", guns=[(4, 4)], year=1912), **early) == {"sides.b.ships": "ES-30"}


def test_points_that_are_left_and_sides_that_are_uneven() -> None:
    sides = (a_side("a", {"a1": ARMED}, budget=50), a_side("b", {"b1": ARMED}))
    assert places(sides=sides) == {"sides.a.rules.budget": "ES-1"}
    assert places(ship("BB", guns=[(8, 15)], defence=40)) == {"sides.b.ships": "ES-3"}
