"""Task groups formed freely: by drag, by list and by key, on a desk and on a phone, and without scripts."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.engine.events import OrderGiven
from replays_app.log import store as log_store
from replays_app.models import Battle
from scenarios_app.revisions.store import publish
from tests.journeys.fighting import fight_page
from tests.support.library.library_specs import library_spec
from tests.support.sites.accessible import DESK, OTHER_PHONE, Look, assert_accessible
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)

#: The escort of a convoy: three groups are suggested, four may be formed, and there are two dummies.
KEY, SIDE = "skerki-bank", "italy"
OWN_GROUPS = "Set up with your own task groups"
DESKTOP = {"reduced_motion": "reduce", "viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture(autouse=True)
def scenario() -> None:
    """The night at Skerki Bank."""
    publish(library_spec(KEY), origin="library")


def form_up(page: Page, live_server: LiveServer) -> None:
    """Begin the battle, and turn to the form of free task groups."""
    fight_page.begin(page, live_server, KEY, SIDE)
    fight_page.button(page, OWN_GROUPS).click()
    expect(page.locator("#bar .formation")).to_be_visible()


def card(page: Page, name: str) -> Locator:
    """The card of a group, by the name that it is called."""
    return page.locator("#bar .formed").filter(has=page.locator(f'input[value="{name}"]'))


def drag(page: Page, member: Locator, to: Locator) -> None:
    """Drag a ship by pointer."""
    start, end = member.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()


def touch_drag(page: Page, grip: Locator, to: Locator) -> None:
    """Drag by a finger: pointer events of touch, as the browser makes them of one."""
    client = page.context.new_cdp_session(page)
    start, end = grip.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    goal_x, goal_y = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2
    steps = [(x + (goal_x - x) * part / 6, y + (goal_y - y) * part / 6) for part in range(7)]
    for number, (at_x, at_y) in enumerate(steps):
        kind = "touchMove" if number else "touchStart"
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at_x, "y": at_y}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def choose_where(page: Page, buttons: Locator) -> None:
    """Put whatever has no place yet where the chart offers one."""
    while buttons.count():
        buttons.first.click()
        page.locator("#chart .offer").first.click()


def given_set_up() -> dict[str, Any]:
    """The set-up that stands in the log."""
    events = [entry.event for entry in log_store.read(Battle.objects.get().pk)]
    return next(
        dict(event.blanks) for event in events if isinstance(event, OrderGiven) and event.side == SIDE
    )


@pytest.mark.slow
def test_groups_are_formed_by_drag_by_list_and_by_key(browser: Browser, live_server: LiveServer) -> None:
    with watched_page(browser, **DESKTOP) as page:
        form_up(page, live_server)
        leading, second = card(page, "Leading column"), card(page, "Second column")
        drag(page, leading.locator(".member", has_text="KT-1"), page.locator("#bar .formed.new"))
        expect(card(page, "Group 4")).to_contain_text("KT-1")
        drag(page, leading.locator(".member", has_text="Aventino"), second.locator("header"))
        expect(second).to_contain_text("Aventino")
        # By keys: the list beside a ship keeps the focus while the cards are drawn anew.
        page.get_by_label("Group of Folgore").focus()
        page.keyboard.press("ArrowUp")
        expect(leading).to_contain_text("Folgore")
        expect(page.get_by_label("Group of Folgore")).to_be_focused()
        page.get_by_label("Group of Clio").select_option("a new group")
        expect(page.locator("#bar .note")).to_have_text("You already have 4 groups, the maximum.")
        expect(second).to_contain_text("Clio")
        page.get_by_label("Group of Clio").select_option("alone")
        page.get_by_label("Name of group 4").fill("Flankers")
        page.get_by_label("Name of group 4").press("Enter")
        expect(card(page, "Flankers")).to_be_visible()
        choose_where(page, page.locator("#bar .where.open"))
        page.locator("#bar .handle", has_text="Dummies").click()
        page.locator("#chart .offer").first.click()
        fight_page.send(page)
        order = given_set_up()
        groups = {group["name"]: group["ships"] for group in order["groups"]}
        assert groups == {
            "Sweep": ["procione"],
            "Leading column": ["nicoloso-da-recco", "camicia-nera", "folgore"],
            "Second column": ["puccini", "aspromonte", "aventino"],
            "Flankers": ["kt-1"],
        }
        assert [single["ship"] for single in order["singles"]] == ["clio"]
        assert len(order["dummies"]) == 1


@pytest.mark.slow
def test_groups_are_formed_by_a_finger(browser: Browser, live_server: LiveServer) -> None:
    """Dragged by its grip; what was formed is there again after the page was loaded anew."""
    with watched_page(browser, **PHONE) as page:
        form_up(page, live_server)
        member = card(page, "Leading column").locator(".member", has_text="Nicoloso")
        page.locator("#bar .order-body").evaluate("(body) => body.scrollTo(0, 60)")
        touch_drag(page, member.locator(".grip"), card(page, "Sweep").locator(".member"))
        expect(card(page, "Sweep")).to_contain_text("Nicoloso")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        with page.expect_response(lambda answer: answer.url.endswith("/unsent")):
            page.get_by_label("Group of KT-1").select_option("alone")
        page.reload()
        expect(card(page, "Sweep")).to_contain_text("Nicoloso")
        expect(page.locator("#bar .formed.alone")).to_contain_text("KT-1")


@pytest.mark.slow
@pytest.mark.parametrize("look", [DESK, OTHER_PHONE], ids=["desk", "phone"])
def test_cards_can_be_read_by_everybody(browser: Browser, live_server: LiveServer, look: Look) -> None:
    with watched_page(browser, **look.options) as page:
        form_up(page, live_server)
        page.locator("#bar .where.open").first.click()
        assert_accessible(page, look)
