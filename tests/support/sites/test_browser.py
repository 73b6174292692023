"""The browser fixtures notice what a person would see go wrong."""

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.support.sites.browser import watched_page


@pytest.mark.django_db(transaction=True)
def test_page_is_shown_with_its_next_step(page: Page, live_server: LiveServer) -> None:
    response = page.goto(f"{live_server.url}/no-such-page")
    assert response is not None
    assert response.status == 404
    assert "Not found, or not visible to you." in page.inner_text("body")


def test_broken_script_is_noticed(browser: Browser) -> None:
    with pytest.raises(AssertionError, match="script: boom"), watched_page(browser) as page:
        page.set_content("<script>throw new Error('boom')</script>")


def test_other_host_is_never_asked(browser: Browser) -> None:
    with (
        pytest.raises(AssertionError, match=r"other host: http://elsewhere\.example/"),
        watched_page(browser) as page,
    ):
        page.set_content("<img src='http://elsewhere.example/x.png'>")
        page.wait_for_function("document.images[0].complete")


@pytest.mark.django_db(transaction=True)
def test_inline_script_is_refused_and_noticed(browser: Browser, live_server: LiveServer) -> None:
    with pytest.raises(AssertionError, match="Content Security Policy"), watched_page(browser) as page:
        page.goto(f"{live_server.url}/no-such-page")
        page.evaluate(
            "document.body.append(Object.assign(document.createElement('script'), {text: 'window.x = 1'}))"
        )
        assert page.evaluate("window.x") is None


def test_context_options_reach_the_page(browser: Browser) -> None:
    with watched_page(browser, viewport={"width": 390, "height": 844}) as page:
        assert page.evaluate("window.innerWidth") == 390


LEAVE = """() => {
  localStorage.setItem("left", 1);
  sessionStorage.setItem("left", 1);
  document.cookie = "left=1";
  indexedDB.open("left");
  history.pushState({}, "", "#left");
  window.left = 1;
}"""
FIND = """async () => [
  ...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie,
  ...(await indexedDB.databases()).map((one) => one.name), String(window.left ?? ""),
  matchMedia("(prefers-reduced-motion)").matches ? "still" : "", `${innerWidth}`,
]"""


@pytest.mark.django_db(transaction=True)
def test_page_is_lent_with_nothing_of_who_had_it_before(browser: Browser, live_server: LiveServer) -> None:
    address, asked = f"{live_server.url}/no-such-page", []
    with watched_page(browser, viewport={"width": 390, "height": 844}, reduced_motion="reduce") as page:
        first = page.context.browser
        page.add_init_script("window.left = 1")
        page.on("request", lambda request: asked.append(request.url))
        page.clock.install(time=0)
        page.goto(address)
        page.evaluate(LEAVE)
        page.context.set_offline(True)
        page.route("**/*", lambda route: route.abort())
        page.emulate_media(color_scheme="dark")
        page.context.new_page()
    before = len(asked)
    with watched_page(browser) as page, watched_page(browser) as other:
        assert page.context.browser is first
        assert page.context != other.context
        for one in (page, other):
            one.goto(address)
            assert one.evaluate(FIND) == ["", "", "", "1280"]
            assert one.evaluate("Date.now()") > 1_000_000_000_000
            assert not one.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
            assert len(one.context.pages) == 1
    assert len(asked) == before
