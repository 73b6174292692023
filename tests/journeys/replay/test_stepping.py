"""A battle stepped through in a browser: by keys, by the timeline, by itself."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.export import prerendered_replays
from replays_app.models import Battle

from .replay_page import expect_entry, open_replay

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_control_moves_by_keyboard(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    outline = page.request.get(f"{live_server.url}/api/v1/battles/{battle.pk}/outline").json()
    turns = [turn["first"] for turn in outline["turns"]]
    phases = [phase["first"] for turn in outline["turns"] for phase in turn["phases"]]
    last = outline["entries"] - 1
    expect_entry(page, 0)
    for key, number in [
        ("ArrowRight", 1), ("j", 2), ("ArrowLeft", 1), ("k", 0), ("t", turns[0]), ("t", turns[1]),
        ("Shift+T", turns[0]), ("PageDown", phases[0]), ("p", phases[1]), ("Shift+P", phases[0]),
        ("End", last - 1), ("End", last), ("Home", 0),
    ]:  # fmt: skip
        page.keyboard.press(key)
        expect_entry(page, number)


def test_battle_told_ahead_is_stepped_through_with_the_line_cut(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    assert prerendered_replays.tell_ahead(battle) == 4
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    open_replay(page, live_server, battle)
    outline = page.request.get(f"{live_server.url}/api/v1/battles/{battle.pk}/outline").json()
    page.context.set_offline(True)
    last, turn = outline["entries"] - 1, outline["turns"][0]["first"]
    for key, number in [("End", last - 1), ("End", last), ("Home", 0), ("t", turn)]:
        page.keyboard.press(key)
        expect_entry(page, number)
    of_the_battle = [url for url in requests if "/api/v1/battles/" in url]
    assert [url.rpartition("/")[2] for url in of_the_battle] == ["all"]
    page.select_option("#perspective", "ijn")  # which was not loaded, and cannot be now
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#perspective")).to_have_value("all")
    page.context.set_offline(False)


def test_slider_stays_with_the_chart_where_an_entry_cannot_be_loaded(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    page.route("**/reels/**", lambda route: route.abort())
    open_replay(page, live_server, battle, "#e20")
    expect_entry(page, 20)
    page.context.set_offline(True)
    for key in ("t", "End"):
        page.keyboard.press(key)
        expect(page.locator("#trouble")).to_contain_text("still shows entry 20")
        expect(page.locator("#range")).to_have_value("20")
        expect_entry(page, 20)
    page.context.set_offline(False)
    page.keyboard.press("End")
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator("#range")).to_have_value(str(battle.summary.entries - 2))


def test_step_keys_go_from_order_to_result_to_order(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_replay(page, live_server, battle)
    address = f"{live_server.url}/api/v1/battles/{battle.pk}/lines?from=0&count=100"
    lines = page.request.get(address).json()["lines"]
    stops = [
        line["n"]
        for before, line in pairwise(lines)
        if line["step"] != before["step"]
        or line.get("weight", 2) > 2
        or (line.get("weight", 2) == 2 and line.get("dice"))
    ]
    assert any(lines[n]["step"] == lines[n - 1]["step"] for n in stops[:8]), "a result among the first stops"
    on = [("s", number) for number in stops[:8]]
    for key, number in [*on, ("Shift+S", stops[6]), ("Shift+ArrowLeft", stops[5])]:
        page.keyboard.press(key)
        expect_entry(page, number)


def test_address_names_the_entry_and_back_leads_back(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_replay(page, live_server, battle, "?as=allies#e20")
    expect_entry(page, 20)
    expect(page.locator("#perspective")).to_have_value("allies")
    page.click('[data-go="next"]')
    expect_entry(page, 21)
    page.fill("#number", "40")
    page.keyboard.press("Enter")
    expect_entry(page, 40)
    page.go_back()
    expect_entry(page, 21)
    page.go_back()
    expect_entry(page, 20)
    page.go_forward()
    expect_entry(page, 21)


def test_autoplay_goes_on_and_stops(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    page.keyboard.press("4")
    expect(page.locator("#speed")).to_have_value("3")
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    expect(page.locator("#play .when-playing")).to_be_visible()
    expect(page.locator("#play .when-still")).to_be_hidden()
    page.wait_for_function("() => Number(document.querySelector('#number').value) >= 4")
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    expect(page.locator("#play .when-still")).to_be_visible()
    expect(page.locator("#play .when-playing")).to_be_hidden()
    stopped = page.input_value("#number")
    page.wait_for_timeout(800)
    assert page.input_value("#number") == stopped
    page.keyboard.press("Home")
    expect_entry(page, 0)


@pytest.mark.slow
def test_autoplay_ends_with_the_battle(page: Page, live_server: LiveServer, battle: Battle) -> None:
    last = battle.summary.entries - 1
    open_replay(page, live_server, battle, f"#e{last - 2}")
    page.select_option("#speed", "3")
    page.click("#play")
    expect_entry(page, last)
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")


def test_timeline_seeks_and_says_where(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    box = page.locator("#range").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    middle = battle.summary.entries / 2
    expect(page.locator("#number")).not_to_have_value("0")
    assert abs(int(page.input_value("#number")) - middle) < middle / 10
    words = page.get_attribute("#range", "aria-valuetext") or ""
    assert re.match(r"Entry \d+ of \d+, Turn \d+, \w+", words)
    outline = page.request.get(f"{live_server.url}/api/v1/battles/{battle.pk}/outline").json()
    assert page.locator(".timeline .loss").count() == len(outline["marks"]["losses"]) > 0
