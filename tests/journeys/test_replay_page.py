"""A battle watched in a browser: by keys, by mouse, by touch, by ear, on a desk and on a phone."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.models import Battle
from tests.support.library.library_battles import library_battle
from tests.support.sites.accessible import Look, assert_accessible, every_other_look
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def battle() -> Battle:
    """A whole battle of Savo Island between captains."""
    return library_battle()


def open_replay(page: Page, live_server: LiveServer, battle: Battle, rest: str = "") -> None:
    """Open the replay and wait until an entry is shown."""
    page.goto(f"{live_server.url}/battles/{battle.pk}/{rest}")
    expect(page.locator(".line.current")).to_be_visible()


def expect_entry(page: Page, number: int) -> None:
    """Wait until this entry is shown everywhere: field, address, log."""
    expect(page.locator("#number")).to_have_value(str(number))
    expect(page.locator(f'.line.current[data-n="{number}"]')).to_be_visible()
    expect(page).to_have_url(re.compile(f"#e{number}$"))


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
        ("End", last), ("Home", 0),
    ]:  # fmt: skip
        page.keyboard.press(key)
        expect_entry(page, number)


def test_step_keys_go_from_order_to_order(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    address = f"{live_server.url}/api/v1/battles/{battle.pk}/lines?from=0&count=100"
    lines = page.request.get(address).json()["lines"]
    starts = [line["n"] for before, line in pairwise(lines) if line["step"] != before["step"]]
    for key, number in [("s", starts[0]), ("s", starts[1]), ("Shift+S", starts[0]), ("Shift+ArrowLeft", 0)]:
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


def test_click_on_a_line_moves_the_chart(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    before = page.locator("#chart .wake").count()
    outline = page.request.get(f"{live_server.url}/api/v1/battles/{battle.pk}/outline").json()
    target = outline["turns"][2]["first"]
    page.fill("#number", str(target))
    page.keyboard.press("Enter")
    expect_entry(page, target)
    page.click(f'.line[data-n="{target + 1}"] a')
    expect_entry(page, target + 1)
    expect(page.locator("#where")).to_contain_text("Turn 3")
    assert page.locator("#chart .wake").count() > before
    assert page.locator("#chart .block").count() > 3


@pytest.mark.slow
def test_roll_is_shown_as_a_die_with_its_sum(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    api = f"{live_server.url}/api/v1/battles/{battle.pk}/"
    lines = page.request.get(f"{api}lines?from=0&count=1000").json()["lines"]
    line = next(line for line in lines if line["kind"].endswith("attack_resolved"))
    page.fill("#number", str(line["n"]))
    page.keyboard.press("Enter")
    expect_entry(page, line["n"])
    panel = page.locator("#sum")
    expect(panel.locator("svg.die")).to_have_count(len(line["dice"]))
    expect(panel.locator(".sum tbody tr")).to_have_count(len(line["workings"]))
    expect(panel.locator(".result-column tbody tr")).to_have_count(len(line["column"]["rows"]))
    expect(panel.locator("tfoot")).to_contain_text(line["total"])
    expect(panel).to_contain_text(line["workings"][0]["rule"])
    expect(page.locator(".chip")).to_have_count(1)
    expect(page.locator("#sentence")).to_have_text(line["sentence"])
    expect(page.locator("#spoken")).to_have_text(line["sentence"])


@pytest.mark.slow
def test_log_is_filtered_and_stepping_follows_the_filter(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_replay(page, live_server, battle)
    api = f"{live_server.url}/api/v1/battles/{battle.pk}/"
    lines = page.request.get(f"{api}lines?from=0&count=1000").json()["lines"]
    wanted = [line["n"] for line in lines if line["side"] == "ijn" and line["turn"] == 2]
    page.click("#filters summary")
    page.select_option("select[name=side]", "ijn")
    page.select_option("select[name=turn]", "2")
    expect(page.locator("#found")).to_have_text(f"{len(wanted)} entries")
    assert page.eval_on_selector_all("#log .line", "lines => lines.map(line => +line.dataset.n)") == wanted
    page.locator("#sentence").click()
    page.keyboard.press("ArrowRight")
    expect_entry(page, wanted[0])
    page.select_option("select[name=side]", "")
    page.select_option("select[name=turn]", "")
    page.fill("input[name=words]", "chokai")
    page.keyboard.press("Enter")
    named = [line["n"] for line in lines if "Chokai" in line["sentence"]]
    expect(page.locator("#log .line")).to_have_count(len(named))
    page.click("text=Show all")
    expect(page.locator('.line[data-n="0"]')).to_be_attached()


@pytest.mark.slow
def test_small_entries_are_hidden_and_passed_over(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_replay(page, live_server, battle)
    api = f"{live_server.url}/api/v1/battles/{battle.pk}/"
    lines = page.request.get(f"{api}lines?from=0&count=200").json()["lines"]
    page.keyboard.press("q")
    expect(page.locator(".line.weight-1:visible")).to_have_count(0)
    large = [line["n"] for line in lines if line["n"] and line.get("weight", 2) > 1]
    for number in large[:3]:
        page.keyboard.press("ArrowRight")
        expect_entry(page, number)


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


def test_autoplay_goes_on_and_stops(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    page.keyboard.press("4")
    expect(page.locator("#speed")).to_have_value("3")
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Stop")
    page.wait_for_function("() => Number(document.querySelector('#number').value) >= 4")
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
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
def test_current_line_stays_in_sight(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    for number in (5, 150, 30, battle.summary.entries - 1, 90):
        page.fill("#number", str(number))
        page.keyboard.press("Enter")
        expect_entry(page, number)
        expect(page.locator(".line.current")).to_be_in_viewport()
        expect(page.locator("#sentence")).to_be_in_viewport()


@pytest.mark.slow
def test_broken_log_is_shown_as_far_as_it_holds(page: Page, live_server: LiveServer) -> None:
    battle = library_battle("cape-bon", "broken")
    battle.broken_at = 40
    battle.save()
    battle.findings.create(kind="chain", seq=40, text="Its link does not follow.", release="r1")
    open_replay(page, live_server, battle, "#e9999")
    expect(page.locator("#broken")).to_contain_text("cannot be verified")
    expect(page.locator("#broken")).to_contain_text("Its link does not follow.")
    expect(page.locator(".line.current")).to_be_visible()


@pytest.mark.slow
def test_perspective_that_is_not_open_is_said(page: Page, live_server: LiveServer, battle: Battle) -> None:
    page.goto(f"{live_server.url}/battles/{battle.pk}/?as=nobody")
    expect(page.locator("#trouble")).to_contain_text("no such perspective")


def test_phone_has_chart_sentence_and_controls_without_scrolling(
    browser: Browser, live_server: LiveServer, battle: Battle
) -> None:
    with watched_page(browser, **PHONE) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/#e60")
        expect(page.locator("#number")).to_have_value("60")
        boxes = [
            page.locator(part).bounding_box() for part in (".chart-pane", "#sentence", "#range", "#play")
        ]
        tops = [box for box in boxes if box is not None]
        assert len(tops) == len(boxes)
        assert [box["y"] for box in tops] == sorted(box["y"] for box in tops)
        assert tops[-1]["y"] + tops[-1]["height"] <= 740
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        for control in page.locator(".transport button:visible").all():
            box = control.bounding_box()
            assert box is not None
            assert box["height"] >= 44
            assert box["width"] >= 44
        page.tap('[data-go="next"]')
        expect(page.locator("#number")).to_have_value("61")
        expect(page.get_by_role("link", name="take it along")).to_be_in_viewport(ratio=1)
        page.get_by_role("link", name="as prose").tap()
        expect(page.get_by_role("link", name="the battle file")).to_be_attached()


@pytest.mark.slow
def test_phone_opens_log_and_sum_as_sheets(browser: Browser, live_server: LiveServer, battle: Battle) -> None:
    with watched_page(browser, **PHONE) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/#e60")
        expect(page.locator("#log")).to_be_hidden()
        page.tap('[data-sheet-of="log"]')
        expect(page.locator('.line.current[data-n="60"]')).to_be_in_viewport()
        page.tap('[data-sheet-of="sum"]')
        expect(page.locator("#log")).to_be_hidden()
        expect(page.locator("#sum")).to_be_visible()
        page.tap('[data-sheet-of="sum"]')
        expect(page.locator("#sum")).to_be_hidden()


@pytest.mark.slow
def test_phone_pinch_comes_closer(browser: Browser, live_server: LiveServer, battle: Battle) -> None:
    with watched_page(browser, **PHONE) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/#e60")
        expect(page.locator("#number")).to_have_value("60")
        page.wait_for_timeout(500)
        wide = _width_seen(page)
        touch = page.context.new_cdp_session(page)
        for spread, kind in [(30, "touchStart"), *((30 + 8 * k, "touchMove") for k in range(1, 8))]:
            points = [{"x": 180 - spread, "y": 250, "id": 0}, {"x": 180 + spread, "y": 250, "id": 1}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator(".minimap")).to_be_visible()
        assert _width_seen(page) < 0.6 * wide


def _width_seen(page: Page) -> float:
    return float((page.get_attribute("svg.chart.hexes", "viewBox") or "").split()[2])


#: How many names wait for room, and which of those that are seen lie on each other.
NAMES_ON_CHART = """() => {
  const names = [...document.querySelectorAll(".chart .place, .chart .area-label")];
  const seen = names.filter((name) => getComputedStyle(name).visibility === "visible");
  const boxes = seen.map((name) => [name.textContent, name.getBoundingClientRect()]);
  const wide = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const meet = (a, b) => Math.min(wide(a, b), high(a, b)) > 3;
  const met = boxes.flatMap(([name, a], i) =>
    boxes.slice(i + 1).filter(([, b]) => meet(a, b)).map(([other]) => `${name} on ${other}`));
  return {waiting: names.length - seen.length, met};
}"""


def hidden_names(page: Page) -> int:
    """How many names wait for room, once no two that are seen lie on each other."""
    for _ in range(50):
        names = page.evaluate(NAMES_ON_CHART)
        if not names["met"]:
            break
        page.wait_for_timeout(100)  # until the chart has drawn what it was told
    assert names["met"] == []
    waiting: int = names["waiting"]
    return waiting


@pytest.mark.slow
def test_names_on_a_small_chart_lie_apart(browser: Browser, live_server: LiveServer, battle: Battle) -> None:
    with watched_page(browser, **PHONE) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/")
        expect(page.locator("#sentence")).to_contain_text("The battle begins")
        expect(page.locator(".chart .crowded")).not_to_have_count(0)
        far = hidden_names(page)
        assert far > 0
        for _ in range(5):
            page.click('[data-do="zoom-in"]')
        expect(page.locator(".chart .crowded")).not_to_have_count(far)
        assert hidden_names(page) < far


@contextmanager
def other_site(page_text: str) -> Iterator[str]:
    """Serve one page from another origin; lend its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page_text.encode() if self.path == "/" else b"")

        def log_message(self, *words: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.slow
def test_replay_runs_inside_a_page_of_another_site(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    page.goto(f"{live_server.url}/battles/{battle.pk}/prose/")
    page.get_by_text("Show it on a page of your own").click()
    words = page.locator(".embedding code").inner_text()
    with other_site(f"<!doctype html><link rel=icon href=data:,><title>Our club</title>{words}") as address:
        page.goto(address)
        frame = page.frame_locator("iframe")
        expect(frame.locator("#sentence")).to_contain_text("The battle begins")
        before = page.evaluate("history.length")
        frame.locator('[data-go="next"]').click()
        expect(frame.locator("#number")).to_have_value("1")
        assert page.evaluate("history.length") == before
        with page.expect_popup() as popup:
            frame.get_by_role("link", name="on darkseas").click()
        expect(popup.value).to_have_url(re.compile(f"/battles/{battle.pk}/"))
        with page.expect_popup() as popup:
            frame.locator("#cited .rule").first.click()
        expect(popup.value).to_have_url(re.compile("/rules/dark_seas/"))


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


@pytest.mark.slow
def test_home_leads_to_the_battle_in_one_click(page: Page, live_server: LiveServer, battle: Battle) -> None:
    page.goto(live_server.url)
    expect(page.locator(".watch .block").first).to_be_visible()
    page.click(".watch")
    expect_entry(page, 0)


@every_other_look
def test_replay_is_accessible(browser: Browser, live_server: LiveServer, battle: Battle, look: Look) -> None:
    with watched_page(browser, **look.options) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/#e60")
        expect(page.locator("#number")).to_have_value("60")
        expect(page.locator("#chart .block").first).to_be_attached()
        assert_accessible(page, look)
