"""Recording a battle at a table in a browser: beginning, giving orders, typing in dice."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from . import fight_page
from .fight_page import AT_ONCE, button, suggest

#: What the page may have come to: somebody has to do something, or the battle is over.
SETTLED = "#fight:is([data-state=asking], [data-state=waiting], [data-state=over])"
#: The question for the dice of an order.
NEXT_THROW = "/next-throw"
#: The dice of an order: a throw is asked for, faces may be typed freely, or all are in.
DICE = "#fight[data-state=rolling] #bar:is([data-asks^=d], [data-asks=free], [data-asks=ready])"


def begin(page: Page, live_server: LiveServer, key: str) -> None:
    """Record both sides of a scenario; what follows is shown at once."""
    page.goto(f"{live_server.url}/scenarios/{key}/table/")
    page.evaluate(AT_ONCE)
    page.get_by_role("button", name="Start recording").click()
    expect(page.locator("#fight[data-state=asking]")).to_be_attached()


def to_dice(page: Page) -> int:
    """Press Send, twice for an order that orders nothing; return how many taps that took.

    An order that needs no dice is on record then.
    """
    with page.expect_response(lambda answer: NEXT_THROW in answer.url):
        taps = fight_page.press_send(page)
    expect(page.locator(f"{DICE}, {SETTLED}")).to_be_attached()
    return taps


def type_dice(page: Page, face: int = 1) -> int:
    """Type a face for each die that is asked for; return how many taps that took."""
    for taps in range(60):
        expect(page.locator(f"{DICE}, {SETTLED}")).to_be_attached()
        if not is_rolling(page):
            return taps
        if page.locator("#bar").get_attribute("data-asks") == "ready":
            return taps
        button(page, str(face)).click()
    raise AssertionError("there is no end to the dice")


def is_rolling(page: Page) -> bool:
    """Whether dice are asked for, or are all in and to be recorded."""
    return fight_page.state(page) == "rolling"


def record(page: Page) -> int:
    """Record the order with its dice, and wait for what follows."""
    if not is_rolling(page):
        return 0
    button(page, "Record").click()
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(SETTLED)).to_be_attached()
    return 1


def give(page: Page, face: int = 1) -> int:
    """Give the captain's order with these faces; return the taps from Send on."""
    suggest(page)
    return to_dice(page) + type_dice(page, face) + record(page)


def go_on_until(page: Page, words: str) -> bool:
    """Give the captain's orders, each die a one, until something is asked; False where the battle ends."""
    return fight_page.go_on_until(page, words, give)
