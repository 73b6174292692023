"""Beginning a fight in a browser, and waiting until the page asks for something."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from scenarios_app.revisions.store import publish
from tests.support.library.library_specs import library_spec

#: What the page may have come to: an order is asked for, nothing is, or the battle is over.
ASKED = "#fight[data-state=asking]"
SETTLED = "#fight:is([data-state=asking], [data-state=waiting], [data-state=over])"
#: Orders after which what is waited for will not come.
MOST_ORDERS = 40
AT_ONCE = "localStorage.setItem('darkseas/play-speed', '-1')"


def begin(page: Page, live_server: LiveServer, key: str, side: str) -> None:
    """Fight a scenario against the captain with one click; what happens is shown at once."""
    page.goto(f"{live_server.url}/library/{key}/")
    page.evaluate(AT_ONCE)
    form = page.locator(f'form[action="/scenarios/{key}/fight/"]').first
    form.locator("[name=side]").first.evaluate("(field, side) => { field.value = side; }", side)
    form.locator("button").first.click()
    expect(page.locator(ASKED)).to_be_attached()


def begin_moves(page: Page, live_server: LiveServer) -> None:
    """Fight where ship after ship is asked for her move, up to the first one."""
    publish(library_spec("river-plate-easyships"), origin="library")
    begin(page, live_server, "river-plate-easyships", "rn")
    assert go_on_until(page, "Move")


def heading(page: Page) -> str:
    """What is asked."""
    return page.locator("#bar h2").first.inner_text()


def state(page: Page) -> str:
    """What the page is doing."""
    return page.locator("#fight").get_attribute("data-state") or ""


def button(page: Page, words: str) -> Locator:
    """A button of the bar."""
    return page.locator("#bar").get_by_role("button", name=words, exact=True)


def entries(page: Page) -> int:
    """How many entries the page knows."""
    return page.locator("#log .line").count()


def press_send(page: Page) -> int:
    """Press Send, and once more where the page asks about an order that orders nothing; return the taps.

    The question is drawn after the press, on a busy machine a good while after it: what counts is that the
    page asks it, or has left what it asked for when Send was pressed.
    """
    length = page.locator("#fight").get_attribute("data-length")
    gone = page.locator(f"#fight:not([data-state=asking][data-length='{length}'])")
    question = button(page, "Submit anyway")
    button(page, "Submit").click()
    expect(gone.or_(question).first).to_be_attached()
    if gone.count():
        return 1
    question.click()
    return 2


def send(page: Page) -> int:
    """Send the order, also one that orders nothing; return the taps that it took when the next is there."""
    with page.expect_response(lambda answer: answer.url.endswith("/orders")) as sent:
        taps = press_send(page)
    assert sent.value.status == 201, sent.value.text()
    expect(page.locator("#fight[data-state=sending]")).not_to_be_attached()
    expect(page.locator(SETTLED)).to_be_attached()
    return taps


def suggest(page: Page) -> None:
    """Fill in the captain's order."""
    with page.expect_response(re.compile("/suggestion")):
        button(page, "Suggest").click()
    expect(page.locator("#bar .deeds")).not_to_contain_text("Waiting for the captain")


def suggest_and_send(page: Page) -> None:
    """Give the captain's order."""
    suggest(page)
    send(page)


def go_on_until(page: Page, words: str, give: Callable[[Page], object] = suggest_and_send) -> bool:
    """Give the captain's orders until something is asked; False where the battle ends first."""
    for _ in range(MOST_ORDERS):
        if state(page) == "over":
            return False
        if heading(page).startswith(words):
            return True
        give(page)
    raise AssertionError(f"{words} is not asked for within {MOST_ORDERS} orders")
