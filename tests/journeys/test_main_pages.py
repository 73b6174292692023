"""The main pages on a desk and on a phone, by day and by night: readable by everybody, nothing sticks out.

WCAG 2.2 AA as far as axe can tell; what needs hands is in the journey of each page.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from replays_app.models import Balance, Battle
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import publish
from tests.support.browser import watched_page
from tests.support.library_battles import library_battle

pytestmark = pytest.mark.django_db(transaction=True)

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PAGES = (
    "/", "/library/", "/library/?theatre=solomons", "/library/savo-island/", "/battles/", "{replay}",
    "{prose}", "/maps/", "/ships/", "/about/", "/login/", "/library/savo-island/print/",
    "/library/nothing-here/",
)  # fmt: skip


@pytest.fixture
def battle() -> Battle:
    """Savo Island and Cape Bon, one of them fought, with a balance."""
    revision = publish(read_file(LIBRARY / "savo-island.toml"), origin="library")
    publish(read_file(LIBRARY / "cape-bon.toml"), origin="library")
    Balance.objects.create(
        revision=revision,
        release="r1",
        battles=100,
        wins={"ijn": 52, "allies": 48},
        losses={"ijn": 210, "allies": 730},
    )
    return library_battle("savo-island", "1")


def address_of(page: str, battle: Battle) -> str:
    """Where a page is."""
    return page.format(replay=f"/battles/{battle.pk}/", prose=f"/battles/{battle.pk}/prose/")


@pytest.mark.parametrize("page", PAGES)
def test_everybody_can_read_the_page(
    browser: Browser, live_server: object, battle: Battle, page: str
) -> None:
    for kind, scheme in ((DESK, "light"), (PHONE, "dark")):
        with watched_page(browser, **kind, color_scheme=scheme) as opened:
            opened.goto(f"{live_server.url}{address_of(page, battle)}")
            opened.wait_for_load_state("networkidle")
            wide = opened.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{wide} px stick out, {kind['viewport']}"
            found = Axe().run(opened).response["violations"]
            assert [(one["id"], one["nodes"][0]["target"]) for one in found] == [], scheme


def test_newcomer_finds_a_battle_by_the_chart(page: Page, live_server: object, battle: Battle) -> None:
    page.goto(f"{live_server.url}/")
    page.get_by_role("link", name="on the chart").click()
    page.get_by_role("link", name="Solomons: 1 scenario").click()
    expect(page.get_by_text("1 scenario in the theatre Solomons.")).to_be_visible()
    page.locator(".theatres").get_by_role("link", name="Savo Island").click()
    expect(page.get_by_role("heading", name="Savo Island", level=1)).to_be_visible()
    expect(page.locator(".bars")).to_contain_text("52 %")
    page.get_by_role("link", name="Watch a battle").click()
    page.wait_for_url(f"**/battles/{battle.pk}/**")


def test_chart_of_theatres_works_by_keyboard(page: Page, live_server: object, battle: Battle) -> None:
    page.goto(f"{live_server.url}/library/")
    mark = page.locator(".theatres").get_by_role("link", name="Mediterranean: 1 scenario")
    mark.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Cape Bon").first).to_be_visible()
    assert Scenario.objects.count() == 2
