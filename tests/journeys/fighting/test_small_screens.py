"""On small screens what is asked stays in sight, a guide’s place is ringed, and names lie side by side."""

import re

import pytest
from playwright.sync_api import Browser, Locator, expect
from pytest_django.live_server_helper import LiveServer

from scenarios_app.revisions.store import publish
from tests.journeys.fighting import fight_page, table
from tests.support.library.library_specs import library_spec
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "first-night"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def site(live_server: LiveServer) -> LiveServer:
    """A site with the guided night."""
    publish(library_spec(KEY), origin="library")
    return live_server


@pytest.mark.parametrize(("width", "height"), [(320, 568), (640, 360)])
def test_send_is_in_sight_on_a_low_screen(
    browser: Browser, site: LiveServer, width: int, height: int
) -> None:
    low = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    with watched_page(browser, **low) as page:
        table.begin(page, site, KEY)
        box = page.get_by_role("button", name="Submit").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
        assert box["x"] + box["width"] <= width
        chart = page.locator("#chart").bounding_box()
        assert chart is not None
        assert chart["height"] >= 40


def test_guide_is_shown_on_the_chart_and_what_to_tap_first_is_said(
    browser: Browser, site: LiveServer
) -> None:
    with watched_page(browser, **PHONE) as page:
        fight_page.begin(page, site, KEY, "ijn")
        expect(page.locator("#chart .plan.guide")).to_have_count(1)
        page.locator("#chart").tap(position={"x": 180, "y": 90})
        expect(page.locator("#bar .taken")).to_contain_text("First choose a unit: Van")
        page.get_by_role("button", name="Suggest").tap()
        expect(page.locator("#bar .captain")).to_contain_text("does not follow the tutorial")
        names = page.locator("#chart .plan-words")
        expect(names).to_have_count(3)
        page.wait_for_function("document.querySelectorAll('#chart .plan-words[transform]').length > 0")
        boxes = [box_of(name) for name in names.all()]
        assert not any(overlap(one, other) for one in boxes for other in boxes if one is not other)


def test_cards_have_names_on_a_phone_and_an_order_without_a_choice_says_so(
    browser: Browser, live_server: LiveServer
) -> None:
    publish(library_spec("denmark-strait"), origin="library")
    with watched_page(browser, **PHONE) as page:
        fight_page.begin(page, live_server, "denmark-strait", library_spec("denmark-strait").sides[0].key)
        expect(page.locator("#bar .as-it-is")).to_contain_text("You have nothing to choose")
        expect(page.locator("#chart svg.cards")).to_have_class(re.compile("legible"))
        expect(page.locator("#chart .card-name").get_by_text("Hood")).to_be_visible()


def box_of(name: Locator) -> dict[str, float]:
    """Where a name is drawn."""
    box: dict[str, float] = name.evaluate("one => one.getBoundingClientRect().toJSON()")
    return box


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes share more than the edges of their letters."""
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return wide > 3 and high > 3
