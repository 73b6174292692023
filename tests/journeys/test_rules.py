"""Ids of rules on pages: pointed at, reached by keyboard, tapped; the rules read by somebody new."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.models import Battle
from tests.support.library.library_battles import library_battle
from tests.support.sites.accessible import DESK, PHONE, Look, assert_accessible
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def battle() -> Battle:
    """A whole battle of Savo Island between captains."""
    return library_battle()


def open_shot(page: Page, live_server: LiveServer, battle: Battle) -> None:
    """Open the replay at an attack."""
    lines = page.request.get(f"{live_server.url}/api/v1/battles/{battle.pk}/lines?from=0&count=300").json()
    shot = next(line["n"] for line in lines["lines"] if line["kind"] == "dark_seas.attack_resolved")
    page.goto(f"{live_server.url}/battles/{battle.pk}/#e{shot}")
    expect(page.locator("#sum .rule").first).to_be_attached()


def test_pointing_at_an_id_opens_its_sentence_and_leaving_closes_it(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_shot(page, live_server, battle)
    note = page.get_by_role("tooltip")
    page.locator("#sum .rule", has_text="§19").hover()
    expect(note).to_contain_text("§19 Results")
    note.hover()
    expect(note).to_be_visible()
    page.mouse.move(5, 5)
    expect(note).to_be_hidden()
    page.locator(".line.current .rule").first.hover()
    expect(note).to_contain_text("§18f")


def test_keyboard_reaches_an_id_hears_its_sentence_and_goes_there(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_shot(page, live_server, battle)
    cited = page.locator("#cited .rule").first
    cited.focus()
    note = page.get_by_role("tooltip")
    expect(note).to_be_visible()
    expect(cited).to_have_attribute("aria-describedby", "rule-note")
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    expect(cited).to_be_focused()
    expect(cited).not_to_have_attribute("aria-describedby", "rule-note")
    address = page.url
    with page.expect_popup() as opened:
        page.keyboard.press("Enter")
    opened.value.wait_for_url("**/rules/dark_seas/18f/")
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("§18f Odds and the die")
    assert page.url == address


def test_first_tap_opens_and_second_tap_follows(
    browser: Browser, live_server: LiveServer, battle: Battle
) -> None:
    with watched_page(browser, **PHONE.options) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/prose/?sums=1")
        rule = page.locator(".tale .rule", has_text="§14a").first
        rule.tap()
        expect(page.get_by_role("tooltip")).to_contain_text("Movement phase")
        page.locator("h1").tap()
        expect(page.get_by_role("tooltip")).to_be_hidden()
        rule.tap()
        expect(page.get_by_role("tooltip")).to_be_visible()
        rule.tap()
        page.wait_for_url("**/rules/dark_seas/14a/")


@pytest.mark.slow
def test_sum_shows_the_row_that_was_rolled_with_its_chance(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_shot(page, live_server, battle)
    rolled = page.locator("#sum .result-column .rolled")
    expect(rolled).to_have_count(1)
    expect(rolled).to_contain_text("%")
    outcome = page.locator("#sum tfoot .number").inner_text().rpartition(": ")[2]
    expect(rolled).to_contain_text(outcome.replace("\n", " "))


@pytest.mark.slow
@pytest.mark.parametrize("look", [DESK, PHONE], ids=lambda look: look.name)
def test_open_note_is_readable_by_everybody(
    browser: Browser, live_server: LiveServer, battle: Battle, look: Look
) -> None:
    with watched_page(browser, **look.options) as page:
        page.goto(f"{live_server.url}/rules/dark_seas/")
        page.locator(".lessons .rule").first.focus()
        expect(page.get_by_role("tooltip")).to_be_visible()
        assert_accessible(page, look)
