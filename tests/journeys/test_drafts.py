"""A member publishes, a stranger reports, a moderator decides: in a browser, on desk and phone."""

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.engine.scenario.spec import Source
from darkseas.members.models import Member
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.publishing import Publishing, publish_draft
from scenarios_app.drafts.starting_points import starting_point
from scenarios_app.models import Draft
from scenarios_app.moderation import reports_and_takedowns as moderation
from tests.support.members import logged_in, member, moderator
from tests.support.sites.accessible import Look, assert_accessible, every_look
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)


def enter(context: BrowserContext, address: str, person: Member) -> None:
    """Let a browser be logged in as this member."""
    session = logged_in(person).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": address}])


def a_published_draft() -> Draft:
    """A scenario of hipper's with two revisions, and changes since."""
    owner = member("hipper")
    draft = drafts.start(owner, starting_point("dark_seas", "six-a-side", "A night off the cape"))
    spec = drafts.document_of(draft)
    spec = replace(spec, about=replace(spec.about, licence="CC BY 4.0", sources=(Source("Own invention"),)))
    for version, turns in ((1, 6), (2, 8)):
        drafts.save(draft.pk, owner, version, replace(spec, aims={**spec.aims, "turn_limit": turns}))
        publish_draft(draft.pk, owner, Publishing(note=f"{turns} turns."))
    return drafts.save(draft.pk, owner, 3, replace(spec, title="A longer night"))


def test_changes_are_read_and_published(page: Page, live_server: LiveServer) -> None:
    draft = a_published_draft()
    enter(page.context, live_server.url, member("hipper"))
    page.goto(f"{live_server.url}/drafts/")
    expect(page.get_by_text("changed since")).to_be_visible()
    page.get_by_role("link", name="Changes and publishing of A night off the cape").click()
    expect(page.get_by_text("Title: “A longer night” instead of “A night off the cape”.")).to_be_visible()
    page.get_by_label("What changed").fill("A new title, and six turns again.")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A longer night")
    expect(page.get_by_text("Published as revision 3.")).to_be_visible()
    page.get_by_text("3 revisions").click()
    page.get_by_role("link", name="Changes in revision 2").click()
    expect(page.get_by_text("8 turns.")).to_be_visible()
    page.goto(f"{live_server.url}/drafts/{draft.pk}/difference/")
    expect(page.get_by_text("No changes. The draft is the same as revision 3.")).to_be_visible()


@pytest.mark.slow
@every_look
def test_member_is_asked_to_help_and_accepts(browser: Browser, live_server: LiveServer, look: Look) -> None:
    draft, helper = a_published_draft(), member("kondo")
    with watched_page(browser, **look.options) as page:
        enter(page.context, live_server.url, member("hipper"))
        page.goto(f"{live_server.url}/drafts/{draft.pk}/sharing/")
        page.get_by_label("Helpers").fill("kondo")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Invited, no answer yet: kondo.")).to_be_visible()
        assert_accessible(page, look)
    with watched_page(browser, **look.options) as page:
        enter(page.context, live_server.url, helper)
        page.goto(f"{live_server.url}/drafts/")
        expect(page.get_by_text("hipper asks you to help with")).to_be_visible()
        assert_accessible(page, look)
        page.get_by_role("button", name="Accept").click()
        stop = page.get_by_role("button", name="Stop helping with A night off the cape")
        expect(stop).to_be_visible()
        assert_accessible(page, look)
        stop.click()
        expect(page.get_by_text("You have no scenarios yet.")).to_be_visible()


@pytest.mark.slow
def test_report_is_sent_decided_and_told(browser: Browser, live_server: LiveServer) -> None:
    draft = a_published_draft()
    judge = moderator()
    place = f"{live_server.url}/library/{draft.scenario.key}/"
    with watched_page(browser) as page:
        page.goto(place)
        page.get_by_role("link", name="Report").click()
        page.get_by_label("What is wrong").select_option("copyright")
        page.get_by_label("Details").fill("It is out of my book.")
        page.get_by_role("button", name="Send the report").click()
        expect(page.get_by_text("A moderator will look at it.")).to_be_visible()
    with watched_page(browser) as page:
        enter(page.context, live_server.url, judge)
        page.goto(f"{live_server.url}/reports/")
        expect(page.get_by_text("It is out of my book.")).to_be_visible()
        page.get_by_label("Take it down").check()
        page.get_by_label("Why").fill("It is, page for page.")
        page.get_by_role("button", name="Decide").click()
        expect(page.get_by_text("No reports to review.")).to_be_visible()
        page.get_by_role("link", name="Restore A night off the cape").click()
        page.get_by_label("Why").fill("The book is their own.")
        page.get_by_role("button", name="Restore").click()
        expect(page.get_by_text("is visible again")).to_be_visible()


@pytest.mark.slow
@every_look
def test_pages_fit_a_phone_and_everybody_can_read_them(
    browser: Browser, live_server: LiveServer, look: Look
) -> None:
    draft = a_published_draft()
    judge = moderator()
    moderation.report(draft.scenario, judge, "other", "x" * 300)
    pages = {
        judge: (
            "/reports/",
            f"/library/{draft.scenario.key}/report/",
            f"/library/{draft.scenario.key}/difference/",
        ),
        member("hipper"): (
            "/drafts/",
            "/drafts/new/",
            f"/drafts/{draft.pk}/difference/",
            f"/drafts/{draft.pk}/states/",
            f"/drafts/{draft.pk}/sharing/",
            f"/library/{draft.scenario.key}/revisions/1/",
        ),
    }
    for person, addresses in pages.items():
        with watched_page(browser, **look.options) as page:
            enter(page.context, live_server.url, person)
            for address in addresses:
                page.goto(f"{live_server.url}{address}")
                expect(page.get_by_role("heading", level=1)).to_be_visible()
                assert_accessible(page, look)


@pytest.mark.slow
def test_a_form_with_long_choices_and_a_wide_table_stay_on_a_phone(
    browser: Browser, live_server: LiveServer
) -> None:
    key = a_published_draft().scenario.key
    with watched_page(browser, viewport={"width": 360, "height": 740}) as page:
        enter(page.context, live_server.url, member("hipper"))
        page.goto(f"{live_server.url}/sources/new/?about=class/usn-northampton")
        page.locator("select option").first.evaluate(
            "(one) => { one.textContent = 'of one fact '.repeat(20) }"
        )
        widest = (
            "() => Math.max(...[...document.querySelectorAll('.field > *')].map((one) => one.offsetWidth))"
        )
        assert page.evaluate(widest) <= page.evaluate("document.querySelector('.sheet').clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.goto(f"{live_server.url}/library/{key}/")
        expect(page.get_by_text("Scroll the table sideways").first).to_be_visible()
        page.set_viewport_size({"width": 1280, "height": 740})
        expect(page.get_by_text("Scroll the table sideways").first).to_be_hidden()


@pytest.mark.slow
def test_no_column_of_earlier_states_is_as_narrow_as_a_letter(
    browser: Browser, live_server: LiveServer
) -> None:
    draft = a_published_draft()
    with watched_page(browser, viewport={"width": 800, "height": 740}) as page:
        enter(page.context, live_server.url, member("hipper"))
        page.goto(f"{live_server.url}/drafts/{draft.pk}/states/")
        page.locator('td[data-label="Changed"]').first.evaluate(
            "(one) => { one.textContent = 'a sentence of many words '.repeat(30) }"
        )
        name = page.locator('td[data-label="By"]').first
        name.evaluate("(one) => { one.textContent = 'somebody-with-a-name-of-forty-letters-ab' }")
        assert name.evaluate("(one) => one.clientWidth") >= 120
        assert page.evaluate("document.documentElement.scrollWidth") <= 800
