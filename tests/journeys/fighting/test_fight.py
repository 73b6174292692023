"""A fight against the captain in a browser: to its end, by taps, by keys, on a phone, through a reload."""

import re
from datetime import timedelta
from typing import NamedTuple

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.models import Call
from scenarios_app.revisions.store import publish
from tests.journeys.fighting import fight_page
from tests.replays_app.recording.foreseen_battles import foreseen
from tests.support.library.library_specs import library_spec
from tests.support.sites.accessible import DESK, OTHER_PHONE, Look, assert_accessible
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
STILL = {"reduced_motion": "reduce", "viewport": {"width": 1440, "height": 900}}
MOST_CLICKS = 12
#: In this battle two blocks move to where none lies; in one soon after it somebody can be fired at.
ONE_BATTLE = 4
#: A battle for the keyboard.
BY_KEYS = 40


@pytest.fixture(autouse=True)
def scenarios() -> None:
    """A night on hexes, and a day of cards."""
    publish(library_spec("savo-island"), origin="library")
    publish(library_spec("denmark-strait"), origin="library")


class Hand:
    """Clicks and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def tap(self, selector: str, nth: int = 0) -> None:
        """Tap something on the chart or the bar, where it can be hit."""
        self.page.locator(selector).nth(nth).click()
        self.clicks += 1

    def tap_place(self, nth: int = 0) -> None:
        """Tap the middle of a place that is lit, whatever lies on it."""
        area = self.page.locator("#chart .offer .offer-area").nth(nth)
        expect(area).to_be_visible()
        box = area.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.clicks += 1

    def send(self) -> None:
        """Send the order."""
        self.clicks += fight_page.send(self.page)


@pytest.mark.slow
def test_whole_battle_against_the_captain(browser: Browser, live_server: LiveServer) -> None:
    with watched_page(browser, **STILL) as page:
        fight_page.begin(page, live_server, "savo-island", "allies")
        for _ in range(150):
            if fight_page.state(page) == "over":
                break
            fight_page.suggest(page)
            fight_page.send(page)
        expect(page.locator("#bar h2")).to_have_text(re.compile("^(Victory: |No winner)"))
        expect(page.locator("#result")).to_be_visible()
        expect(page.locator("#bar .told")).to_have_text(re.compile(r"won in turn \d+, by points .*"))
        expect(page.get_by_role("link", name="Read the summary")).to_be_visible()
        expect(page.locator("#bar .head-of-log code")).to_have_text(re.compile("^[0-9a-f]{64}$"))
        expect(page.locator(".site-head .count")).to_be_hidden()
        page.locator("#log li a").last.click()
        page.get_by_role("button", name="Back to now").click()
        expect(page.get_by_role("button", name="Offer a rematch with sides swapped")).to_be_visible()
        expect(page.locator("#trouble")).to_be_hidden()
        page.get_by_role("link", name="Watch the replay").click()
        expect(page.locator("#perspective option")).to_have_count(4)


@pytest.mark.slow
def test_usual_turn_by_taps_takes_few_clicks(
    browser: Browser, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two blocks move and one fights: each order of a turn is given by taps the first time it is asked.

    Where a battle ends before somebody could be fired at, the next is begun.
    """
    foreseen(monkeypatch, ONE_BATTLE)
    with watched_page(browser, **STILL) as page:
        fight_page.begin(page, live_server, "savo-island", "allies")
        clicks: dict[str, int] = {}
        for _ in range(240):
            if fight_page.state(page) == "over":
                fight_page.begin(page, live_server, "savo-island", "allies")
            asked = fight_page.heading(page).partition(" §")[0]
            if "Declare attacks" in clicks and "Move" in clicks:
                break
            if asked in clicks or not may_be_tapped(page, asked):
                fight_page.suggest(page)
                fight_page.send(page)
            else:
                clicks[asked] = clicks_of(page, asked)
        print(f"{sum(clicks.values())} clicks: {clicks}")
        assert clicks["Move"] == 5
        assert clicks["Declare attacks"] == 3
        assert sum(clicks.values()) <= MOST_CLICKS


def may_be_tapped(page: Page, asked: str) -> bool:
    """Whether an order is one of a turn, and there are blocks to give it to."""
    needed = {"Move": 2, "Declare attacks": 1, "Declare evasion": 0, "Declare sightings": 0}
    return asked in needed and page.locator("#chart .offered").count() >= needed[asked]


def clicks_of(page: Page, asked: str) -> int:
    """Give an order by taps alone, with two blocks that move or one that attacks; how many taps it took."""
    hand = Hand(page)
    if asked == "Move":
        for nth in range(2):
            hand.tap("#chart .offered", nth)
            hand.tap_place()
        expect(page.locator("#bar .order-chip .aim")).to_have_count(2)
    elif asked == "Declare attacks":
        hand.tap("#chart .offered")
        hand.tap_place()
        expect(page.locator("#bar .order-chip .aim")).to_contain_text("→")
        expect(page.locator("#bar .order-chip .odds")).to_be_visible()
    hand.send()
    return hand.clicks


@pytest.mark.slow
def test_turn_of_cards_is_given_on_the_cards(page: Page, live_server: LiveServer) -> None:
    fight_page.begin(page, live_server, "denmark-strait", "rn")
    assert fight_page.go_on_until(page, "Choose targets")
    page.locator('#chart .card[data-key="hood"]').click()
    expect(page.locator("#chart .offered.aim")).to_have_count(2)
    page.locator('#chart .card[data-key="bismarck"]').click()
    expect(page.locator("#bar .order-chip")).to_contain_text("Hood → Bismarck")
    expect(page.locator("#bar .order-chip .odds")).to_contain_text("sunk 20 %")
    before = fight_page.entries(page)
    fight_page.send(page)
    assert fight_page.entries(page) > before


def test_everything_is_done_by_keyboard_alone(
    page: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreseen(monkeypatch, BY_KEYS)
    fight_page.begin(page, live_server, "savo-island", "ijn")
    assert fight_page.go_on_until(page, "Move")
    fight_page.suggest(page)
    fight_page.send(page)
    assert fight_page.go_on_until(page, "Move")
    page.locator("#chart").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('offered')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#chart .block.held")).to_have_count(1)
    for _ in range(12):
        if page.evaluate("document.activeElement.classList.contains('offer')"):
            break
        page.keyboard.press("Shift+Tab")
    first = page.evaluate("document.activeElement.dataset.place")
    place = first
    for arrow in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"):
        page.keyboard.press(arrow)
        place = page.evaluate("document.activeElement.dataset.place")
        if place != first:
            break
    assert place != first
    page.keyboard.press("Enter")
    expect(page.locator("#bar .order-chip .aim").first).to_contain_text(place)
    page.locator("#bar .send").focus()
    with page.expect_response(lambda answer: answer.url.endswith("/orders")) as sent:
        page.keyboard.press("Enter")
    assert sent.value.status == 201


@pytest.mark.slow
def test_reload_in_the_middle_keeps_what_was_filled(page: Page, live_server: LiveServer) -> None:
    fight_page.begin(page, live_server, "savo-island", "allies")
    page.locator("#bar .order-chip .chip-words").first.click()
    page.locator("#chart .offer").nth(2).click()
    chip = page.locator("#bar .order-chip").first
    expect(chip.locator(".aim")).to_contain_text("→")
    words = chip.locator(".aim").inner_text()
    with page.expect_response(lambda answer: answer.url.endswith("/unsent")) as kept:
        page.evaluate("0")
    assert kept.value.ok
    page.reload()
    expect(page.locator("#bar .order-chip").first.locator(".aim")).to_have_text(words)


@pytest.mark.slow
def test_bar_says_since_when_one_is_called_and_shows_again_what_came(
    page: Page, live_server: LiveServer
) -> None:
    fight_page.begin(page, live_server, "savo-island", "ijn")
    assert fight_page.go_on_until(page, "Move")
    Call.objects.update(since=timezone.now() - timedelta(hours=3))
    page.evaluate(
        "for (const key of Object.keys(localStorage))"
        " if (key.endsWith('/seen')) localStorage.setItem(key, '10')"
    )
    page.reload()
    called = page.locator("#bar .called-since")
    expect(called).to_contain_text("3 hours ago")
    expect(called).to_contain_text(f"{fight_page.entries(page) - 10} entries since your last visit.")
    page.get_by_role("button", name="Replay them").click()
    expect(page.locator(fight_page.ASKED)).to_be_attached()
    fight_page.suggest(page)
    fight_page.send(page)
    expect(page.get_by_role("button", name="Replay them")).to_have_count(0)


def test_order_on_a_lost_line_is_given_once(page: Page, live_server: LiveServer) -> None:
    fight_page.begin(page, live_server, "savo-island", "ijn")
    tries: list[str] = []

    def lose(route: Route) -> None:
        tries.append(route.request.headers["idempotency-key"])
        if len(tries) == 1:
            route.fetch()
        if len(tries) < 3:
            route.abort()
        else:
            route.continue_()

    page.route("**/orders", lose)
    fight_page.button(page, "Submit").click()
    expect(page.locator("#trouble")).to_contain_text("You are offline")
    expect(page.locator("#bar h2")).to_contain_text("Move")
    expect(page.locator("#trouble")).to_be_hidden()
    assert len(tries) == 3
    assert len(set(tries)) == 1
    orders = page.locator("#log .line", has_text="Japan, order: set up")
    expect(orders).to_have_count(1)


@pytest.mark.slow
def test_second_window_is_told_what_came_in_between(browser: Browser, live_server: LiveServer) -> None:
    with watched_page(browser, **STILL) as page:
        fight_page.begin(page, live_server, "savo-island", "ijn")
        other = page.context.new_page()
        other.goto(page.url)
        expect(other.locator(fight_page.ASKED)).to_be_attached()
        fight_page.send(page)
        fight_page.button(other, "Submit").click()
        expect(other.locator("#bar h2")).to_contain_text("Move")
        assert fight_page.entries(other) == fight_page.entries(page)


def test_form_without_scripts_goes_on_with_the_battle(browser: Browser, live_server: LiveServer) -> None:
    with watched_page(browser, java_script_enabled=False) as page:
        page.goto(f"{live_server.url}/library/savo-island/")
        page.locator('form[action="/scenarios/savo-island/fight/"] button').first.click()
        page.get_by_role("link", name="Submit orders in the form view").click()
        for select in page.locator("select").all():
            if select.evaluate("(field) => !field.value"):
                select.select_option(index=1)
        page.get_by_role("button", name="Submit: Set up as in the scenario").click()
        expect(page.locator(".messages")).to_contain_text("Order submitted")
        expect(page.get_by_role("heading", name="What happened")).to_be_visible()


@pytest.mark.parametrize(
    "look", [pytest.param(DESK, id="desk"), pytest.param(OTHER_PHONE, id="phone", marks=pytest.mark.slow)]
)
def test_pages_can_be_read_by_everybody(browser: Browser, live_server: LiveServer, look: Look) -> None:
    with watched_page(browser, **look.options) as page:
        fight_page.begin(page, live_server, "savo-island", "ijn")
        assert fight_page.go_on_until(page, "Move")
        page.locator("#bar .order-chip .chip-words").first.click()
        expect(page.locator("#chart .offer").first).to_be_attached()
        assert_accessible(page, look)
        page.goto(page.url.replace("/play/", "/orders/"))
        assert_accessible(page, look)


class Span(NamedTuple):
    """From where to where something reaches on a page, downwards."""

    top: float
    bottom: float


def box(page: Page, selector: str) -> Span:
    """Where something stands."""
    found = page.locator(selector).bounding_box()
    assert found is not None
    return Span(found["y"], found["y"] + found["height"])


@pytest.mark.slow
def test_turn_on_a_phone(browser: Browser, live_server: LiveServer) -> None:
    with watched_page(browser, **PHONE) as page:
        fight_page.begin(page, live_server, "savo-island", "ijn")
        fight_page.send(page)
        assert fight_page.go_on_until(page, "Move")
        page.locator("#bar .order-chip .chip-words").first.tap()
        page.locator("#chart .offer").first.tap()
        expect(page.locator("#bar .order-chip .aim").first).to_contain_text("→")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.locator("#captions").evaluate("strip => strip.scrollWidth <= strip.clientWidth")
        chart, tools = box(page, "#chart"), box(page, "#chart-tools")
        assert box(page, "#captions").bottom <= chart.top
        assert chart.bottom <= tools.top
        fight_page.suggest(page)  # all that is due has to come in
        fight_page.send(page)
        page.get_by_role("button", name="Log", exact=True).tap()
        expect(page.locator("#log .line.current")).to_be_visible()
