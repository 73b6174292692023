"""Ships are dragged into task groups, with a mouse and with a finger."""

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from scenarios_app.drafts.starting_points import SIX_A_SIDE
from tests.journeys.editor.editor_page import PHONE, begin, editing, member, saved, spec_now

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("width", [1440, 360])
@pytest.mark.slow
def test_ship_is_dragged_into_another_group(browser: Browser, live_server: LiveServer, width: int) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    with editing(
        browser, live_server, draft, ann, "sides", viewport={"width": width, "height": 1400}
    ) as page:
        source = page.locator('[data-drag="ship:west:havock"] .handle')
        target = page.locator('[data-drag="ship:west:hasty"]')
        target.scroll_into_view_if_needed()
        start, end = source.bounding_box(), target.bounding_box()
        assert start
        assert end
        page.mouse.move(start["x"] + 8, start["y"] + 8)
        page.mouse.down()
        page.mouse.move(end["x"] + 60, end["y"] + 4, steps=6)
        expect(page.locator(".ghost")).to_have_text("Havock")
        page.mouse.up()
        expect(page.locator(".ghost")).to_have_count(0)
        expect(page.locator("#spoken")).to_contain_text("Havock moved to Allies: Second Division")
        page.mouse.move(start["x"] + 8, start["y"] + 8)
        saved(page)
    groups = {group.key: group.ships for group in spec_now(draft).sides[0].groups}
    assert groups["second-division"] == ("havock", "hasty", "ilex")
    assert groups["first-division"] == ("hyperion", "hero")


@pytest.mark.slow
def test_ship_data_is_dragged_onto_a_group(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    size = {"width": 1440, "height": 1600}  # so high that nothing scrolls while a ship is carried
    with editing(browser, live_server, draft, ann, "sides", viewport=size) as page:
        page.get_by_label("Navy", exact=True).select_option(label="all navies")
        page.get_by_label("Name, class or guns").fill("Chokai")
        found = page.locator(".found-ship", has_text="Chokai").first
        found.scroll_into_view_if_needed()
        found.locator("strong").hover()
        page.mouse.down()
        last = page.locator('[data-drop][data-group="first-division"] [data-drag]').last
        last.hover(trial=True)  # not read before the page stands still
        drop = last.bounding_box()
        assert drop
        page.mouse.move(drop["x"] + 80, drop["y"] + drop["height"] - 3, steps=8)
        page.mouse.up()
        expect(page.locator("#spoken")).to_contain_text("Chokai added to Allies: First Division")
        saved(page)
    assert spec_now(draft).sides[0].groups[1].ships[-1] == "chokai"


@pytest.mark.slow
def test_ship_is_dragged_with_a_finger(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    with editing(browser, live_server, draft, ann, "sides", **PHONE) as page:
        ship, grip = (
            page.locator('[data-drag="ship:west:sydney"]'),
            page.locator('[data-drag="ship:west:havock"] .handle'),
        )
        saved(page)
        hand = page.context.new_cdp_session(page)
        x, y, down = _taken(page, hand, grip, ship)
        for step in range(2, 9):
            _touch(hand, "touchMove", [{"x": x + 4 * step, "y": y + down * step / 8}])
        expect(page.locator(".ghost")).to_have_text("Havock")
        _touch(hand, "touchEnd", [])
        expect(page.locator("#spoken")).to_contain_text("Havock moved to Allies: Cruiser")
        saved(page)
    assert set(spec_now(draft).sides[0].groups[0].ships) == {"sydney", "havock"}


def _taken(page: Page, hand: CDPSession, grip: Locator, target: Locator) -> tuple[float, float, float]:
    """Take a grip with a finger, and say where, and how far down the target lies.

    A page that moves meanwhile, since it is still being filled, is taken at once more.
    """
    for _ in range(5):
        for one in (target, grip):  # neither is read before the page stands still
            one.hover(trial=True)
        source, end = grip.bounding_box(), target.bounding_box()
        assert source
        assert end
        x, y, down = source["x"] + 10, source["y"] + 10, end["y"] - source["y"]
        _touch(hand, "touchStart", [{"x": x, "y": y}])
        _touch(hand, "touchMove", [{"x": x + 4, "y": y + down / 8}])
        if page.locator(".ghost").count():
            return x, y, down
        _touch(hand, "touchEnd", [])
    raise AssertionError("the grip is not taken by a finger")


def _touch(hand: CDPSession, kind: str, points: list[dict[str, float]]) -> None:
    hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
