"""What newcomers stumbled over in a replay: what did not fit, was lost, or was not said."""

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.export import prerendered_replays
from replays_app.models import Battle
from tests.support.sites.browser import watched_page

from .replay_page import PHONE, expect_entry, open_replay

pytestmark = pytest.mark.django_db(transaction=True)

#: How high a line of a sentence is at least.
LINE_PX = 20
WIDE_SUM = "document.querySelector('#sum').scrollWidth - document.querySelector('#sum').clientWidth"


def test_sum_with_words_in_it_stays_within_its_pane(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_replay(page, live_server, battle, "#e71")
    expect_entry(page, 71)
    expect(page.locator("#sum .words").first).to_be_attached()
    assert page.evaluate(WIDE_SUM) == 0


def test_rule_opens_beside_the_replay(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle, "#e92")
    expect_entry(page, 92)
    with page.context.expect_page() as opened:
        page.locator("#cited a").first.click()
    expect(opened.value).to_have_url(f"{live_server.url}/rules/dark_seas/18f/")
    opened.value.close()
    expect_entry(page, 92)


def test_key_moments_have_one_heading_a_turn_and_none_over_nothing(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_replay(page, live_server, battle, "?show=key#e112")
    expect(page.locator(".turn-now")).to_have_text("Turn 3")
    expect(page.get_by_text("continued")).to_have_count(0)
    shown = page.locator("#log :is(h3, h4, .line):visible")
    kinds = shown.evaluate_all("all => all.map(one => one.tagName)")
    under_phases = [after for kind, after in pairwise(kinds) if kind == "H4"]
    assert under_phases
    assert set(under_phases) == {"LI"}


def test_view_that_cannot_be_had_is_said_and_one_seen_before_is_there(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    prerendered_replays.tell_ahead(battle)
    open_replay(page, live_server, battle, "?as=all#e67")
    expect_entry(page, 67)
    page.select_option("#perspective", "allies")
    expect(page.locator("#counted")).to_contain_text("Allies")
    page.context.set_offline(True)
    page.select_option("#perspective", "observer")
    expect(page.locator("#trouble")).to_contain_text("You still see this view: Allies.")
    expect(page.locator("#perspective")).to_have_value("allies")
    page.click('[data-go="next-turn"]')
    expect(page.locator("#where")).to_contain_text("Turn 4")
    page.select_option("#perspective", "all")
    expect(page.locator("#trouble")).to_contain_text("the start of the phase in this view: The whole truth")
    expect(page.locator("#where")).to_contain_text("Turn 4")


def test_picture_of_the_moment_is_offered(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle, "?as=allies#e20")
    expect_entry(page, 20)
    page.locator(".head-tools").get_by_role("button", name="Share").click()
    address = f"{live_server.url}/battles/{battle.pk}/picture.png?as=allies&at=20"
    expect(page.get_by_label("Picture of this moment")).to_have_value(address)
    with page.expect_download() as begun:
        page.get_by_role("link", name="Download picture").click()
    assert begun.value.path().read_bytes().startswith(b"\x89PNG")


def test_dice_are_told_whole_in_a_narrow_frame(
    browser: Browser, live_server: LiveServer, battle: Battle
) -> None:
    with watched_page(browser, viewport={"width": 340, "height": 560}) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/embed/#e36")
        sentence = page.locator("#sentence")
        expect(sentence).to_contain_text("and Main column to 0403")
        assert sentence.evaluate("one => one.scrollHeight <= one.clientHeight")


def test_phone_shows_the_turn_whole_and_no_button_on_the_chart(
    browser: Browser, live_server: LiveServer, battle: Battle
) -> None:
    with watched_page(browser, **PHONE) as page:
        open_on_a_phone(page, live_server, battle)
        page.evaluate("document.querySelector('#captions strong').append(' and all her convoy')")
        page.evaluate("document.querySelector('#captions > :last-child dd').textContent = '12 of 15'")
        turn = page.locator("#captions > :last-child dd").first.bounding_box()
        fold = page.locator("#state-fold").bounding_box()
        chart = page.locator(".chart-pane").bounding_box()
        begin = page.get_by_role("button", name="Skip to first contact").bounding_box()
        assert turn is not None
        assert fold is not None
        assert chart is not None
        assert begin is not None
        assert turn["x"] + turn["width"] <= fold["x"]
        assert begin["y"] >= chart["y"] + chart["height"]


def open_on_a_phone(page: Page, live_server: LiveServer, battle: Battle) -> None:
    """Open the first entry, whose log is folded away."""
    page.goto(f"{live_server.url}/battles/{battle.pk}/#e0")
    expect(page.locator("#captions dd").first).to_be_attached()


def test_phone_on_its_side_has_chart_sentence_and_controls_in_sight(
    browser: Browser, live_server: LiveServer, battle: Battle
) -> None:
    low = {"viewport": {"width": 640, "height": 360}, "has_touch": True, "is_mobile": True}
    with watched_page(browser, **low) as page:
        open_on_a_phone(page, live_server, battle)
        for part in ("#chart", "#sentence", "#to-contact", "#play", "#sum-button"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["height"] >= 20
            assert box["y"] + box["height"] <= 360
        sentence, begin = (page.locator(part).bounding_box() for part in ("#sentence", "#to-contact"))
        assert sentence is not None
        assert begin is not None
        assert sentence["y"] + LINE_PX <= begin["y"]
