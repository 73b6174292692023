"""The look of the page: chart, panes, help, night, little motion, and for whom it is read aloud."""

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.models import Battle
from tests.support.sites.accessible import Look, assert_accessible, every_other_look
from tests.support.sites.browser import watched_page

from .replay_page import expect_entry, open_replay

pytestmark = pytest.mark.django_db(transaction=True)

#: A sum of an attack: one of its rows has words where the others have a number.
WORDY_SUM = """<table class="sum"><tbody>
<tr><td>Kinugasa C is worth</td><td class="number">4</td><td class="cites"><a>DS-R23</a></td></tr>
<tr><td>needs</td><td class="number words">any roll damages, 6 or less sinks</td><td class="cites"></td></tr>
</tbody></table>"""


def test_panes_are_dragged_by_mouse_and_keys_and_remembered(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    def wide() -> float:
        box = page.locator("#log-pane").bounding_box()
        assert box is not None
        return box["width"]

    open_replay(page, live_server, battle, "#e71")
    divider = page.get_by_role("separator", name="Width of the log")
    box, first = divider.bounding_box(), wide()
    assert box is not None
    page.mouse.move(box["x"] + 6, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] - 194, box["y"] + 200, steps=4)
    page.mouse.up()
    dragged = wide()
    assert abs(dragged - first - 200) < 15
    divider.focus()
    page.keyboard.press("ArrowRight")
    narrower = wide()
    assert narrower < dragged - 20
    expect_entry(page, 71)
    page.click("#sum-fold")
    expect(page.locator("#sum")).to_be_hidden()
    page.reload()
    expect(page.locator("#number")).to_have_value("71")
    expect(page.locator("#sum")).to_be_hidden()
    assert abs(wide() - narrower) < 2


def box_of(page: Page, selector: str) -> FloatRect:
    """Where something stands on the page."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box


def test_line_shown_stands_clear_of_a_long_sum_whose_labels_are_not_broken(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    page.set_viewport_size({"width": 1440, "height": 760})
    open_replay(page, live_server, battle, "#e71")
    page.locator("#choose").click()
    expect(page.locator(".filter")).to_be_visible()
    expect(page.locator(".sum .words").first).to_be_attached()
    page.wait_for_function(
        "(() => { const line = document.querySelector('.line.current').getBoundingClientRect();"
        "const log = document.querySelector('.log').getBoundingClientRect();"
        "return line.top >= log.top && line.bottom <= log.bottom + 1; })()"
    )
    line, panel = box_of(page, ".line.current"), box_of(page, "#sum-pane")
    assert line["y"] + line["height"] <= panel["y"] + 1
    page.locator("#sum").evaluate("(sum, table) => { sum.innerHTML = table; }", WORDY_SUM)
    label, words = box_of(page, ".sum td:first-child"), box_of(page, ".sum td.words")
    assert label["height"] < 35
    assert words["height"] < 60


@pytest.mark.slow
def test_chart_zooms_pans_and_shows_a_block(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle, "#e60")
    chart = page.locator("svg.chart.hexes")
    whole = chart.get_attribute("viewBox")
    expect(page.locator(".minimap")).to_be_hidden()
    page.keyboard.press("+")
    expect(chart).not_to_have_attribute("viewBox", whole or "")
    expect(page.locator(".minimap")).to_be_visible()
    closer = chart.get_attribute("viewBox")
    page.focus("#chart")
    page.keyboard.press("ArrowRight")
    expect(chart).not_to_have_attribute("viewBox", closer or "")
    expect_entry(page, 60)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".piece-card")).to_be_visible()
    expect(page.locator(".piece-card")).to_contain_text("ship")
    page.keyboard.press("Escape")
    expect(page.locator(".piece-card")).to_be_hidden()
    page.keyboard.press("0")
    expect(page.locator(".minimap")).to_be_hidden()


@pytest.mark.slow
def test_help_tells_keys_and_signs(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    expect(page.locator("#help")).to_contain_text("go to an entry by its number")
    assert page.locator("#signs li").count() > 10
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()
    expect_entry(page, 0)


@pytest.mark.slow
def test_little_motion_is_honoured(browser: Browser, live_server: LiveServer, battle: Battle) -> None:
    with watched_page(browser, reduced_motion="reduce") as page:
        open_replay(page, live_server, battle, "#e60")
        assert (
            page.eval_on_selector("#chart .block", "block => getComputedStyle(block).transitionDuration")
            == "0s"
        )
    with watched_page(browser, reduced_motion="no-preference") as page:
        open_replay(page, live_server, battle, "#e60")
        assert (
            page.eval_on_selector("#chart .block", "block => getComputedStyle(block).transitionDuration")
            == "0.34s"
        )


@pytest.mark.slow
def test_night_is_kept_for_the_next_page(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    day = page.eval_on_selector("body", "body => getComputedStyle(body).backgroundColor")
    page.click("#theme")
    night = page.eval_on_selector("body", "body => getComputedStyle(body).backgroundColor")
    assert night != day
    page.goto(f"{live_server.url}/library/")
    assert page.eval_on_selector("body", "body => getComputedStyle(body).backgroundColor") == night


@every_other_look
def test_replay_is_accessible(browser: Browser, live_server: LiveServer, battle: Battle, look: Look) -> None:
    with watched_page(browser, **look.options) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/#e60")
        expect(page.locator("#number")).to_have_value("60")
        expect(page.locator("#chart .block").first).to_be_attached()
        assert_accessible(page, look)
