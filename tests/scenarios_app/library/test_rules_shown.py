"""What the page of a scenario says of its rules: what ships count, where they begin, which options hold."""

from dataclasses import replace
from html import unescape

import pytest
from django.test import Client

from scenarios_app.revisions.open_rule_questions import answers_left
from scenarios_app.revisions.ship_points import costs_of, worths_of
from scenarios_app.revisions.store import publish
from tests.support.library.library_specs import library_spec

pytestmark = pytest.mark.django_db


def page_of(key: str) -> str:
    """The page of a scenario of the library."""
    publish(library_spec(key), origin="library")
    return unescape(Client().get(f"/library/{key}/").content.decode())


def test_ships_count_their_points_one_by_one_and_together() -> None:
    worths = worths_of(library_spec("river-plate-easyships"))
    assert worths["admiral-graf-spee"] == "29 points"
    assert worths["sides.rn"] == "66 points"
    page = page_of("river-plate-easyships")
    assert '<td class="nowrap">29 points</td>' in page
    assert "<dt>Value of all its ships if sunk</dt><dd>66 points</dd>" in page


def test_points_that_stand_among_the_ratings_are_not_told_twice() -> None:
    assert worths_of(library_spec("savo-island")) == {}
    assert "Value if sunk" not in page_of("savo-island")


def test_where_ships_begin_is_told_beside_the_chart() -> None:
    start = "At the start: Ajax in 1917 facing NE; Achilles in 1819 facing NE; Exeter in 1517 facing W;"
    assert page_of("river-plate-easyships").count(start) == 2
    assert "At the start:" not in page_of("savo-island")


def test_options_that_a_scenario_leaves_open_are_listed_with_what_holds() -> None:
    page = page_of("river-plate-easyships")
    assert "All 10 options are at their defaults" in page
    assert "Torpedoes at an evading ship:</span> evasion makes hits less likely" in page
    spec = replace(library_spec("river-plate-easyships"), options={"rate_of_fire": "pool"})
    assert "Guns that fire two or three times" not in {one.title for one in answers_left(spec)}
    assert len(answers_left(spec)) == 9


def test_ships_cost_their_points_where_rules_have_a_price_and_nothing_elsewhere() -> None:
    """Also what no battle is won by: a ship counts one point there, and costs what she costs."""
    spec = replace(library_spec("river-plate-easyships"), aims={"turn_limit": 10, "value": "each"})
    assert costs_of(spec) == {"ajax": 22, "achilles": 22, "exeter": 22, "admiral-graf-spee": 29}
    assert worths_of(spec)["ajax"] == "1 point"
    assert costs_of(library_spec("savo-island")) == {}
