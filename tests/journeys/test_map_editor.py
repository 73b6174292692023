"""Somebody draws maps in a browser: with mouse, keys and fingers, small maps and the largest."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from django.conf import settings
from django.core.cache import cache
from playwright.sync_api import Browser, CDPSession, Page, expect
from pytest_django.live_server_helper import LiveServer

from scenarios_app.maps.coasts import cut_out, rasters
from scenarios_app.maps.store import map_of, publish_of_library
from scenarios_app.models import HexMap
from tests.support.members import logged_in
from tests.support.sites.accessible import Look, assert_accessible, every_look
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
NEW_SHELF = "darkseas-map:new:"
#: What this browser keeps under a name for the account of the page.
OWN = "name => localStorage.getItem(`account:${document.documentElement.dataset.account}/${name}`)"


@pytest.fixture(autouse=True)
def fresh_counts() -> Iterator[None]:
    """Requests are counted in the cache, which outlives a test."""
    cache.clear()
    yield
    cache.clear()


def open_editor(page: Page, live_server: LiveServer, path: str = "/maps/new/", by: str = "ada") -> None:
    """Open the editor as a member, and wait until the map is drawn."""
    session = logged_in(by).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
    )
    page.goto(f"{live_server.url}{path}")
    expect(page.locator("svg.chart.edited .grid path").first).to_be_attached()


def spot(page: Page, place: str, right: float = 0, down: float = 0) -> tuple[float, float]:
    """Where a hex is on the screen; `right` and `down` in parts of a hex's width from its middle."""
    col, row = int(place[:2]), int(place[2:])
    x, y = 100 * (col + 0.5 * (row & 1) + right), 86.6025 * row + 100 * down
    found = page.locator("svg.chart.edited").evaluate(
        "(svg, at) => { const box = svg.viewBox.baseVal, seen = svg.getBoundingClientRect();"
        "return [seen.left + (at[0] - box.x) * seen.width / box.width,"
        " seen.top + (at[1] - box.y) * seen.width / box.width]; }",
        [x, y],
    )
    return found[0], found[1]


def drag(page: Page, *places: str, button: Literal["left", "middle", "right"] = "left") -> None:
    """Draw from hex to hex with a button held."""
    page.mouse.move(*spot(page, places[0]))
    page.mouse.down(button=button)
    for place in places[1:]:
        page.mouse.move(*spot(page, place), steps=6)
    page.mouse.up(button=button)


def choose(page: Page, *names: str) -> None:
    """Choose tools and brushes by their buttons."""
    for name in names:
        page.locator(f'.map-editor .tool[data-key="{name}"]').click()


def kept(page: Page, wanted: Callable[[dict[str, Any]], bool], shelf: str = NEW_SHELF) -> dict[str, Any]:
    """The map as the page keeps it in the browser, once it is as wanted."""
    found: dict[str, Any] = {}
    for _ in range(50):
        text = page.evaluate(OWN, shelf)
        found = json.loads(text)["map"] if text else {}
        if found and wanted(found):
            return found
        page.wait_for_timeout(100)
    raise AssertionError(f"the map is {found}")


def announced(page: Page, text: str | re.Pattern[str]) -> None:
    """Wait until something is announced."""
    expect(page.locator("#map-announce")).to_have_text(text)


# --- painting ----------------------------------------------------------------------------------------


def test_mouse_paints_and_a_stroke_is_one_step(page: Page, live_server: LiveServer) -> None:
    open_editor(page, live_server)
    choose(page, "land", "7")
    page.mouse.click(*spot(page, "0404"))
    announced(page, "7 hexes: land")
    around = ["0403", "0303", "0304", "0404", "0504", "0305", "0405"]
    assert sorted(kept(page, lambda found: bool(found.get("land")))["land"]) == sorted(around)
    choose(page, "shallows", "1")
    drag(page, "1002", "1202", "1206")
    row = ["1002", "1102", "1202"]
    drawn = kept(page, lambda found: len(found.get("shallows", [])) >= 6)["shallows"]
    assert drawn[:3] == row
    assert drawn[-1] == "1206"
    page.get_by_role("button", name="Undo").click()
    assert len(kept(page, lambda found: not found.get("shallows"))["land"]) == 7
    page.keyboard.press("Control+y")
    kept(page, lambda found: found.get("shallows") == drawn)


@pytest.mark.slow
def test_marks_are_set_and_taken_away_where_the_stroke_begins(page: Page, live_server: LiveServer) -> None:
    open_editor(page, live_server)
    choose(page, "port")
    drag(page, "0202", "0402")
    assert kept(page, lambda found: bool(found.get("ports")))["ports"] == ["0202", "0302", "0402"]
    page.mouse.click(*spot(page, "0302"))
    kept(page, lambda found: found["ports"] == ["0202", "0402"])
    choose(page, "out")
    page.mouse.click(*spot(page, "0808"))
    kept(page, lambda found: found.get("excluded") == ["0808"])
    choose(page, "coast")
    page.mouse.click(*spot(page, "0505", right=0.42))
    assert kept(page, lambda found: bool(found.get("edges")))["edges"] == ["0505/e"]
    page.mouse.click(*spot(page, "0605", right=-0.42))
    kept(page, lambda found: found["edges"] == [])


@pytest.mark.slow
def test_rectangle_fill_and_taking_up(page: Page, live_server: LiveServer) -> None:
    open_editor(page, live_server)
    choose(page, "land", "rectangle")
    drag(page, "0202", "0805")
    assert len(kept(page, lambda found: bool(found.get("land")))["land"]) == 7 * 4
    choose(page, "sea")
    drag(page, "0303", "0704")
    assert len(kept(page, lambda found: len(found["land"]) == 18)["land"]) == 18
    choose(page, "shallows", "fill")
    page.mouse.click(*spot(page, "0503"))
    assert len(kept(page, lambda found: bool(found.get("shallows")))["shallows"]) == 10
    choose(page, "pick")
    page.mouse.click(*spot(page, "0202"))
    expect(page.locator('.tool[data-key="land"]')).to_have_attribute("aria-pressed", "true")


def test_keys_alone_paint_and_every_hex_is_spoken(page: Page, live_server: LiveServer) -> None:
    open_editor(page, live_server)
    page.locator(".tool").first.focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("application")).to_be_focused()
    page.keyboard.press("l")
    announced(page, "Land. Paint land.")
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    announced(page, "0101, sea")
    page.keyboard.press("Enter")
    announced(page, "1 hex: land")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    kept(page, lambda found: found.get("land") == ["0101", "0201"])
    page.keyboard.press("x")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    announced(page, re.compile("Rectangle begins at 0201"))
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    announced(page, "4 hexes: out of play")
    kept(page, lambda found: found.get("excluded") == ["0201", "0301", "0202", "0302"])
    page.keyboard.press("c")
    page.keyboard.press(".")
    announced(page, "0302, east side, open")
    page.keyboard.press("Enter")
    kept(page, lambda found: found.get("edges") == ["0302/e"])
    page.keyboard.press("Control+z")
    kept(page, lambda found: found.get("edges", []) == [])
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    announced(page, "The map ends here.")


@pytest.mark.slow
def test_map_moves_by_space_middle_button_and_keys(page: Page, live_server: LiveServer) -> None:
    open_editor(page, live_server)
    choose(page, "land")
    for _ in range(3):
        page.keyboard.press("+")

    def corner() -> str:
        return str(page.locator("svg.chart.edited").get_attribute("viewBox"))

    seen = [corner()]
    drag(page, "0806", "0906", button="middle")
    seen.append(corner())
    page.get_by_role("application").focus()
    page.keyboard.down("Space")
    drag(page, "0906", "0806")
    page.keyboard.up("Space")
    seen.append(corner())
    page.keyboard.press("Shift+ArrowRight")
    seen.append(corner())
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(50)
    seen.append(corner())
    assert len(set(seen)) == 5
    assert page.evaluate(OWN, NEW_SHELF) is None


# --- areas, zones, names, size -------------------------------------------------------------------------


@pytest.mark.slow
def test_areas_are_made_painted_renamed_and_deleted(page: Page, live_server: LiveServer) -> None:
    open_editor(page, live_server)
    choose(page, "area")
    expect(page.locator(".hex-status")).to_have_text(re.compile("Choose an area"))
    for name in ("Savo Sound", "slot"):
        page.get_by_label("Name of an area").fill(name)
        page.keyboard.press("Enter")
    drag(page, "0303", "0503")
    kept(page, lambda found: found.get("areas") == {"Savo-Sound": [], "slot": ["0303", "0403", "0503"]})
    looks = page.locator(".areas > g").evaluate_all("all => all.map(one => one.getAttribute('fill'))")
    hatches = [page.locator(look[4:-1]).locator("path").get_attribute("d") for look in looks]
    assert len(set(hatches)) == 2
    page.get_by_label("Savo-Sound").check()
    page.mouse.click(*spot(page, "0403"))
    page.mouse.move(*spot(page, "0403", right=0.1))
    expect(page.locator(".hex-status")).to_have_text("0403, sea, in area Savo-Sound, in area slot")
    page.get_by_label("Name of an area").fill("sound")
    page.get_by_role("button", name="Rename").click()
    kept(page, lambda found: list(found["areas"]) == ["sound", "slot"])
    page.get_by_role("button", name="Delete").first.click()
    kept(page, lambda found: found["areas"] == {"slot": ["0303", "0403", "0503"]})


@pytest.mark.slow
def test_set_up_zones_are_shown_and_painted_through_the_host(page: Page, live_server: LiveServer) -> None:
    open_editor(page, live_server)
    page.evaluate(
        """async () => {
          const { mountMapEditor } = await import("/static/maps/map_editor/map_editor.js");
          window.asked = [];
          const zone = { path: "sides.ijn.rules.start", title: "Japan", side: "ijn", notch: 1, navy: "IJN",
            hexes: ["0101"] };
          const map = { key: "", title: "", cols: 20, rows: 14 };
          mountMapEditor(document.getElementById("map-editor"), {
            map: () => map, change: () => {}, subscribe: () => () => {}, announce: () => {},
            zones: () => [zone],
            changeZone: (path, hexes) => { window.asked.push([path, hexes]); zone.hexes = hexes; },
            select: (path) => window.asked.push(["select", path]),
          });
        }"""
    )
    expect(page.locator(".zone.navy-IJN.notch-1 path").first).to_be_attached()
    page.get_by_label("Japan").first.check()
    page.mouse.click(*spot(page, "0102"))
    page.mouse.click(*spot(page, "0101"))
    page.get_by_role("button", name="Show Japan in the scenario").click()
    path = "sides.ijn.rules.start"
    assert page.evaluate("asked") == [[path, ["0101", "0102"]], [path, ["0102"]], ["select", path]]


@pytest.mark.slow
def test_places_are_named(page: Page, live_server: LiveServer) -> None:
    open_editor(page, live_server)
    choose(page, "label")
    page.mouse.click(*spot(page, "0604"))
    page.get_by_label("Name", exact=True).fill("Tulagi <b>")
    page.get_by_label("Kind").select_option("port")
    page.get_by_role("button", name="Set the label").click()
    place = {"name": "Tulagi <b>", "hex": "0604", "kind": "port"}
    kept(page, lambda found: found.get("places") == [place])
    expect(page.locator("svg.chart.edited .place.port text")).to_have_text("Tulagi <b>")
    page.mouse.click(*spot(page, "0604"))
    page.locator(".panel[open]", has_text="Set the label").get_by_role("button", name="Delete").click()
    kept(page, lambda found: found["places"] == [])


@pytest.mark.slow
def test_size_numbers_and_half_hexes(page: Page, live_server: LiveServer) -> None:
    open_editor(page, live_server)
    choose(page, "land")
    page.mouse.click(*spot(page, "0303"))
    kept(page, lambda found: found.get("land") == ["0303"])
    page.get_by_text("Size and play area").click()
    page.get_by_role("button", name="Add two rows in the north").click()
    page.get_by_role("button", name="Add a column in the west").click()
    page.get_by_role("button", name="Take away a row in the south").click()
    grown = kept(page, lambda found: found["rows"] == 15)
    assert (grown["cols"], grown["land"]) == (21, ["0405"])
    page.get_by_label("Half hexes").select_option("east")
    kept(page, lambda found: len(found.get("excluded", [])) == 7)
    page.get_by_label("Numbers on the chart").select_option("A1")
    page.mouse.move(*spot(page, "0405"))
    expect(page.locator(".hex-status")).to_have_text("E6, land")
    page.get_by_label("Yards across a hex").fill("6000")
    page.keyboard.press("Tab")
    kept(page, lambda found: found.get("hex_yards") == 6000)
    page.get_by_role("button", name="Clear the whole map").click()
    kept(page, lambda found: found["land"] == [] and found["excluded"] == [])


# --- real places, files, publishing ----------------------------------------------------------------------


@pytest.mark.slow
def test_map_is_taken_from_a_real_place(page: Page, live_server: LiveServer) -> None:
    open_editor(page, live_server)
    page.get_by_text("From a real place").click()
    page.get_by_label("Coastline").select_option("ironbottom_sound")
    page.get_by_label("Columns", exact=True).fill("11")
    page.get_by_label("Rows", exact=True).fill("7")
    page.keyboard.press("Tab")
    picture = page.locator(".real-picture svg")
    picture.scroll_into_view_if_needed()
    seen = picture.bounding_box()
    assert seen is not None
    page.mouse.move(seen["x"] + 5, seen["y"] + 5)
    page.mouse.down()
    page.mouse.move(seen["x"] + 0.5 * seen["width"], seen["y"] + 0.6 * seen["height"], steps=5)
    page.mouse.up()
    col, row = (int(page.get_by_label(name, exact=True).input_value()) for name in ("Column", "Row, even"))
    assert (row % 2, col > 0, row > 0) == (0, True, True)
    page.get_by_role("button", name="Take this part").click()
    expect(page.locator("svg.chart.edited .real-coast .land")).to_have_attribute("d", re.compile("M"))
    part = cut_out("ironbottom_sound", col, row, 11, 7)
    found = kept(page, lambda found: found["cols"] == 11)
    assert (found["land"], found["coast"], found["coast_col"]) == (list(part.land), part.coast, col)
    choose(page, "sea")
    page.mouse.click(*spot(page, part.land[0]))
    kept(page, lambda found: part.land[0] not in found["land"])


@pytest.mark.parametrize("button", ["Save as a file", "Save for Tiled"])
@pytest.mark.slow
def test_map_goes_out_as_a_file_and_comes_back_the_same(
    page: Page, live_server: LiveServer, tmp_path: Path, button: str
) -> None:
    publish_of_library(rasters()["ofotfjord"])
    open_editor(page, live_server, "/maps/new/?from=ofotfjord")
    shelf = f"{NEW_SHELF}ofotfjord"
    choose(page, "coast")
    page.mouse.click(*spot(page, "0505", right=0.42))
    before = kept(page, lambda found: bool(found.get("edges")), shelf)
    page.locator("summary", has_text="Files").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name=button).click()
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    page.get_by_text("Size and play area").click()
    page.get_by_role("button", name="Clear the whole map").click()
    kept(page, lambda found: found["land"] == [], shelf)
    page.get_by_label("Read a map file").set_input_files(path)
    after = kept(page, lambda found: bool(found.get("land")), shelf)
    assert {name: value for name, value in before.items() if value} == {
        name: value for name, value in after.items() if value
    }


@pytest.mark.slow
def test_file_that_is_no_map_says_so(page: Page, live_server: LiveServer, tmp_path: Path) -> None:
    open_editor(page, live_server)
    page.locator("summary", has_text="Files").click()
    for text, sentence in (
        ("{", "This file is not JSON."),
        ('{"orientation": "isometric"}', "must be hexagonal"),
    ):
        path = tmp_path / "wrong.tmj"
        path.write_text(text, encoding="ascii")
        page.get_by_label("Read a map file").set_input_files(path)
        expect(page.locator(".panel [role=status]").last).to_contain_text(sentence)


@pytest.mark.slow
def test_unpublished_state_is_offered_again_and_published(page: Page, live_server: LiveServer) -> None:
    open_editor(page, live_server)
    page.get_by_label("Title").fill("My sound")
    choose(page, "land")
    page.mouse.click(*spot(page, "0303"))
    kept(page, lambda found: found.get("land") == ["0303"])
    page.reload()
    page.get_by_role("button", name="Restore changes").click()
    expect(page.get_by_label("Title")).to_have_value("My sound")
    page.get_by_label("What changed").fill("begun")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My sound")
    hex_map = HexMap.objects.get(key__startswith="my-sound-")
    assert hex_map.current is not None
    assert (map_of(hex_map.current).land, hex_map.current.note) == (("0303",), "begun")
    page.get_by_role("link", name="Edit", exact=True).click()
    expect(page.locator("#map-restore")).to_be_hidden()
    expect(page.locator("svg.chart.edited .grid path").first).to_be_attached()
    choose(page, "land")
    page.mouse.click(*spot(page, "0304"))
    page.get_by_role("button", name="Publish revision 2").click()
    expect(page.get_by_role("row")).to_have_count(3)
    assert page.evaluate("Object.keys(localStorage).filter(name => name.includes('darkseas-map'))") == []


@pytest.mark.slow
def test_unpublished_map_is_offered_to_who_drew_it_alone(page: Page, live_server: LiveServer) -> None:
    open_editor(page, live_server)
    page.get_by_label("Title").fill("My secret sound")
    kept(page, lambda found: found.get("title") == "My secret sound")
    open_editor(page, live_server, by="bob")
    expect(page.locator("#map-restore")).to_be_hidden()
    page.get_by_label("Title").fill("Bob's own")
    kept(page, lambda found: found.get("title") == "Bob's own")
    open_editor(page, live_server)
    page.get_by_role("button", name="Restore changes").click()
    expect(page.get_by_label("Title")).to_have_value("My secret sound")


# --- on a phone, for everybody --------------------------------------------------------------------


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """Put fingers on the screen, move or lift them."""
    fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": fingers})


@pytest.mark.slow
def test_on_a_phone_one_finger_paints_and_two_zoom(browser: Browser, live_server: LiveServer) -> None:
    with watched_page(browser, **PHONE) as page:
        open_editor(page, live_server)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        choose(page, "land")
        page.locator(".chart-pane").scroll_into_view_if_needed()
        share = page.locator("svg.chart.edited").evaluate(
            "svg => { const box = svg.viewBox.baseVal, seen = svg.getBoundingClientRect();"
            "const land = svg.querySelector('.grid').getBoundingClientRect();"
            "return land.height / seen.height; }"
        )
        assert share > 0.75  # the frame is hardly higher than the map
        x, y = spot(page, "0707")
        fingers = page.context.new_cdp_session(page)
        touch(fingers, "Start", (x, y))
        touch(fingers, "End")
        kept(page, lambda found: found.get("land") == ["0707"])
        wide = page.locator("svg.chart.edited").evaluate("svg => svg.viewBox.baseVal.width")
        touch(fingers, "Start", (x, y))
        touch(fingers, "Start", (x, y), (x + 40, y))
        for step in range(1, 6):
            touch(fingers, "Move", (x - 10 * step, y), (x + 40 + 10 * step, y))
        touch(fingers, "End")
        assert page.locator("svg.chart.edited").evaluate("svg => svg.viewBox.baseVal.width") < 0.7 * wide
        page.wait_for_timeout(500)
        kept(page, lambda found: found.get("land") == ["0707"])
        page.get_by_role("button", name="Undo").click()
        kept(page, lambda found: found.get("land", []) == [])


@pytest.mark.slow
@every_look
def test_pages_of_maps_are_free_of_barriers(browser: Browser, live_server: LiveServer, look: Look) -> None:
    publish_of_library(rasters()["kula_gulf"])
    with watched_page(browser, **look.options) as page:
        for path in ("/maps/new/?from=kula-gulf", "/maps/", "/maps/kula-gulf/", "/maps/kula-gulf/use/"):
            if path.startswith("/maps/new"):
                open_editor(page, live_server, path)
                page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
                page.get_by_label("Name of an area").fill("slot")
                page.get_by_role("button", name="Add", exact=True).click()
            else:
                page.goto(f"{live_server.url}{path}")
                expect(page.get_by_role("heading", level=1)).to_be_visible()
            if path in ("/maps/", "/maps/kula-gulf/"):
                expect(page.locator("[data-chart] svg").first).to_be_attached()
            assert_accessible(page, look)
