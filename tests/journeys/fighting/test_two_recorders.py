"""Two people record one table, each from their own browser, and one of them from two phones."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.engine.events import OrderGiven, TableConfirmed
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.simulation import verification
from scenarios_app.revisions.store import publish
from tests.support.library.library_specs import library_spec
from tests.support.sites.accessible import OTHER_PHONE, assert_accessible
from tests.support.sites.browser import watched_page

from . import fight_page, table
from .fight_page import AT_ONCE, SETTLED, button, suggest
from .two_pages import MOST_LOOKS, catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

STILL = {"reduced_motion": "reduce", "viewport": {"width": 1440, "height": 900}}
HAND = {"reduced_motion": "reduce", "viewport": {"width": 360, "height": 740}, "has_touch": True}
CONFIRM = "Confirm the other side’s dice"


@pytest.fixture
def people(browser: Browser) -> Iterator[tuple[Page, Page]]:
    """Ann at a desk and Bob with a phone."""
    with ExitStack() as stack:
        yield (
            stack.enter_context(watched_page(browser, **STILL)),
            stack.enter_context(watched_page(browser, **HAND)),
        )


def sit_down(people: tuple[Page, Page], live_server: LiveServer, key: str) -> Battle:
    """Ann opens a table for her side; Bob takes the link, and says nothing of the dice."""
    ann, bob = people
    publish(library_spec(key))
    ann.goto(f"{live_server.url}/scenarios/{key}/table/")
    ann.evaluate(AT_ONCE)
    ann.locator("input[name=recorder]").nth(1).check()
    ann.get_by_role("button", name="Start recording").click()
    link = ann.locator("#link").input_value()
    ann.goto("about:blank")  # her page would go on by itself once it is accepted, whatever else she opens
    bob.goto(link)
    bob.evaluate(AT_ONCE)
    expect(bob.get_by_label("I am at the table and see every roll")).not_to_be_checked()
    assert_accessible(bob, OTHER_PHONE)
    bob.get_by_role("button", name="Accept challenge").click()
    expect(bob.locator(SETTLED)).to_be_attached()
    battle = Battle.objects.get()
    ann.goto(f"{live_server.url}/battles/{battle.pk}/play/")
    expect(ann.locator(SETTLED)).to_be_attached()
    return battle


def record_until(people: tuple[Page, Page], words: str) -> Page:
    """Let both record what is asked of them until one of their pages shows these words."""
    for _ in range(MOST_LOOKS):
        for page in people:
            catch_up(people)
            if words in page.locator("#bar").inner_text():
                return page
            if fight_page.state(page) == "asking":
                table.give(page, face=2)
    raise AssertionError(f"nobody was shown {words!r}")


def confirm(page: Page) -> None:
    """Confirm the dice; once more where more had happened meanwhile, which the page says."""
    for _ in range(3):
        with page.expect_response(lambda answer: "/confirmations" in answer.url) as told:
            page.locator("#bar").get_by_role("button", name=CONFIRM).click()
        if told.value.status == 200:
            return
        expect(page.locator("#bar")).to_contain_text("The log has new entries")
    raise AssertionError("more had always happened")


def test_dice_that_one_typed_wait_for_the_others_word(
    people: tuple[Page, Page], live_server: LiveServer
) -> None:
    battle = sit_down(people, live_server, "first-night")
    page = record_until(people, CONFIRM)
    assert_accessible(page, OTHER_PHONE)
    confirm(page)
    expect(page.locator("#bar").get_by_role("button", name=CONFIRM)).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("the dice entered so far, and the entries are correct")
    assert sum(isinstance(entry.event, TableConfirmed) for entry in log_store.read(battle.pk)) == 1
    assert verification.check(battle) == []


def test_order_typed_in_on_two_phones_one_without_a_line_stands_once(
    people: tuple[Page, Page], browser: Browser, live_server: LiveServer
) -> None:
    battle = sit_down(people, live_server, "first-night")
    ann = people[0]
    with watched_page(browser, **HAND, storage_state=ann.context.storage_state()) as second:
        second.goto(ann.url)
        expect(second.locator("#fight[data-state=asking]")).to_be_attached()
        suggest(second)
        second.context.set_offline(True)
        button(second, "Submit").click()
        expect(second.locator("#bar[data-asks=free]")).to_be_attached()
        button(second, "All dice entered").click()
        expect(second.locator("#outbox")).to_contain_text("1 entry not sent")
        table.give(ann)
        second.context.set_offline(False)
        expect(second.locator("#bar")).to_contain_text("another device recorded it first")
        expect(second.locator("#outbox")).to_be_hidden()
        assert_accessible(second, OTHER_PHONE)
    given = [entry.event for entry in log_store.read(battle.pk) if isinstance(entry.event, OrderGiven)]
    assert len(given) == 1
    assert verification.check(battle) == []
