"""An evening's Swiss of eight in a browser: planned, entered, drawn, reported, corrected, closed, printed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.club.models import Right, Tournament
from tests.club.results.club_events import joined, new_club
from tests.support.members import logged_in
from tests.support.sites.accessible import DESK, PHONE, assert_accessible
from tests.support.sites.browser import watched_page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
EVENT = "/clubs/ironclads/tournaments/autumn-salvo/"
PEOPLE = "Ann, 1800\nBob, 1700\nCarl, 1650\nDora B\nEve\nFred\nThe Old Salts: Gil + Hal, 1500\nIda"


@pytest.fixture
def director(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A director of a club on a phone."""
    joined(new_club(), "dora", Right.Kind.MEMBER, Right.Kind.DIRECTOR)
    with watched_page(browser, **PHONE.options) as page:
        cookie = logged_in("dora").cookies["sessionid"]
        page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": live_server.url}])
        page.goto(f"{live_server.url}/clubs/ironclads/tournaments/")
        yield page


def press(page: Page, name: str) -> None:
    """Press a button or follow a link, and wait for the page to which it leads."""
    with page.expect_navigation():
        page.get_by_role("button", name=name).or_(page.get_by_role("link", name=name)).first.click()


def begin(page: Page) -> None:
    """Plan a tournament, enter eight, and let it begin."""
    press(page, "Create tournament")
    page.get_by_label("Title").fill("Autumn salvo")
    page.get_by_label("Rules").fill("Fleet Battle")
    page.get_by_label("Rounds", exact=True).fill("3")
    assert_accessible(page, PHONE)
    press(page, "Create tournament")
    page.get_by_label("Names, one per line").fill(PEOPLE)
    press(page, "Add entrants")
    expect(page.get_by_text("Dora B – did you mean dora?")).to_be_visible()
    assert_accessible(page, PHONE)
    press(page, "Add entrants")
    expect(page.get_by_role("heading", name="Entrants: 8")).to_be_visible()
    press(page, "Start tournament")


def fight(page: Page, number: int) -> None:
    """Draw a round, begin it, report each table, and close it."""
    press(page, "Pair next round")
    page.get_by_label("Scenario").fill("The coves")
    page.get_by_label("First side").fill("Red")
    page.get_by_label("Second side").fill("Blue")
    press(page, "Pair round")
    press(page, f"Start round {number}")
    for table in range(4):
        press(page, "Report result at table")
        if (number, table) == (1, 0):
            assert_accessible(page, PHONE)
        page.get_by_role("radio").nth((number + table) % 3).check()
        page.get_by_label("Points of").first.fill("12.5")
        press(page, "Enter final result")
    press(page, f"Close round {number}")


def test_evening_of_eight_on_a_phone(director: Page, browser: Browser, live_server: LiveServer) -> None:
    page = director
    begin(page)
    for number in (1, 2, 3):
        fight(page, number)
    assert_accessible(page, PHONE)
    before = page.locator(".event-standings tbody tr").all_inner_texts()
    press(page, "Result of table 1, round 3")
    press(page, "Correct the result")
    winner = page.locator("input[name=winner]:checked").get_attribute("value")
    page.locator(f"input[name=winner][value='{0 if winner == '1' else 1}']").check()
    page.get_by_label("Reason").fill("The slip was read upside down.")
    press(page, "Correct the result")
    page.goto(live_server.url + EVENT)
    assert page.locator(".event-standings tbody tr").all_inner_texts() != before
    press(page, "End tournament")
    press(page, "Close tournament")
    assert Tournament.objects.get().state == Tournament.State.CLOSED
    press(page, "Print certificates")
    expect(page.locator(".certificate")).to_have_count(3)
    assert_accessible(page, PHONE)
    with watched_page(browser, **DESK.options) as other:
        other.goto(live_server.url + EVENT)
        assert_accessible(other, DESK)
        other.goto(f"{live_server.url}{EVENT}?spoilers=hide")
        assert "1 : 0" not in other.content()
