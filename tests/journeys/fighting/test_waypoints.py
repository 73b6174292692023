"""A way laid from waypoint to waypoint: by taps on the chart, by the list beside it, and by keys."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.engine.events import OrderGiven
from replays_app.log import store as log_store
from replays_app.models import Battle
from scenarios_app.revisions.store import publish
from tests.journeys.fighting import fight_page
from tests.support.library.library_specs import library_spec
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)

SIDE = "ijn"
DESKTOP = {"reduced_motion": "reduce", "viewport": {"width": 1440, "height": 900}}


def way_of(page: Page) -> list[str]:
    """The places of the way in hand, its start first, as the panel says them."""
    words = page.locator("#bar .way-so-far").inner_text()
    return re.findall(r"\d{4}", words.partition(":")[0])


@pytest.mark.slow
def test_way_goes_by_the_waypoints_that_are_chosen(browser: Browser, live_server: LiveServer) -> None:
    publish(library_spec("first-night"), origin="library")
    with watched_page(browser, **DESKTOP) as page:
        fight_page.begin(page, live_server, "first-night", SIDE)
        assert fight_page.go_on_until(page, "Move")
        page.locator("#chart .block.offered").last.click()
        page.locator("#bar").get_by_role("button", name="Use waypoints").click()
        page.locator("#chart .offer", has_text="1").first.click(force=True)  # a block may lie on it
        expect(page.locator("#bar .way-so-far")).to_contain_text("costs 1 of")
        begin = way_of(page)
        # On by the list, then by keys on the chart, and the last one back by a key.
        onward = page.get_by_label("Next waypoint")
        values = onward.locator("option").evaluate_all("(all) => all.map((one) => one.value)")
        onward.select_option(next(value for value in values[1:] if value.isdecimal() and value not in begin))
        expect(page.locator("#bar .way-so-far")).to_contain_text("costs 2 of")
        laid = way_of(page)
        assert laid[: len(begin)] == begin
        page.locator("#chart .offer[tabindex='0']").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#bar .way-so-far")).not_to_contain_text("costs 2 of")
        page.keyboard.press("Backspace")
        expect(page.locator("#bar .way-so-far")).to_contain_text("costs 2 of")
        assert way_of(page) == laid
        expect(page.locator("#chart .plan.way .plan-line")).to_be_attached()
        fight_page.send(page)
        events = [entry.event for entry in log_store.read(Battle.objects.get().pk)]
        moves = [
            one.blanks["moves"] for one in events if isinstance(one, OrderGiven) and "moves" in one.blanks
        ]
        assert any(line["path"] == laid[1:] for move in moves for line in move)
