"""Recording a battle from a table on a phone: dice by hand, a lost line, a ruling, signatures."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.engine.events import DiceRolled, OrderGiven, RulingMade
from replays_app.export import battle_files
from replays_app.log import store as log_store
from replays_app.models import Battle, DiceTally
from replays_app.simulation import verification
from scenarios_app.revisions.store import publish
from tests.journeys.fighting import fight_page, table
from tests.journeys.fighting.fight_page import button, heading
from tests.replays_app.export.verifier import verified
from tests.replays_app.recording.foreseen_battles import foreseen
from tests.support.library.library_specs import library_spec
from tests.support.sites.accessible import OTHER_PHONE, assert_accessible
from tests.support.sites.browser import watched_page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

KEY = "first-night"
#: From "Submit" on, with the draw of a target and the die, to the order on record.
MOST_TAPS = 4
#: In this battle one attack of one side, and nothing else, is resolved by the declaration that is counted.
ONE_BATTLE = 1
SCRIPT = "<script>window.broken = 1</script>"


@pytest.fixture
def site(live_server: LiveServer) -> LiveServer:
    """A site with the scenario to be fought."""
    publish(library_spec(KEY))
    return live_server


def outbox(page: Page) -> str:
    """What the page says of entries that wait."""
    return page.locator("#outbox").inner_text()


def orders_of(battle: Battle) -> list[str]:
    """Who gave which orders, in the order of the log."""
    events = [entry.event for entry in log_store.read(battle.pk)]
    return [f"{event.side} {event.order}" for event in events if isinstance(event, OrderGiven)]


def alone_in_hand(page: Page) -> None:
    """Leave only the first attack of the captain's order."""
    chips = page.locator("#bar .order-chip")
    while chips.count() > 1:
        count = chips.count()
        chips.last.locator(".chip-away").click()
        expect(chips).to_have_count(count - 1)


def test_battle_is_recorded_on_a_phone_with_the_line_lost_in_the_middle(
    browser: Browser, site: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreseen(monkeypatch, ONE_BATTLE)
    with watched_page(browser, **OTHER_PHONE.options) as page:
        table.begin(page, site, KEY)
        battle = Battle.objects.get()
        assert page.locator(".seats.at-table .own").inner_text() == "The whole truth"
        deeds = page.locator("#bar .deeds")
        assert deeds.evaluate("(bar) => bar.scrollHeight - bar.clientHeight") == 0  # none is pressed together
        expect(button(page, "Submit")).to_be_in_viewport(ratio=1)
        fight_page.suggest(page)
        expect(page.locator("#bar .send:not(.not-ready)")).to_be_attached()
        page.context.set_offline(True)
        type_without_a_line(page, faces=[])
        assert outbox(page) == "Offline: 1 entry not sent yet."
        assert heading(page).startswith("Set up")  # the other side was asked for before the line was lost
        page.locator("#bar .order-body").wait_for()
        page.context.set_offline(False)
        expect(page.locator("#outbox")).to_be_hidden()
        expect(page.locator(table.SETTLED)).to_be_attached()
        assert orders_of(battle) == ["ijn dark_seas.deploy"]

        fight_page.suggest(page)
        page.context.set_offline(True)
        type_without_a_line(page, faces=[2, 5])
        assert outbox(page) == "Offline: 1 entry not sent yet."
        kept = page.evaluate(f"localStorage.getItem('darkseas/table/{battle.pk}')")
        assert [face["face"] for face in json.loads(kept)["waiting"][0]["free"]] == [2, 5]
        page.context.set_offline(False)
        page.reload()  # as after a killed browser: what waited is sent, once it is said which die is whose
        expect(button(page, "5 for the opening initiative, Allies")).to_be_visible()
        assert orders_of(battle) == ["ijn dark_seas.deploy"]
        assert_accessible(page, OTHER_PHONE)
        for place in (0, 1):
            page.locator("#bar .assignment .key").nth(place).click()
        expect(button(page, "2 for the opening initiative, Allies")).to_be_visible()
        table.record(page)
        assert orders_of(battle) == ["ijn dark_seas.deploy", "allies dark_seas.deploy"]
        rolled = [entry.event for entry in log_store.read(battle.pk) if isinstance(entry.event, DiceRolled)]
        assert {roll.origin for roll in rolled if roll.sides == 256} == {"house"}
        assert [roll.faces for roll in rolled if roll.origin == "table"] == [(5,), (2,)]

        assert table.go_on_until(page, "Declare attacks")
        fight_page.suggest(page)
        alone_in_hand(page)
        taps = table.to_dice(page) + table.type_dice(page, 1)
        assert taps + 1 <= MOST_TAPS
        assert_accessible(page, OTHER_PHONE)
        page.reload()  # the dice in hand are still there
        expect(page.locator("#bar[data-asks=ready]")).to_be_attached()
        table.record(page)
        assert table.go_on_until(page, "nothing of the kind") is False
        expect(page.get_by_role("link", name="Sign the log")).to_be_visible()
        expect(page.locator("#bar .signed")).to_have_text("Japan and Allies have not signed yet.")
        assert_accessible(page, OTHER_PHONE)

    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED
    checked = verified(b"".join(battle_files.export_battle(battle)))
    assert checked.rolls["house"] > 0 < checked.rolls["table"]
    assert checked.seen["seen by 2 of the sides"] == checked.rolls["table"]
    assert verification.check(battle) == []
    by_origin = set(DiceTally.objects.filter(battle=battle).values_list("origin", "sides"))
    assert ("house", 256) in by_origin
    assert ("table", 12) in by_origin
    assert ("table", 256) not in by_origin


def type_without_a_line(page: Page, faces: list[int]) -> None:
    """Send an order while there is no line, with the dice that fell for it."""
    button(page, "Submit").click()
    expect(page.locator("#bar[data-asks=free]")).to_be_attached()
    lowest = 0.0
    for part in ("#fight .fight-head", "#outbox", ".chart-pane", "#bar"):  # nothing lies over the next
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= lowest - 1
        lowest = box["y"] + page.locator(part).evaluate("(part) => part.scrollHeight")
    for face in faces:
        button(page, str(face)).click()
    button(page, "All dice entered").click()
    expect(page.locator(table.SETTLED)).to_be_attached()


def test_what_was_typed_wrong_is_taken_back_and_the_house_throws_what_is_left_to_it(
    browser: Browser, site: LiveServer
) -> None:
    with watched_page(browser, **OTHER_PHONE.options) as page:
        table.begin(page, site, KEY)
        assert table.give(page) == 1  # no dice fall, so Send is all
        fight_page.suggest(page)
        table.to_dice(page)
        button(page, "6").click()
        expect(page.locator("#bar h2").first).to_contain_text("Allies")
        page.get_by_role("button", name="Remove the last die").click()
        expect(page.locator("#bar h2").first).to_contain_text("Japan")
        button(page, "2").click()
        expect(page.locator("#bar h2").first).to_contain_text("Allies")
        page.get_by_label("Allies", exact=True).uncheck()
        button(page, "Let the site roll").click()
        expect(page.locator("#bar[data-asks=ready]")).to_be_attached()
        table.record(page)
    events = [entry.event for entry in log_store.read(Battle.objects.get().pk)]
    opening = [event for event in events if isinstance(event, DiceRolled) and event.sides == 6]
    assert [(roll.origin, roll.purpose.rpartition("/")[2]) for roll in opening] == [
        ("table", "ijn"),
        ("house", "allies"),
    ]
    assert opening[0].faces == (2,)


@pytest.mark.slow
def test_what_the_rules_refuse_stands_as_a_ruling_and_both_sides_sign(
    browser: Browser, site: LiveServer
) -> None:
    with watched_page(browser, **OTHER_PHONE.options) as page:
        table.begin(page, site, KEY)
        table.give(page)
        table.give(page)
        assert heading(page).startswith("Move")
        button(page, "Ruling").click()
        button(page, "A ship is sunk").click()
        page.locator("#bar select").select_option(label="Patterson")
        page.locator("#bar textarea").fill(f"She ran on a mine that lay there {SCRIPT}")
        assert_accessible(page, OTHER_PHONE)
        button(page, "Make ruling").click()
        expect(page.locator("#fight[data-state=asking]")).to_be_attached()
        expect(page.locator("#log")).to_contain_text("The umpire rules: She ran on a mine")
        expect(page.locator("#log")).to_contain_text("Patterson")
        battle = Battle.objects.get()
        assert any(isinstance(entry.event, RulingMade) for entry in log_store.read(battle.pk))
        assert verification.check(battle) == []

        button(page, "Ruling").click()
        button(page, "End the battle").click()
        page.locator("#bar").get_by_label("Japan").check()
        page.locator("#bar textarea").fill("The pub closed.")
        button(page, "Make ruling").click()
        expect(page.locator("#fight[data-state=over]")).to_be_attached()
        page.get_by_role("link", name="Sign the log").click()
        sign(page, "Japan", f"Ito {SCRIPT}")
        link = page.get_by_label("For Allies", exact=True).input_value()
        page.get_by_role("button", name="Copy link for allies").click()
        expect(page.locator(".field.link", has_text="For Allies").get_by_role("status")).not_to_be_empty()
        assert_accessible(page, OTHER_PHONE)
        with watched_page(browser, **OTHER_PHONE.options) as other:
            other.goto(link)
            sign(other, "Allies", "Bode")
            expect(other.locator("main")).to_contain_text("signed by both sides")
        page.goto(f"{site.url}/battles/{battle.pk}/")
        expect(page.locator(".about-battle")).to_contain_text("signed by both sides")
        page.goto(f"{site.url}/battles/{battle.pk}/prose/")
        expect(page.locator("article")).to_contain_text(SCRIPT)
        assert page.evaluate("window.broken") is None


def sign(page: Page, side: str, name: str) -> None:
    """Sign for a side under a name."""
    form = page.locator("form", has=page.get_by_role("heading", name=f"Sign for {side}"))
    form.get_by_label("Your name").fill(name)
    form.get_by_role("button", name="Sign").click()
    expect(page.locator("tbody")).to_contain_text(re.compile(re.escape(name)))
