"""A result on its way: reported on a phone, disputed, decided, corrected; and its pages looked at."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.club.models import Club, Player, Result, Right
from darkseas.club.results import store
from darkseas.club.results.confirmed_results import ratified
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.revisions.store import publish
from tests.club.results.club_events import facts, guest, joined, new_club
from tests.support.members import logged_in
from tests.support.sites.accessible import PHONE, Look, assert_accessible, every_other_look
from tests.support.sites.browser import watched_page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
RESULTS = "/clubs/ironclads/results/"


@pytest.fixture
def club() -> Club:
    """A club of two members and a director."""
    club = new_club()
    joined(club, "ann")
    joined(club, "bob")
    joined(club, "dora", Right.Kind.DIRECTOR)
    publish(read_file(LIBRARY / "savo-island.toml"), origin="library")
    return club


def comes(page: Page, server: LiveServer, name: str, path: str) -> None:
    """Somebody who is logged in opens a page."""
    session = logged_in(name).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server.url}])
    page.goto(f"{server.url}{path}")


def report(page: Page, look: Look) -> None:
    """Fill the form by keyboard alone, from the scenario to the button."""
    page.get_by_label("Scenario").fill("Savo Island")
    expect(page.get_by_label("Rules")).to_have_value("Dark Seas")
    expect(page.get_by_label("Side", exact=True).first).not_to_have_value("")
    assert_accessible(page, look)
    page.get_by_label("Player", exact=True).nth(1).fill("bob")
    page.get_by_label("Victory points", exact=True).first.fill("31.5")
    page.get_by_label("This side won").first.focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Report the result").focus()
    page.keyboard.press("Enter")


def test_report_dispute_decision_and_correction(
    browser: Browser, live_server: LiveServer, club: Club
) -> None:
    with watched_page(browser, **PHONE.options) as page:
        comes(page, live_server, "ann", RESULTS)
        page.get_by_role("link", name="Report a result").click()
        report(page, PHONE)
        expect(page.get_by_role("heading", name="Savo Island")).to_be_visible()
        expect(page.get_by_text("This result does not count yet.")).to_be_visible()
    with watched_page(browser, **PHONE.options) as page:
        comes(page, live_server, "bob", RESULTS)
        page.get_by_role("link", name="1 waiting for your answer").click()
        page.get_by_role("link", name="Savo Island").click()
        page.get_by_label("What is wrong?").fill("It was a draw.")
        page.get_by_role("button", name="Dispute the result").click()
        expect(page.get_by_text("A director will decide.")).to_be_visible()
        assert ratified(club) == []
    with watched_page(browser) as page:
        comes(page, live_server, "dora", RESULTS)
        page.get_by_role("link", name="1 to decide").click()
        page.get_by_role("link", name="Savo Island").click()
        page.get_by_role("link", name="Decide the result").click()
        page.get_by_label("Draw").check()
        page.get_by_label("Reason").fill("The slip says so.")
        page.get_by_role("button", name="Decide the result").click()
        expect(page.get_by_text("This result counts.")).to_be_visible()
        page.get_by_role("link", name="Correct the result").click()
        page.get_by_label("Victory points", exact=True).first.fill("30")
        page.get_by_label("Reason").fill("Misread.")
        page.get_by_role("button", name="Correct the result").click()
        expect(page.get_by_text("before 31.5.")).to_be_visible()
        expect(page.locator(".result-steps > li")).to_have_count(4)
    (record,) = ratified(club)
    assert [side.score for side in record.sides] == [1, 1]


@every_other_look
def test_pages_of_results_are_for_everybody(
    browser: Browser, live_server: LiveServer, club: Club, look: Look, tmp_path: Path
) -> None:
    ann, bob, dora = (Player.objects.get(member__username=name) for name in ("ann", "bob", "dora"))
    store.confirm(store.report(club, ann, facts(ann, bob)), bob)
    store.report(club, ann, facts(ann, dora, scenario_text="Battle " + "W" * 80))
    guest(club, "W" * 60)
    number = Result.objects.order_by("id")[1].pk
    with watched_page(browser, **look.options) as page:
        for path in (
            "",
            f"{number}/",
            f"{number}/decide/",
            "new/",
            "waiting/",
            "disputes/",
            "import/",
            "../members/",
        ):
            comes(page, live_server, "dora", f"{RESULTS}{path}")
            assert_accessible(page, look)
            page.screenshot(
                path=tmp_path / f"{look.name}-{path.strip('./').replace('/', '-') or 'list'}.png",
                full_page=True,
            )


def test_side_that_is_typed_before_the_answer_is_there_stays(
    browser: Browser, live_server: LiveServer, club: Club
) -> None:
    """Who types quickly, or has a slow line, finds their words as they typed them; the other side follows."""
    ours, theirs = (side.name for side in read_file(LIBRARY / "savo-island.toml").sides)
    with watched_page(browser) as page:
        comes(page, live_server, "ann", f"{RESULTS}new/")
        sides = page.get_by_label("Side", exact=True)
        held = page.locator("body").evaluate_handle("() => ({})")
        page.evaluate(HOLD_ANSWERS, held)
        page.get_by_label("Scenario").fill("Savo Island")
        page.wait_for_function("held => held.answer", arg=held)
        sides.first.press_sequentially(theirs[:-2])
        held.evaluate("held => held.answer()")
        expect(page.get_by_label("Rules")).to_have_value("Dark Seas")
        sides.first.press_sequentially(theirs[-2:])
        expect(sides.first).to_have_value(theirs)
        page.get_by_label("Player", exact=True).nth(1).fill("bob")
        expect(sides.nth(1)).to_have_value(ours)
        expect(sides.first).to_have_value(theirs)


#: Lets the page ask, and have its answer once it is told to.
HOLD_ANSWERS = """held => {
    const fetch = window.fetch;
    window.fetch = async (...asked) => {
        const answer = await fetch(...asked);
        await new Promise(go => { held.answer = go; });
        return answer;
    };
}"""
