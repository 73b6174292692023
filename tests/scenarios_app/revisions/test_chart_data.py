"""What pages need to draw a scenario."""

import json

from django.contrib.staticfiles import finders

from darkseas.engine.scenario.spec import MapSpec, ScenarioSpec, SideSpec
from scenarios_app.library.loader import scenario_files
from scenarios_app.revisions.chart_data import coast_address, full_ground, plain_ground
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec


def map_on(coast: str) -> MapSpec:
    """A map that names this coastline."""
    return MapSpec("m", "M", 3, 3, coast=coast)


def test_coast_address_leads_to_the_file() -> None:
    assert coast_address(map_on("ironbottom_sound")).endswith("/maps/coast/ironbottom_sound.json")


@every_case("coast", ["", "../secret", "Coast", "a/b", "x" * 61, "coast.json?", "no_such_coast"])
def test_coast_address_refuses_what_is_no_name(coast: str) -> None:
    assert coast_address(map_on(coast)) == ""


def test_coast_address_of_no_map_is_empty() -> None:
    assert coast_address(None) == ""


def test_every_coast_of_the_library_is_there_with_its_source() -> None:
    maps = [library_spec(path.stem).map for path in scenario_files()]
    coasts = {one.coast for one in maps if one and one.coast}
    assert "ironbottom_sound" in coasts
    for name in sorted(coasts):
        found = finders.find(f"maps/coast/{name}.json")
        assert found is not None, name
        with open(found, encoding="utf-8") as file:
            coast = json.load(file)
        assert "public domain" in coast["source"], name
        assert all(len(point) == 2 for shape in coast["land"] for ring in shape for point in ring), name


def test_plain_ground_gives_each_side_its_colour_and_notch() -> None:
    spec = ScenarioSpec("k", "K", "toy", (SideSpec("a", "A", ("RN",), ()), SideSpec("b", "B", (), ())))
    ground = plain_ground(spec)
    assert ground["kind"] == "cards"
    assert [(side["navy"], side["notch"]) for side in ground["sides"]] == [("RN", 0), ("", 1)]


def test_full_ground_shows_open_edges_and_set_up_areas() -> None:
    ground = full_ground(library_spec("savo-island"))
    assert ground["edges"] == [["west", "ijn"]]
    assert any(patch["kind"] == "set-up" for patch in ground["patches"])


def test_full_ground_of_an_unknown_rules_system_is_the_plain_one() -> None:
    spec = ScenarioSpec("k", "K", "forgotten", (SideSpec("a", "A", ("RN",), ()),), map_on(""))
    assert full_ground(spec) == plain_ground(spec)
