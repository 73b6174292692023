"""A battle on a chart of cards, watched in a browser: rows, lines, choice, on a desk and on a phone."""

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.models import Battle
from tests.support.library.library_battles import library_battle
from tests.support.sites.accessible import Look, assert_accessible, every_other_look
from tests.support.sites.browser import watched_page
from tests.support.toys.toy_cards import DEFENCE, FLEET, card_battle

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SHIPS = [ship for _, _, ships in FLEET for ship in ships]


@pytest.fixture
def battle() -> Battle:
    """A whole battle of the toy on cards."""
    return card_battle()


def open_at(page: Page, live_server: LiveServer, battle: Battle, entry: int) -> None:
    """Open the replay at an entry, and wait until its cards lie there."""
    page.goto(f"{live_server.url}/battles/{battle.pk}/#e{entry}")
    expect(page.locator("#number")).to_have_value(str(entry))
    expect(page.locator("#chart .card").first).to_be_attached()


def lines_of(page: Page, live_server: LiveServer, battle: Battle, kind: str) -> list[Any]:
    """All lines of a kind."""
    address = f"{live_server.url}/api/v1/battles/{battle.pk}/lines?from=0&count=1000"
    return [line for line in page.request.get(address).json()["lines"] if line["kind"].endswith(kind)]


def card(page: Page, key: str) -> Locator:
    """The card of a ship."""
    return page.locator(f'#chart .card[data-key="{key}"]')


def box(part: Locator) -> dict[str, float]:
    """Where something is on the screen."""
    found = part.bounding_box()
    assert found is not None
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes on the screen cover each other."""
    return all(
        one[at] < other[at] + other[long] and other[at] < one[at] + one[long]
        for at, long in (("x", "width"), ("y", "height"))
    )


def test_rows_lie_by_group_and_tier_with_the_fronts_facing(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_at(page, live_server, battle, 0)
    expect(page.locator("#chart .card")).to_have_count(2 * len(SHIPS))
    groups = page.locator("#chart .group-title").all_text_contents()
    assert sorted(groups) == sorted(2 * ["Submarines", "Carrier group", "Battle group"])
    tiers = page.locator("#chart .row-title").all_text_contents()
    assert sorted(tiers) == sorted(2 * ["Tier 2", "Tier 3", "Tier 4", "Tier 5", "Tier 5"])
    heights = [box(card(page, key))["y"] for key in ("blue-Furious", "blue-Hood", "red-Hood", "red-Furious")]
    assert heights == sorted(heights)
    assert len(set(heights)) == 4
    assert box(card(page, "red-Hood"))["x"] < box(card(page, "red-Renown"))["x"]
    shapes = {
        side: card(page, f"{side}-Hood").locator(".wood").get_attribute("d") for side in ("red", "blue")
    }
    assert shapes["red"] != shapes["blue"]


@pytest.mark.parametrize("width", [1440, 1100])
@pytest.mark.slow
def test_no_card_is_covered_or_cut_off(
    browser: Browser, live_server: LiveServer, battle: Battle, width: int
) -> None:
    with watched_page(browser, viewport={"width": width, "height": 900}, reduced_motion="reduce") as page:
        open_at(page, live_server, battle, 0)
        boxes = [box(paper) for paper in page.locator("#chart .card .wood").all()]
        assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
        pane, tools = box(page.locator("#chart")), box(page.locator("#chart-tools"))
        for one in boxes:
            assert not overlap(one, tools)
            assert one["y"] >= pane["y"]
            assert one["y"] + one["height"] <= pane["y"] + pane["height"]
        names = page.locator("#chart .card-name")
        for name, paper in zip(names.all(), page.locator("#chart .card .paper").all(), strict=True):
            assert box(name)["x"] + box(name)["width"] <= box(paper)["x"] + box(paper)["width"]


def test_card_shows_ship_name_dice_and_defence(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_at(page, live_server, battle, 0)
    hood = card(page, "red-Hood")
    expect(hood.locator(".card-name")).to_have_text("Hood")
    expect(hood.locator(".silhouette")).to_have_count(1)
    assert hood.locator(".plate text").all_text_contents() == ["2d10", str(DEFENCE["BB"] + 1)]
    expect(hood.locator(".plate.worked")).to_have_count(1)
    assert hood.get_attribute("aria-label") == (
        "Red Fleet: Hood, battleship, Battle group, tier 3; Attack 2d10, Defence 9"
    )


@pytest.mark.slow
def test_line_of_fire_says_its_outcome_and_the_dice_lie_on_the_firing_card(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    looks = {}
    for line in lines_of(page, live_server, battle, "ship_hit")[:2]:
        open_at(page, live_server, battle, line["n"])
        expect(page.locator("#chart .shots .shot")).to_have_count(1)
        outcome = "sunk" if line["total"] == "2" else "missed"
        shot = page.locator(f"#chart .shots .shot.{outcome}")
        looks[outcome] = shot.locator(".trace").evaluate(
            "line => [getComputedStyle(line).strokeDasharray, getComputedStyle(line).stroke]"
        )
        expect(page.locator("#chart .card.now")).to_have_count(2)
        firing = page.locator('#chart .card.now:not([data-key^="blue"])')
        assert overlap(box(page.locator("#chart .chip")), box(firing))
        expect(page.locator("#chart .chip")).to_have_text(f"1d6: {3 + int(line['total'])}")
    assert looks["sunk"][0] != looks["missed"][0]
    assert looks["sunk"][1] != looks["missed"][1]
    expect(shot.locator(".burst")).to_have_count(1)


@pytest.mark.slow
def test_sunk_cards_are_crossed_and_submarines_dive(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    sunk = [line["n"] for line in lines_of(page, live_server, battle, "ship_sunk")]
    open_at(page, live_server, battle, sunk[1])
    expect(page.locator("#chart .card.lost .cross")).to_have_count(2)
    expect(page.locator("#chart .card.lost .plate")).to_have_count(0)
    expect(page.locator("#chart .card .badge.submerged")).to_have_count(4)
    page.keyboard.press("End")
    expect(page.locator("#chart .card.lost")).to_have_count(len(sunk))
    expect(page.locator("#chart .card .badge.surfaced")).to_have_count(4)


def test_card_is_chosen_by_keyboard_and_tells_what_its_figures_are_made_of(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_at(page, live_server, battle, 0)
    assert "Enter goes to the cards" in (page.get_attribute("#chart", "aria-label") or "")
    page.focus("#chart")
    page.keyboard.press("Enter")
    card(page, "blue-Hood").focus()
    page.keyboard.press("ArrowDown")
    expect(card(page, "red-Hood")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(card(page, "red-Renown")).to_be_focused()
    page.keyboard.press("Enter")
    chosen = page.locator(".piece-card")
    expect(chosen).to_contain_text("Renown")
    expect(chosen).to_contain_text("Battle group, tier 3")
    assert chosen.locator(".figures dt").all_text_contents() == ["Attack", "Defence"]
    assert chosen.locator(".figures .value").all_text_contents() == ["1d10", "7"]
    expect(chosen.locator(".figures .working")).to_have_text(
        ["BC: by her type", "6 on the card", "+1 for a destroyer in her group (T-2)"]
    )
    page.keyboard.press("Escape")
    expect(chosen).to_be_hidden()
    expect(page.locator("#number")).to_have_value("0")
    page.keyboard.press("Escape")
    expect(page.locator("#chart")).to_be_focused()


@pytest.mark.slow
def test_card_is_chosen_by_mouse_while_the_chart_moves(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_at(page, live_server, battle, 0)
    card(page, "red-U 47").locator(".paper").click()
    expect(page.locator(".piece-card")).to_contain_text("submarine")
    whole = page.get_attribute("svg.chart.cards", "viewBox")
    expect(page.locator(".minimap")).to_be_hidden()
    page.keyboard.press("+")
    expect(page.locator(".minimap")).to_be_visible()
    expect(page.locator(".minimap .dot")).to_have_count(2 * len(SHIPS))
    page.keyboard.press("0")
    expect(page.locator("svg.chart.cards")).to_have_attribute("viewBox", whole or "")


@pytest.mark.slow
def test_help_explains_cards(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_at(page, live_server, battle, 0)
    page.keyboard.press("?")
    expect(page.locator("#signs .card")).to_have_count(8)
    expect(page.locator("#signs")).to_contain_text("Submerged")
    expect(page.locator("#signs .block")).to_have_count(0)


@pytest.mark.slow
def test_phone_follows_both_ends_of_a_shot(browser: Browser, live_server: LiveServer, battle: Battle) -> None:
    with watched_page(browser, **PHONE, reduced_motion="reduce") as page:
        hit = lines_of(page, live_server, battle, "ship_hit")[0]["n"]
        open_at(page, live_server, battle, hit)
        expect(page.locator("#follow")).to_have_attribute("aria-pressed", "true")
        pane = box(page.locator("#chart"))
        for one in page.locator("#chart .card.now .wood").all():
            seen = box(one)
            assert seen["x"] >= pane["x"]
            assert seen["x"] + seen["width"] <= pane["x"] + pane["width"]
            assert seen["y"] >= pane["y"] - 1
            assert seen["y"] + seen["height"] <= pane["y"] + pane["height"] + 1
        page.locator("#chart .card.now .paper").first.tap()
        expect(page.locator(".piece-card .figures")).to_be_visible()


@pytest.mark.slow
def test_cards_glide_only_where_motion_is_welcome(
    browser: Browser, live_server: LiveServer, battle: Battle
) -> None:
    for motion, lasts in (("reduce", "0s"), ("no-preference", "0.34s")):
        with watched_page(browser, reduced_motion=motion) as page:
            open_at(page, live_server, battle, 0)
            page.keyboard.press("ArrowRight")
            expect(page.locator("#number")).to_have_value("1")
            hood = card(page, "red-Hood")
            expect(hood).to_have_css("transition-duration", lasts)


@pytest.mark.slow
def test_other_pages_picture_the_cards(page: Page, live_server: LiveServer, battle: Battle) -> None:
    page.goto(live_server.url)
    expect(page.locator(".watch .card")).to_have_count(2 * len(SHIPS))
    expect(page.locator(".watch .shots .shot")).to_have_count(1)
    expect(page.locator(".scenarios .card.down")).to_have_count(4)


@pytest.mark.slow
@every_other_look
def test_chart_of_cards_is_accessible(
    browser: Browser, live_server: LiveServer, battle: Battle, look: Look
) -> None:
    with watched_page(browser, **look.options) as page:
        hit = lines_of(page, live_server, battle, "ship_hit")[0]["n"]
        open_at(page, live_server, battle, hit)
        card(page, "red-Hood").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".piece-card")).to_be_visible()
        assert_accessible(page, look)


@pytest.mark.slow
def test_fleet_battle_is_watched_on_the_same_page(page: Page, live_server: LiveServer) -> None:
    """From its scenario's page, as every side, by keyboard, to its end."""
    fought = library_battle("denmark-strait")
    page.goto(f"{live_server.url}/library/denmark-strait/")
    expect(page.locator(".scenario-map .card").first).to_be_visible()
    page.click("text=Watch a battle")
    expect(page.locator("#chart .card").first).to_be_attached()
    last = fought.summary.entries - 1
    for entry in (last - 1, last):  # first to the last before the result
        page.keyboard.press("End")
        expect(page.locator("#number")).to_have_value(str(entry))
    expect(page.locator("#chart .card.lost")).to_have_count(3)
    for perspective in ("rn", "km", "observer"):
        page.goto(f"{live_server.url}/battles/{fought.pk}/?as={perspective}#e2")
        expect(page.locator("#number")).to_have_value("2")
        expect(page.locator("#chart .card")).to_have_count(4)
        assert page.inner_text("#sentence").strip()
