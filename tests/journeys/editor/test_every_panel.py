"""The editor for everybody: audited, on a phone, for each rules system, with two hundred ships."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.engine.scenario.spec import GroupSpec, ShipSpec
from darkseas.members.models import Member
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.starting_points import SIX_A_SIDE, starting_point
from scenarios_app.models import Draft
from tests.journeys.editor.editor_page import (
    _MEASURE,
    DARK_SEAS,
    FLEET,
    MOST_BUSY_MS,
    PANELS,
    PHONE,
    begin,
    editing,
    member,
    saved,
    spec_now,
    tab,
)
from tests.support import time_limits
from tests.support.sites.accessible import Look, assert_accessible, every_other_look

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
@every_other_look
def test_every_panel_is_accessible(browser: Browser, live_server: LiveServer, look: Look) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    with editing(browser, live_server, draft, ann, **look.options) as page:
        for panel in PANELS:
            page.evaluate(f"location.hash = '#{panel}'")
            expect(page.locator(f"#body-{panel}")).to_be_visible()
            if panel == "sides":
                page.get_by_role("button", name="Edit Sydney").click()
                page.get_by_role("button", name=re.compile("^Move Havock")).click()
            assert_accessible(page, look)


@pytest.mark.slow
def test_phone_has_sections_and_adds_a_ship(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann)
    with editing(browser, live_server, draft, ann, **PHONE) as page:
        expect(page.get_by_role("tablist")).to_have_count(0)
        page.get_by_role("button", name=re.compile("Sides and ships")).tap()
        page.get_by_label("Name, class or guns").fill("Chokai")
        page.get_by_role("button", name="Add Chokai", exact=True).tap()
        expect(page.locator(".ship")).to_have_count(1)
        saved(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


@pytest.mark.slow
def test_same_editor_serves_fleet_battle(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann, FLEET, SIX_A_SIDE)
    with editing(browser, live_server, draft, ann, "sides") as page:
        expect(tab(page, "Map")).to_have_count(0)
        page.get_by_role("button", name="Edit Washington").click()
        page.locator('[data-place="sides.west.ships.washington.ratings.cost"] input').fill("11")
        tab(page, "Sea").click()
        cards = page.locator('[data-place="sea.cards"]')
        cards.get_by_label("what for").select_option(label="destroyer")
        cards.get_by_role("button", name="Add", exact=True).click()
        page.locator('[data-place="sea.cards.destroyer.cost"] input').fill("3")
        tab(page, "Victory").click()
        page.locator('[data-place="aims.turn_limit"] input').fill("12")
        saved(page)
    spec = spec_now(draft)
    assert spec.sides[0].ships[0].ratings["cost"] == 11
    assert spec.sea["cards"] == {"destroyer": {"cost": 3}}
    assert spec.aims == {"turn_limit": 12}


@pytest.mark.slow
def test_two_hundred_ships_stay_quick(browser: Browser, live_server: LiveServer) -> None:
    """Neither a key nor a step of a drag keeps the page busy for long, on a machine that does more beside."""
    ann = member()
    draft = _long_draft(ann)
    limit = time_limits.limits()
    with editing(browser, live_server, draft, ann, "sides") as page:
        expect(page.locator(".ship")).to_have_count(200)
        name = page.locator('[data-place="sides.west.name"] input')
        name.focus()
        page.evaluate(_MEASURE)
        page.keyboard.type("A long name", delay=60)
        typing = page.evaluate("window.slowest()")
        page.locator(".ship .handle").nth(5).scroll_into_view_if_needed()
        at = page.locator(".ship .handle").nth(5).bounding_box()
        assert at
        page.mouse.move(at["x"] + 5, at["y"] + 5)
        page.mouse.down()
        page.evaluate(_MEASURE)
        for step in range(20):
            page.mouse.move(at["x"] + 40, at["y"] + 10 * step)
        page.mouse.up()
        dragging = page.evaluate("window.slowest()")
        saved(page)
    assert typing < limit(MOST_BUSY_MS)
    assert dragging < limit(MOST_BUSY_MS)


def _long_draft(owner: Member) -> Draft:
    spec = starting_point(DARK_SEAS, SIX_A_SIDE, "Two hundred ships")
    pattern = spec.sides[0].ships[1]
    sides = []
    for side in spec.sides:
        ships = tuple(_sister(pattern, f"{side.key}-{number}") for number in range(100))
        groups = tuple(
            GroupSpec(f"g{number}", f"Division {number}", tuple(ship.key for ship in ships[number::10]))
            for number in range(10)
        )
        sides.append(replace(side, ships=ships, groups=groups))
    return drafts.start(owner, replace(spec, sides=tuple(sides)))


def _sister(ship: ShipSpec, key: str) -> ShipSpec:
    return replace(ship, key=key, name=key.title())
