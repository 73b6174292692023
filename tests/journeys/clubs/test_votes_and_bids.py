"""A round voted on and bid for in browsers: a director at a desk, two players with phones."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.club.models import Right
from tests.club.results.club_events import joined, new_club
from tests.support.members import logged_in
from tests.support.sites.accessible import DESK, OTHER_PHONE, PHONE, Look, assert_accessible
from tests.support.sites.browser import watched_page

from .test_tournament import press

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
EVENT = "/clubs/ironclads/tournaments/winter-salvo/"
LOOKS = {"dora": DESK, "ann": OTHER_PHONE, "bob": PHONE}


@pytest.fixture
def people(browser: Browser, live_server: LiveServer) -> Iterator[Callable[[str], Page]]:
    """A director and two players, each with a browser of their own."""
    club = new_club()
    joined(club, "dora", Right.Kind.MEMBER, Right.Kind.DIRECTOR)
    joined(club, "ann")
    joined(club, "bob")
    with ExitStack() as stack:
        pages = {}
        for name, look in LOOKS.items():
            page = stack.enter_context(watched_page(browser, **look.options))
            cookie = logged_in(name).cookies["sessionid"]
            page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": live_server.url}])
            pages[name] = page
        yield pages.__getitem__


def plan(page: Page, site: str) -> None:
    """Plan a tournament in which scenarios are voted on and sides bid for, open for entries."""
    page.goto(f"{site}/clubs/ironclads/tournaments/new/")
    page.get_by_label("Title").fill("Winter salvo")
    page.get_by_label("Rules").fill("Dark Seas")
    page.get_by_text("Scenarios and sides").click()
    page.get_by_label("Choice of the scenario").select_option("voted")
    page.get_by_label("Scenarios for dice or vote").fill(
        "The narrows | North | South\nThe roads | East | West"
    )
    page.get_by_label("Bids for sides").check()
    press(page, "Create tournament")
    press(page, "Open entries")


def looked_at(page: Page, look: Look) -> None:
    """Ask the page for what everybody needs of it, by day again afterwards."""
    assert_accessible(page, look)
    page.emulate_media(color_scheme="light")


def vote(page: Page, site: str, scenario: str) -> None:
    """Vote from the tournament's page: three taps."""
    page.goto(site + EVENT)
    press(page, "Vote")
    page.get_by_text(scenario, exact=True).click()
    press(page, "Vote")
    expect(page.get_by_text("Your vote is sealed.").first).to_be_visible()


def bid(page: Page, site: str, side: str, points: int) -> None:
    """Bid from the tournament's page."""
    page.goto(site + EVENT)
    press(page, "Bid at table")
    page.get_by_text(side, exact=True).click()
    page.get_by_label("Points you give").fill(str(points))
    press(page, "Submit bid")


def test_scenario_is_voted_on_and_sides_are_bid_for(
    people: Callable[[str], Page], live_server: LiveServer
) -> None:
    site, director = live_server.url, people("dora")
    plan(director, site)
    for name in ("ann", "bob"):
        people(name).goto(site + EVENT)
        press(people(name), f"Enter as {name}")
    director.reload()
    press(director, "Start tournament")
    press(director, "Choose scenario by dice or vote")
    looked_at(director, DESK)
    press(director, "Choose by dice or vote")
    for name in ("ann", "bob"):
        vote(people(name), site, "The roads")
        looked_at(people(name), LOOKS[name])
    director.reload()
    assert "2 of 2 have voted" in director.locator("main").inner_text()
    director.get_by_text("Count votes now …").click()
    director.get_by_label("Reason").first.fill("All are here.")
    press(director, "Count votes now")
    director.get_by_text("Verify").click()
    looked_at(director, DESK)
    director.goto(site + EVENT)
    press(director, "Pair next round")
    press(director, "Pair round")
    press(director, "Start round 1")
    bid(people("ann"), site, "East", 4)
    looked_at(people("ann"), OTHER_PHONE)
    director.goto(people("ann").url)
    expect(director.get_by_text("ann has bid.")).to_be_visible()
    assert "4 for East" not in director.content()
    bid(people("bob"), site, "East", 2)
    expect(people("bob").get_by_text("ann gets the side by bid, and bob 4 points for it.")).to_be_visible()
    looked_at(people("bob"), PHONE)
    director.goto(f"{site}{EVENT}?board")
    expect(director.get_by_text("West, +4 from the bid")).to_be_visible()
    looked_at(director, DESK)
