"""The main pages on a desk and on a phone, by day and by night: readable by everybody, nothing sticks out."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.rules.registry import RELEASE
from replays_app.models import Balance, Battle
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import publish
from tests.support.library.library_battles import library_battle
from tests.support.members import logged_in
from tests.support.sites.accessible import PHONE, Look, assert_accessible, every_look
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)

#: Each page, and what is there once it is drawn.
PAGES = {
    "/": ".watch .block",
    "/library/": "h1",
    "/library/?theatre=solomons": ".theatres",
    "/library/savo-island/": ".scenario-map svg",
    "/library/north-cape-easyships/": "#other-rules",
    "/battles/": "h1",
    "/play/": "h1",
    "/challenges/new/?scenario=savo-island": "h1",
    "{prose}": "h1",
    "/maps/": "h1",
    "/ships/": ".ship-rows .profile svg",
    "/about/": "h1",
    "/rules/": "h1",
    "/rules/dark_seas/": ".result-column",
    "/rules/fleet_battle/": ".result-column",
    "/rules/dark_seas/18f/": "h1",
    "/fairness/": ".dice-plot",
    "/fairness/register/": "h1",
    "/login/": "h1",
    "/library/savo-island/print/": "h1",
    "/library/nothing-here/": "h1",
}


@pytest.fixture
def battle() -> Battle:
    """Savo Island and Cape Bon, one of them fought, with a balance."""
    revision = publish(read_file(LIBRARY / "savo-island.toml"), origin="library")
    publish(read_file(LIBRARY / "cape-bon.toml"), origin="library")
    Balance.objects.create(
        revision=revision,
        release=RELEASE,
        battles=100,
        wins={"ijn": 52, "allies": 48},
        losses={"ijn": 210, "allies": 730},
    )
    return library_battle("savo-island", "1")


@pytest.fixture
def north_cape() -> None:
    """The North Cape under two rules systems, with long names of options."""
    for key in ("north-cape", "north-cape-easyships"):
        publish(read_file(LIBRARY / f"{key}.toml"), origin="library")


def address_of(page: str, battle: Battle) -> str:
    """Where a page is."""
    return page.format(prose=f"/battles/{battle.pk}/prose/")


@every_look
@pytest.mark.usefixtures("north_cape")
def test_everybody_can_read_the_pages(
    browser: Browser, live_server: LiveServer, battle: Battle, look: Look
) -> None:
    with watched_page(browser, **look.options) as opened:
        for page, drawn in PAGES.items():
            opened.goto(f"{live_server.url}{address_of(page, battle)}")
            if drawn == ".scenario-map svg":  # a chart is drawn when it comes near the screen
                opened.locator(".scenario-map").scroll_into_view_if_needed()
            expect(opened.locator(drawn).first).to_be_attached()
            assert_accessible(opened, look)


@pytest.mark.slow
def test_newcomer_finds_a_battle_by_the_map(page: Page, live_server: LiveServer, battle: Battle) -> None:
    page.goto(f"{live_server.url}/")
    page.get_by_role("link", name="on the map").click()
    page.get_by_role("link", name="Solomons: 1 scenario").click()
    expect(page.get_by_text("1 scenario in the theatre Solomons.")).to_be_visible()
    page.locator(".theatres").get_by_role("link", name="Savo Island").click()
    expect(page.get_by_role("heading", name="Savo Island", level=1)).to_be_visible()
    expect(page.locator(".bars")).to_contain_text("52 %")
    page.get_by_role("link", name="Watch a battle").click()
    page.wait_for_url(f"**/battles/{battle.pk}/**")


@pytest.mark.slow
def test_chart_of_theatres_works_by_keyboard(page: Page, live_server: LiveServer, battle: Battle) -> None:
    page.goto(f"{live_server.url}/library/")
    mark = page.locator(".theatres").get_by_role("link", name="Mediterranean: 1 scenario")
    mark.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Cape Bon").first).to_be_visible()
    assert Scenario.objects.count() == 2


def test_menu_of_a_member_takes_one_row_beside_the_name_on_a_phone(
    browser: Browser, live_server: LiveServer
) -> None:
    session = logged_in("ann").cookies["sessionid"].value
    with watched_page(browser, **PHONE.options) as page:
        page.context.add_cookies(
            [{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}]
        )
        page.goto(f"{live_server.url}/maps/")
        expect(page.locator(".site-sections").get_by_text("Drafts")).to_be_visible()
        links = page.locator(".site-sections a:visible")
        tops = links.evaluate_all("links => links.map(link => Math.round(link.getBoundingClientRect().top))")
        assert len(set(tops)) == 1
