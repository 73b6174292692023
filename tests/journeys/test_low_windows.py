"""In low windows map and order are in sight together; at a zoom of 400 % each control can be reached."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.club.models import Tournament
from scenarios_app.revisions.store import publish
from tests.club.tournaments.events import drawn, running
from tests.journeys.editor import editor_page
from tests.journeys.fighting import fight_page, table
from tests.journeys.replay.replay_page import open_replay
from tests.support.library.library_battles import library_battle
from tests.support.library.library_specs import library_spec
from tests.support.sites.browser import watched_page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

#: Phones held sideways, and low windows.
LOW = ((667, 375), (844, 390), (932, 430), (956, 440), (1024, 480), (1280, 500), (1366, 600))
#: A window of 1280 by 1024, and one of 1440 by 900, at 400 %.
ZOOMED = ((320, 256), (360, 225))
LEAST_SHARE_OF_MAP = 0.45
ON_REPLAY, ON_BATTLE = ("#sentence", "#play", '[data-go="next"]'), ("#bar .send",)

#: What is missing of a map's share and of parts in sight, and which cards lie outside the map.
MISSING = """([least, parts]) => {
  const map = document.querySelector(".chart-pane").getBoundingClientRect();
  const inside = (box, around) => box.top >= around.top - 1 && box.bottom <= around.bottom + 1
    && box.left >= around.left - 1 && box.right <= around.right + 1;
  const screen = {top: 0, left: 0, bottom: innerHeight, right: innerWidth};
  const seen = (part) => {
    const box = part.getBoundingClientRect();
    const there = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return box.height > 0 && inside(box, screen) && part.contains(there);
  };
  const cards = [...document.querySelectorAll("#chart svg.cards .card .wood")];
  return [
    ...(inside(map, screen) && map.height >= least * innerHeight ? [] : [`map of ${map.height}`]),
    ...parts.filter((part) => !seen(document.querySelector(part))),
    ...cards.filter((card) => !inside(card.getBoundingClientRect(), map)).map(() => "card"),
    ...(document.documentElement.scrollHeight > innerHeight ? ["page scrolls"] : []),
  ];
}"""

#: Controls that cannot be brought into sight, or lie under something else there; and a page that is too wide.
UNREACHABLE = """() => {
  const controls = [...document.querySelectorAll(":is(a, button, select, input, textarea, summary)")];
  const shown = controls.filter(
    (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true})
      && one.getBoundingClientRect().width > 1
      && !one.closest("svg, .unseen, .skip, [aria-hidden=true]") && !one.disabled);
  const missed = (one) => {
    one.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
    const {left, right, top, bottom} = one.getClientRects()[0];
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !there || !(one.contains(there) || there.contains(one) || there.closest("label"));
  };
  const width = document.documentElement.scrollWidth;
  const missing = shown.filter(missed).map((one) => one.outerHTML.slice(0, 90));
  return [...(width > innerWidth ? [`wide: ${width}`] : []), ...missing];
}"""


def each_battle(page: Page, server: LiveServer) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Open one page after the other: replays, battles and a recording, on maps and with cards."""
    for key in ("savo-island", "denmark-strait"):
        open_replay(page, server, library_battle(key), "#e20")
        yield f"replay of {key}", ON_REPLAY
    for key, side in (("first-night", "ijn"), ("denmark-strait", "rn")):
        fight_page.begin(page, server, key, side)
        yield f"battle {key}", ON_BATTLE
    table.begin(page, server, "first-night")
    yield "recording", ON_BATTLE


def test_low_windows_show_map_and_order_together(
    browser: Browser, live_server: LiveServer, subtests: pytest.Subtests
) -> None:
    publish(library_spec("first-night"), origin="library")
    with watched_page(browser) as page:
        for name, parts in each_battle(page, live_server):
            for width, height in LOW:
                with subtests.test(page=name, width=width, height=height):
                    page.set_viewport_size({"width": width, "height": height})
                    page.wait_for_timeout(150)  # until the map has fitted what it shows
                    assert page.evaluate(MISSING, [LEAST_SHARE_OF_MAP, parts]) == []
            page.set_viewport_size({"width": 1280, "height": 900})


def test_every_control_can_be_reached_at_a_large_zoom(
    browser: Browser, live_server: LiveServer, subtests: pytest.Subtests
) -> None:
    publish(library_spec("first-night"), origin="library")
    event = drawn(running(3, Tournament.Kind.ROUND_ROBIN)).tournament
    draft = editor_page.begin(owner := editor_page.member())
    with watched_page(browser) as page:

        def assert_reached(name: str) -> None:
            for width, height in ZOOMED:
                with subtests.test(page=name, width=width, height=height):
                    page.set_viewport_size({"width": width, "height": height})
                    page.wait_for_timeout(150)  # until the map has fitted what it shows
                    assert page.evaluate(UNREACHABLE) == []
            page.set_viewport_size({"width": 1280, "height": 900})

        for name, _ in each_battle(page, live_server):
            assert_reached(name)
        club = f"/clubs/{event.club.slug}/"
        rounds = f"{club}tournaments/{event.slug}/"
        for path in ("/library/", "/library/savo-island/", "/play/", club, rounds, "/ships/"):
            page.goto(f"{live_server.url}{path}")
            expect(page.locator("h1").first).to_be_visible()
            assert_reached(path)
        editor_page.log_in(page.context, owner, live_server)
        for panel in editor_page.PANELS:
            page.goto("about:blank")
            editor_page.open_draft(page, live_server, draft, panel)
            assert_reached(f"editor, {panel}")
