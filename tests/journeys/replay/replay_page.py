"""The page of a replay as journeys open it, and what they wait for there."""

import re

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.models import Battle

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def open_replay(page: Page, live_server: LiveServer, battle: Battle, rest: str = "") -> None:
    """Open the replay and wait until an entry is shown."""
    page.goto(f"{live_server.url}/battles/{battle.pk}/{rest}")
    expect(page.locator(".line.current")).to_be_visible()


def expect_entry(page: Page, number: int) -> None:
    """Wait until this entry is shown everywhere: field, address, log."""
    expect(page.locator("#number")).to_have_value(str(number))
    expect(page.locator(f'.line.current[data-n="{number}"]')).to_be_visible()
    expect(page).to_have_url(re.compile(f"#e{number}$"))
