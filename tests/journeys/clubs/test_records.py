"""Records of a club looked at: ratings with curves, honours, head to head by keyboard, careers of ships."""

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.club.models import Club, Tournament
from darkseas.club.tournaments import tournament_states
from tests.club.records.books import follow, year
from tests.club.records.test_pages import linked
from tests.club.results.club_events import DAY, joined, new_club
from tests.club.tournaments.events import director_of, drawn, fought, running
from tests.support.builders import register_toy, toy_battle
from tests.support.sites.accessible import Look, assert_accessible, every_other_look
from tests.support.sites.browser import watched_page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
RECORDS = "/clubs/ironclads/records/"
NAMES = ("ann", "bob", "cat", "wolfeschlegelsteinhausen", "eve")


@pytest.fixture
def club() -> Club:
    """A club with a year behind it: results of two systems, a tournament in a season, recorded battles."""
    register_toy()
    made = new_club()
    players = [joined(made, name) for name in NAMES]
    season = made.seasons.create(
        name="1942", first_day=DAY.replace(year=2020), last_day=DAY.replace(year=2021)
    )
    event = running(3, Tournament.Kind.ROUND_ROBIN)
    while event.rounds.count() < 3:
        fought(drawn(event))
    for state in (Tournament.State.CLOSING, Tournament.State.CLOSED):
        tournament_states.move(director_of(made), event, state)
    Tournament.objects.update(season=season)
    year(made, players, 60)
    for seed in ("1", "2"):
        linked(made, players[0], players[1], toy_battle(seed))
    follow(made)
    return made


@every_other_look
def test_records_are_seen_and_heard_by_everybody(
    browser: Browser, live_server: LiveServer, club: Club, look: Look
) -> None:
    with watched_page(browser, **look.options) as page:
        page.goto(f"{live_server.url}{RECORDS}")
        expect(page.get_by_role("table", name="Ratings in Dark Seas")).to_be_visible()
        assert_accessible(page, look)
        page.get_by_role("link", name="ann").first.click()
        curve = page.get_by_role("img", name="Rating in Dark Seas over time")
        expect(curve).to_be_visible()
        page.get_by_text("Show as a table").first.click()
        assert_accessible(page, look)
        page.locator("select[name=against]").focus()
        page.keyboard.type("bob")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Against bob")).to_be_visible()
        assert_accessible(page, look)
        page.goto(f"{live_server.url}{RECORDS}ships/")
        assert_accessible(page, look)
        page.get_by_role("link", name="Red-1").click()
        expect(page.get_by_text("2 battles:")).to_be_visible()
        assert_accessible(page, look)
