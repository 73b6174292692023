"""Zones and hexes are chosen on the draft's map, and the map itself."""

import re

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from scenarios_app.drafts.starting_points import SIX_A_SIDE
from scenarios_app.library.loader import read_map
from scenarios_app.maps.coasts import MAPS
from scenarios_app.maps.store import publish_of_library
from tests.journeys.editor.editor_page import begin, editing, member, saved, spec_now, tab

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_zone_of_a_side_is_painted_on_the_map(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann)
    with editing(browser, live_server, draft, ann, "groups") as page:
        field = page.locator('[data-place="sides.west.rules.confined_to"]')
        field.get_by_role("button", name="Paint on the map").click()
        expect(tab(page, "Map")).to_have_attribute("aria-selected", "true")
        expect(page.locator('input[value="sides.west.rules.confined_to"]')).to_be_checked()
        page.locator(".map-editor .chart-host").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(page.locator("#undo")).to_have_attribute("title", re.compile("Paint set-up zone"))
        saved(page)
    spec = spec_now(draft)
    area = spec.sides[0].rules["confined_to"]
    assert spec.map is not None
    assert spec.map.areas[area] == ("0000", "0100")


@pytest.mark.slow
def test_hex_of_a_group_is_picked_on_the_map(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    with editing(browser, live_server, draft, ann, "groups") as page:
        page.locator(".group-card").first.locator("summary").click()
        field = page.locator('[data-place="sides.west.groups.cruiser.rules.hex"]')
        field.get_by_role("button", name="Pick on the map").click()
        expect(tab(page, "Map")).to_have_attribute("aria-selected", "true")
        expect(page.locator('input[value="sides.west.groups.cruiser.rules.hex"]')).to_be_checked()
        chart = page.locator(".map-editor .chart-host")
        chart.focus()
        for key in ("Enter", "ArrowRight", "Enter", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        expect(page.locator("#undo")).to_have_attribute("title", re.compile("Pick a hex"))
        saved(page)
        picked = spec_now(draft).sides[0].groups[0].rules["hex"]
        tab(page, "Task groups").click()
        expect(field.locator("input")).to_have_value(str(picked))
        page.keyboard.press("Control+z")
        saved(page)
    assert spec_now(draft).sides[0].groups[0].rules["hex"] != picked


@pytest.mark.slow
def test_map_of_the_library_takes_the_place_of_the_sea(browser: Browser, live_server: LiveServer) -> None:
    publish_of_library(read_map(MAPS / "savo-sound.toml"))
    ann = member()
    draft = begin(ann)
    with editing(browser, live_server, draft, ann, "map") as page:
        page.get_by_text("Another map").click()
        page.get_by_label("From the library").select_option(label="Savo Sound, Guadalcanal")
        page.get_by_role("button", name="Take this map").click()
        expect(page.locator("#spoken")).to_contain_text("Savo Sound, Guadalcanal, 11 by 7 hexes")
        saved(page)
    found = spec_now(draft).map
    assert found is not None
    assert (found.cols, found.rows, found.coast) == (11, 7, "ironbottom_sound")


@pytest.mark.slow
def test_tools_of_the_map_wrap_and_its_fields_stay_apart(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    with editing(browser, live_server, draft, ann, "map", viewport={"width": 1280, "height": 800}) as page:
        expect(page.get_by_role("button", name="All of the map")).to_be_in_viewport(ratio=1)
        page.locator("summary", has_text="From a real place").click()
        page.get_by_label("Coastline").select_option(index=1)
        expect(page.get_by_label("Row, even")).to_be_visible()
        left = page.get_by_label("Column", exact=True).bounding_box()
        right = page.get_by_label("Row, even").bounding_box()
        assert left is not None
        assert right is not None
        assert left["x"] + left["width"] < right["x"]
