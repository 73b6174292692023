"""A battle watched as a side saw it."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.models import Battle
from replays_app.recording.start import start

from .replay_page import expect_entry, open_replay

pytestmark = pytest.mark.django_db(transaction=True)


def test_perspective_shows_only_what_a_side_knows(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_replay(page, live_server, battle)
    outline = page.request.get(f"{live_server.url}/api/v1/battles/{battle.pk}/outline").json()
    first = outline["turns"][0]["first"]
    page.fill("#number", str(first))
    page.keyboard.press("Enter")
    expect_entry(page, first)
    expect(page.locator("#chart .block.down")).to_have_count(0)
    shown = page.locator("#chart .block.up").count()
    page.select_option("#perspective", "observer")
    expect(page).to_have_url(re.compile(r"\?as=observer#e\d+$"))
    expect(page.locator("#chart .block.down")).to_have_count(shown)
    expect(page.locator("#chart .block.down .sticker")).to_have_count(0)
    expect(page.locator("#where")).to_contain_text("Turn 1")


@pytest.mark.parametrize("number", [67, 63, 62, 95])
def test_going_round_all_views_leads_back_to_the_entry(
    page: Page, live_server: LiveServer, battle: Battle, number: int
) -> None:
    open_replay(page, live_server, battle, f"?as=all#e{number}")
    expect_entry(page, number)
    api = f"{live_server.url}/api/v1/battles/{battle.pk}/"
    told = page.inner_text("#sentence")
    for _ in range(page.locator("#perspective option").count()):
        before = page.input_value("#perspective")
        page.keyboard.press("v")
        expect(page.locator("#perspective")).not_to_have_value(before)
        perspective = page.input_value("#perspective")
        address = f"{api}counterparts/{number}?as={perspective}&of=all"
        same = page.request.get(address).json()
        expect_entry(page, same["n"])
        lines = page.request.get(f"{api}lines?as={perspective}&from={same['n']}&count=1").json()["lines"]
        expect(page.locator("#sentence")).to_have_text(lines[0]["sentence"])
    expect_entry(page, number)
    expect(page.locator("#sentence")).to_have_text(told)


def test_perspective_that_is_not_open_is_said_and_what_is_open_shown(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_replay(page, live_server, battle, "?as=nobody#e67")
    expect_entry(page, 67)
    expect(page.locator("#trouble")).to_contain_text("You now see this view: The whole truth")


def test_battle_that_goes_on_is_shown_as_an_observer_may_see_it(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    running = start(battle.revision, title="Still fought").battle
    open_replay(page, live_server, running, "?as=all")
    expect(page.locator("#trouble")).to_contain_text("The whole truth is shown when the battle is over.")
    expect(page.locator("#perspective")).to_have_value("observer")
