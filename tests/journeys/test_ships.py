"""A wargamer looks a ship up in a browser: search, class, workings, on a desk and on a phone."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.support.sites.accessible import Look, assert_accessible, every_look
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("/ships/?q=8in+cruiser+japan", "/ships/ijn-takao-early/", "/ships/usn-stlouis/helena/")


def test_from_words_to_the_workings_of_a_number(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/ships/")
    page.get_by_label("Search for ship").fill("8in cruiser japan")
    page.keyboard.press("Enter")
    expect(page.locator(".ship-rows tbody tr")).to_have_count(13)
    expect(page.locator(".ship-rows .profile svg")).to_have_count(13)
    page.get_by_role("link", name="Furutaka class (rebuilt)").click()
    working = page.locator("details", has=page.get_by_text("Guns at range 0", exact=True))
    expect(working.locator(".formula")).to_be_hidden()
    working.locator("summary").press("Enter")
    expect(working.locator(".formula")).to_have_text(
        "6 guns × 277 lb = 1,662 lb; (1,662 lb / 145 lb) to the power 2/3 = 5.08"
    )
    page.get_by_label("Year").select_option("1944")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_text("Ratings for October 1944.")).to_be_visible()


@pytest.mark.slow
@every_look
def test_pages_fit_a_phone_and_everybody_can_read_them(
    browser: Browser, live_server: LiveServer, look: Look
) -> None:
    with watched_page(browser, **look.options) as page:
        for address in PAGES:
            page.goto(f"{live_server.url}{address}")
            expect(page.locator(".profile svg").first).to_be_attached()
            assert_accessible(page, look)
