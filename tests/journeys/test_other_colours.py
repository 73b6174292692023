"""Colours that are not the site’s: high contrast chosen by the system, and paper after a look by night."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.club.models import Tournament
from tests.club.tournaments.events import drawn, running
from tests.journeys.editor import editor_page
from tests.journeys.fighting import fight_page
from tests.journeys.replay.replay_page import open_replay
from tests.support.library.library_battles import library_battle
from tests.support.sites.browser import watched_page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

#: How a box looks, but for its letters, which tell nothing apart in high contrast.
BOX = """box => {
  const {backgroundColor, boxShadow, outlineStyle, outlineColor} = getComputedStyle(box);
  const ground = getComputedStyle(document.body).backgroundColor;
  const outline = outlineStyle === "none" ? "" : outlineColor;
  return [["rgba(0, 0, 0, 0)", ground].includes(backgroundColor) ? "" : backgroundColor, boxShadow, outline];
}"""
#: What is marked, and a neighbour that is not.
ON_REPLAY = {
    ".line.current a": ".line:not(.current) a",
    "#follow[aria-pressed=true]": "[data-do=fit]",
    ".captions .ensign": ".captions dt",
    ".loss": ".turn-label",
}
ON_BATTLE = {".order-chip:has([aria-pressed=true])": ".order-chip:not(:has([aria-pressed=true]))"}
ON_EDITOR = {"[role=tab][aria-selected=true]": "[role=tab][aria-selected=false]"}
ON_LISTS = {".site-sections a[aria-current]": ".site-sections a:not([aria-current])"}

#: Words on a page that are not dark, outside pictures and filled buttons; and a ground that is not white.
PALE = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number);
    return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
  };
  const style = (one) => getComputedStyle(one);
  const worded = [...document.querySelectorAll("body *")].filter((one) =>
    !one.closest("svg, script, .button, .count, .badge") && one.checkVisibility()
    && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const pale = worded.filter((one) => light(style(one).color) > 0.5).map((one) => one.outerHTML.slice(0, 90));
  return style(document.body).backgroundColor === "rgb(255, 255, 255)" ? pale : ["ground", ...pale];
}"""


def assert_told_apart(page: Page, pairs: dict[str, str], subtests: pytest.Subtests) -> None:
    """What is marked looks other than its neighbour."""
    for marked, plain in pairs.items():
        with subtests.test(marked=marked):
            expect(page.locator(marked).first).to_be_attached()
            assert page.locator(marked).first.evaluate(BOX) != page.locator(plain).first.evaluate(BOX)


def test_high_contrast_keeps_sides_current_lines_choices_and_focus(
    browser: Browser, live_server: LiveServer, subtests: pytest.Subtests
) -> None:
    draft = editor_page.begin(owner := editor_page.member())
    with watched_page(browser, forced_colors="active", color_scheme="dark") as page:
        open_replay(page, live_server, library_battle(), "#e110")
        page.locator("#follow[aria-pressed=false]").click()
        assert_told_apart(page, ON_REPLAY, subtests)
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        fight_page.begin(page, live_server, "savo-island", "ijn")
        fight_page.suggest(page)
        page.locator("#bar .order-chip button").first.click()
        assert_told_apart(page, ON_BATTLE, subtests)
        editor_page.log_in(page.context, owner, live_server)
        editor_page.open_draft(page, live_server, draft)
        assert_told_apart(page, ON_EDITOR, subtests)
        page.goto(f"{live_server.url}/fairness/")
        plot = page.locator(".dice-plot").first
        fill = plot.locator("rect").first.evaluate("bar => getComputedStyle(bar).fill")
        assert fill != plot.evaluate("plot => getComputedStyle(plot).backgroundColor")
        page.goto(f"{live_server.url}/library/")
        assert_told_apart(page, ON_LISTS, subtests)


@pytest.mark.parametrize(("system", "chosen"), [("light", "dark"), ("dark", None)])
def test_night_is_printed_dark_on_white(
    browser: Browser, live_server: LiveServer, subtests: pytest.Subtests, system: str, chosen: str | None
) -> None:
    battle = library_battle()
    event = drawn(running(4, Tournament.Kind.ROUND_ROBIN)).tournament
    standings = f"/clubs/{event.club.slug}/tournaments/{event.slug}/"
    with watched_page(browser, color_scheme=system) as page:
        page.goto(f"{live_server.url}/about/")
        if chosen:
            page.get_by_role("button", name="Show the site in night colours").click()
        assert page.evaluate(PALE)  # it is night
        page.emulate_media(media="print")
        for path in (
            "/library/",
            "/library/savo-island/",
            "/library/savo-island/print/",
            f"/battles/{battle.pk}/prose/",
            "/rules/dark_seas/",
            standings,
        ):
            with subtests.test(path=path):
                page.goto(f"{live_server.url}{path}")
                assert page.evaluate(PALE) == []
        page.emulate_media(media="screen")
