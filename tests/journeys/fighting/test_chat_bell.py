"""A line of the chat reaches the other browser by the bell of its stream, which neither asks nor loads."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from replays_app.lobby.seat_taking import begin
from replays_app.models import Battle
from replays_app.seats.viewer_seat import Holder
from scenarios_app.revisions.store import publish
from tests.replays_app.live.stream.stream_server import serving
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in, member
from tests.support.sites.accessible import DESK, PHONE, Look, assert_accessible
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)

HEARTBEAT_S = 1.0
#: The page never asks again by itself: what comes, comes by the bell.
NEVER_ASK = (
    "const soon = setTimeout; window.setTimeout = (f, ms, ...a) => (ms < 4000 ? soon(f, ms, ...a) : 0);"
)


@pytest.fixture
def battle() -> Battle:
    """A battle of cards between ann and bob."""
    revision = publish(library_spec("first-salvoes"), origin="library")
    sides = [side["key"] for side in revision.scenario.card["sides"]]
    return begin(
        revision,
        {side: Holder(member=member(name)) for side, name in zip(sides, ("ann", "bob"), strict=True)},
    )


@pytest.fixture
def with_streams(live_server: LiveServer, settings: Settings, tmp_path: Path) -> Iterator[None]:
    """Pages that are led on to a stream server."""
    port = urlsplit(live_server.url).port or 0
    with serving(tmp_path, HEARTBEAT_S, port) as server:
        settings.STREAM_PORT = server.port
        yield


class People:
    """Opens the page to fight on for members, each in a browser of their own."""

    def __init__(self, browser: Browser, url: str, stack: ExitStack) -> None:
        self.browser, self.url, self.stack = browser, url, stack

    def come(self, name: str, look: Look = DESK) -> Page:
        """The page of a member, whose stream is open."""
        page = self.stack.enter_context(watched_page(self.browser, **look.options))
        session = logged_in(name).cookies["sessionid"].value
        page.context.add_cookies(
            [{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}]
        )
        page.add_init_script(NEVER_ASK)
        with page.expect_response(lambda answer: answer.url.endswith("/stream") and answer.status == 200):
            page.goto(self.url)
        return page


@pytest.fixture
def people(browser: Browser, live_server: LiveServer, battle: Battle, with_streams: None) -> Iterator[People]:
    """Who comes to the battle."""
    with ExitStack() as stack:
        yield People(browser, f"{live_server.url}/battles/{battle.pk}/play/", stack)


def write(page: Page, text: str, *, is_note: bool = False) -> None:
    """Write a line, or a note."""
    page.locator("#chat-text").fill(text)
    page.locator("#chat-note").set_checked(is_note)
    page.locator("#chat-form button").click()
    expect(page.locator("#chat-text")).to_have_value("")


@pytest.mark.slow
def test_line_is_shown_in_the_other_browser_without_loading(people: People) -> None:
    ann, bob = people.come("ann"), people.come("bob")
    unread, lines = bob.locator("#chat-unread"), bob.locator("#chat-lines li")
    ann.locator("#chat summary").click()
    write(ann, "Good evening, and good luck.")
    expect(unread).to_have_text("(1 new)")
    bob.locator("#chat summary").click()
    expect(unread).to_have_text("")
    expect(lines).to_have_count(1)
    write(ann, "They hide behind the cape.", is_note=True)
    write(ann, "Your turn.")
    expect(lines).to_have_count(2)
    expect(lines.last).to_contain_text("Your turn.")
    expect(ann.locator("#chat-lines li")).to_have_count(3)
    assert_accessible(bob, DESK)


@pytest.mark.slow
def test_chat_fits_a_phone(people: People) -> None:
    ann = people.come("ann", PHONE)
    ann.locator("#chat").evaluate("(panel) => { panel.open = true; }")
    assert_accessible(ann, PHONE)
