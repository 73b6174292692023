"""What leads to a moment and hands it on: key moments, results hidden till then, links, embedded replays."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.models import Battle
from tests.support.sites.browser import watched_page

from .replay_page import expect_entry, open_replay

pytestmark = pytest.mark.django_db(transaction=True)


def test_key_moments_begin_at_first_contact_and_skip_bookkeeping(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    api = f"{live_server.url}/api/v1/battles/{battle.pk}/"
    contact = page.request.get(f"{api}outline").json()["marks"]["firsts"][0]
    lines = page.request.get(f"{api}lines?from=0&count=1000").json()["lines"]
    key = [line["n"] for line in lines if line.get("weight", 2) > 2 and line["n"] > contact]
    open_replay(page, live_server, battle, "?show=key")
    expect_entry(page, contact)
    page.keyboard.press("ArrowRight")
    expect_entry(page, key[0])
    page.keyboard.press("End")
    ended = page.request.get(f"{api}outline").json()["result"]["n"]
    expect_entry(page, ended)
    page.keyboard.press("m")
    page.keyboard.press("Home")
    expect_entry(page, 0)
    expect(page.locator("#sum .proofs")).not_to_have_attribute("open", "")
    page.get_by_role("button", name="Skip to first contact").click()
    expect_entry(page, contact)
    expect(page.locator("#to-contact")).to_be_hidden()


def test_result_is_hidden_until_it_is_reached(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle, "?result=hidden#e67")
    expect(page.locator("#result")).to_be_hidden()
    to_come = page.locator(".timeline .loss.to-come")
    assert to_come.count() > 0
    expect(page.locator(".timeline .loss:visible")).to_have_count(
        page.locator(".timeline .loss").count() - to_come.count()
    )
    of_log = page.locator('#log .line[data-n="67"], #log .line[data-n="68"]')
    expect(of_log.locator("visible=true")).to_have_count(1)
    ahead = page.locator("#log .line:visible").evaluate_all(
        "all => all.filter(one => one.dataset.n > 67).length"
    )
    assert ahead == 0
    page.keyboard.press("End")
    expect(page.locator("#result")).to_be_visible()
    assert page.locator("#log .line:visible").count() > of_log.count()
    page.goto(f"{live_server.url}/battles/{battle.pk}/#e67")
    expect(page.locator("#result")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("#menu-result")).to_be_hidden()
    page.get_by_label("Hide the result until the end").check()
    expect(page.locator("#result")).to_be_hidden()
    page.reload()
    expect(page.locator("#number")).to_have_value("67")
    expect(page.locator("#result")).to_be_hidden()


def test_hidden_result_is_told_by_no_find_and_by_no_picture(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_replay(page, live_server, battle, "?result=hidden#e67")
    page.fill("#words", "sunk")
    found = page.locator("#found")
    expect(found).to_contain_text("up to here; the rest is hidden")
    ahead = page.locator(".log .line:visible").evaluate_all(
        "all => all.filter(one => one.dataset.n > 67).length"
    )
    assert ahead == 0
    page.keyboard.press("Escape")
    page.fill("#words", "")
    page.keyboard.press("Enter")
    page.locator("#chart").focus()
    page.keyboard.press("End")
    expect(page.locator("#sentence")).to_contain_text("The battle is over")
    page.fill("#words", "sunk")
    expect(found).to_have_text(re.compile(r"^\d+ entries$"))
    page.evaluate("localStorage.setItem('darkseas-results', 'hidden')")
    outline = page.request.get(f"{live_server.url}/api/v1/battles/{battle.pk}/outline").json()
    first = outline["marks"]["firsts"][0]
    address = f"{live_server.url}/api/v1/battles/{battle.pk}/lines?from={first}&count=1"
    page.goto(live_server.url)
    expect(page.locator(".picture-line")).to_have_text(
        page.request.get(address).json()["lines"][0]["sentence"]
    )


def test_moment_is_shared_by_link_and_by_words_for_a_page(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_replay(page, live_server, battle, "?as=allies#e60")
    sentence = page.inner_text("#sentence")
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.input_value("#share-link")
    assert link == f"{live_server.url}/battles/{battle.pk}/?as=allies&at=60"
    address = f"{live_server.url}/api/v1/battles/{battle.pk}/counterparts/60?as=all&of=allies"
    whole = page.request.get(address).json()["n"]
    assert whole > 60
    expect(page.locator("#share-count")).to_contain_text(
        f"In the view of the whole truth this is entry {whole}."
    )
    expect(page.locator("#counted")).to_have_text(re.compile("view: Allies"))
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("status").filter(has_text="Link copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.get_by_role("button", name="Copy embed code").click()
    assert f"/battles/{battle.pk}/embed/?as=allies&amp;at=60" in page.evaluate(
        "navigator.clipboard.readText()"
    )
    page.goto(link)
    expect(page.locator("#perspective")).to_have_value("allies")
    expect(page.locator("#number")).to_have_value("60")
    expect(page.locator("#sentence")).to_have_text(sentence)


def test_embed_gives_most_of_its_height_to_the_chart(
    browser: Browser, live_server: LiveServer, battle: Battle
) -> None:
    address = f"{live_server.url}/battles/{battle.pk}/"
    with watched_page(browser, viewport={"width": 900, "height": 560}) as page:
        page.goto(f"{address}embed/?as=all&at=60&result=hidden")
        expect(page.locator("#number")).to_have_value("60")
        way_out = page.locator("h1 a[data-way-out]")
        expect(way_out).to_have_attribute("href", f"{address}?as=all&at=60&result=hidden")
        chart = page.locator(".chart-pane").bounding_box()
        assert chart is not None
        assert chart["height"] >= 400
        tops = {button.bounding_box()["y"] for button in page.locator(".buttons button:visible").all()}  # type: ignore[index]
        assert len(tops) == 1
        page.keyboard.press("+")
        page.keyboard.press("+")
        small, tools = page.locator(".minimap").bounding_box(), page.locator("#chart-tools").bounding_box()
        assert small is not None
        assert tools is not None
        assert small["y"] > tools["y"] + tools["height"]


@pytest.mark.parametrize(("width", "height"), [(900, 560), (600, 400), (360, 500)])
def test_state_of_an_embedded_battle_is_one_line_that_opens(
    browser: Browser, live_server: LiveServer, battle: Battle, width: int, height: int
) -> None:
    with watched_page(browser, viewport={"width": width, "height": height}) as page:
        page.goto(f"{live_server.url}/battles/{battle.pk}/embed/?at=60")
        expect(page.locator("#number")).to_have_value("60")
        line, turn = page.locator("#captions"), page.locator("#captions > :last-child dd").first
        closed, seen = line.bounding_box(), turn.bounding_box()
        assert closed is not None
        assert seen is not None
        assert closed["height"] <= 32
        assert seen["x"] + seen["width"] <= closed["x"] + closed["width"]
        page.locator("#state-fold").click()
        expect(page.get_by_text("Afloat").first).to_be_visible()
        opened = line.bounding_box()
        assert opened is not None
        assert opened["height"] > 1.8 * closed["height"]


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
    page.get_by_text("Embed on your own page").click()
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
            frame.get_by_role("link", name=battle.title).click()
        expect(popup.value).to_have_url(re.compile(f"/battles/{battle.pk}/"))
        with page.expect_popup() as popup:
            frame.locator("#cited .rule").first.click()
        expect(popup.value).to_have_url(re.compile("/rules/dark_seas/"))


@pytest.mark.slow
def test_home_leads_to_the_battle_in_one_click(page: Page, live_server: LiveServer, battle: Battle) -> None:
    page.goto(live_server.url)
    expect(page.locator(".watch .block").first).to_be_visible()
    page.click(".watch")
    expect_entry(page, 0)
