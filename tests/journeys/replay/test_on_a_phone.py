"""A battle watched on a phone and a tablet, by touch."""

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.models import Battle
from tests.support.sites.browser import watched_page

from .replay_page import PHONE

pytestmark = pytest.mark.django_db(transaction=True)


def test_phone_has_chart_sentence_and_controls_without_scrolling(
    browser: Browser, live_server: LiveServer, battle: Battle
) -> None:
    with watched_page(browser, **PHONE) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/#e60")
        expect(page.locator("#number")).to_have_value("60")
        boxes = [
            page.locator(part).bounding_box() for part in (".chart-pane", "#sentence", "#range", "#play")
        ]
        tops = [box for box in boxes if box is not None]
        assert len(tops) == len(boxes)
        assert [box["y"] for box in tops] == sorted(box["y"] for box in tops)
        assert tops[-1]["y"] + tops[-1]["height"] <= 740
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        for control in page.locator(".transport button:visible").all():
            box = control.bounding_box()
            assert box is not None
            assert box["height"] >= 44
            assert box["width"] >= 44
        page.tap('[data-go="next"]')
        expect(page.locator("#number")).to_have_value("61")


def test_state_on_a_phone_covers_no_chart_until_it_is_opened(
    browser: Browser, live_server: LiveServer, battle: Battle
) -> None:
    with watched_page(browser, **PHONE) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/#e110")
        expect(page.locator("#number")).to_have_value("110")
        state, chart = page.locator("#captions"), page.locator(".chart-pane").bounding_box()
        folded = state.bounding_box()
        assert folded is not None
        assert chart is not None
        assert folded["y"] + folded["height"] <= chart["y"]
        expect(state.get_by_text("3 of 10", exact=True)).to_be_in_viewport()
        expect(state.get_by_text("Initiative")).to_be_hidden()
        page.get_by_role("button", name="Show full status").tap()
        expect(state.get_by_text("Initiative")).to_be_in_viewport()
        assert page.locator(".chart-pane").bounding_box() == chart
        page.get_by_role("button", name="Show full status").tap()
        expect(state.get_by_text("Initiative")).to_be_hidden()


@pytest.mark.parametrize("width", [360, 768])
def test_menu_has_on_a_phone_and_a_tablet_what_a_desk_shows(
    browser: Browser, live_server: LiveServer, battle: Battle, width: int
) -> None:
    size: ViewportSize = {"width": width, "height": 800}
    with watched_page(browser, viewport=size, has_touch=True, is_mobile=True) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/#e60")
        expect(page.locator("#number")).to_have_value("60")
        page.get_by_role("button", name="Menu").tap()
        menu = page.locator("#replay-menu")
        menu.get_by_text("Result", exact=True).tap()
        expect(menu.get_by_text("Victory:")).to_be_visible()
        for name in (
            "Scenario",
            "Text log",
            "Dice statistics",
            "Download battle file",
            "Library",
        ):
            expect(menu.get_by_role("link", name=name, exact=True)).to_be_visible()
        menu.get_by_role("button", name="Keyboard and symbols").tap()
        expect(page.locator("#help")).to_be_visible()
        page.keyboard.press("Escape")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.get_by_role("button", name="Menu").tap()
        menu.get_by_role("button", name="Share this moment").tap()
        expect(page.locator("#share-link")).to_have_value(re.compile(r"\?as=all&at=60$"))


@pytest.mark.slow
def test_phone_opens_log_and_sum_as_sheets(browser: Browser, live_server: LiveServer, battle: Battle) -> None:
    with watched_page(browser, **PHONE) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/#e60")
        expect(page.locator("#log")).to_be_hidden()
        page.tap('[data-sheet-of="log"]')
        expect(page.locator('.line.current[data-n="60"]')).to_be_in_viewport()
        page.tap('[data-sheet-of="sum"]')
        expect(page.locator("#log")).to_be_hidden()
        expect(page.locator("#sum")).to_be_visible()
        page.tap('[data-sheet-of="sum"]')
        expect(page.locator("#sum")).to_be_hidden()


@pytest.mark.slow
def test_phone_pinch_comes_closer(browser: Browser, live_server: LiveServer, battle: Battle) -> None:
    with watched_page(browser, **PHONE) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/#e60")
        expect(page.locator("#number")).to_have_value("60")
        page.wait_for_timeout(500)
        wide = _width_seen(page)
        touch = page.context.new_cdp_session(page)
        for spread, kind in [(30, "touchStart"), *((30 + 8 * k, "touchMove") for k in range(1, 8))]:
            points = [{"x": 180 - spread, "y": 250, "id": 0}, {"x": 180 + spread, "y": 250, "id": 1}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator(".minimap")).to_be_visible()
        assert _width_seen(page) < 0.6 * wide


def _width_seen(page: Page) -> float:
    return float((page.get_attribute("svg.chart.hexes", "viewBox") or "").split()[2])


#: How many names wait for room, and which of those that are seen lie on each other.
NAMES_ON_CHART = """() => {
  const names = [...document.querySelectorAll(".chart .place, .chart .area-label")];
  const seen = names.filter((name) => getComputedStyle(name).visibility === "visible");
  const boxes = seen.map((name) => [name.textContent, name.getBoundingClientRect()]);
  const wide = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const meet = (a, b) => Math.min(wide(a, b), high(a, b)) > 3;
  const met = boxes.flatMap(([name, a], i) =>
    boxes.slice(i + 1).filter(([, b]) => meet(a, b)).map(([other]) => `${name} on ${other}`));
  return {waiting: names.length - seen.length, met};
}"""


#: Names of places that wait for room; those of blocks do so too.
CROWDED = ".chart .place.crowded, .chart .area-label.crowded"


def hidden_names(page: Page) -> int:
    """How many names wait for room, once no two that are seen lie on each other."""
    for _ in range(50):
        names = page.evaluate(NAMES_ON_CHART)
        if not names["met"]:
            break
        page.wait_for_timeout(100)  # until the chart has drawn what it was told
    assert names["met"] == []
    waiting: int = names["waiting"]
    return waiting


@pytest.mark.slow
def test_names_on_a_small_chart_lie_apart(browser: Browser, live_server: LiveServer, battle: Battle) -> None:
    with watched_page(browser, **PHONE) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/")
        expect(page.locator("#sentence")).to_contain_text("The battle begins")
        expect(page.locator(CROWDED)).not_to_have_count(0)
        far = hidden_names(page)
        assert far > 0
        for _ in range(5):
            page.click('[data-do="zoom-in"]')
        expect(page.locator(CROWDED)).not_to_have_count(far)
        assert hidden_names(page) < far
