"""What was done in the editor is undone step by step, and kept through mishaps."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Error, Route, expect
from pytest_django.live_server_helper import LiveServer

from scenarios_app.drafts.starting_points import SIX_A_SIDE
from tests.journeys.editor.editor_page import (
    PHONE,
    begin,
    editing,
    log_in,
    member,
    open_draft,
    saved,
    spec_now,
    tab,
)
from tests.support.sites.accessible import DESK, assert_accessible

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_fifty_steps_are_undone_and_done_again(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann)
    with editing(browser, live_server, draft, ann, "sides") as page:
        add = page.locator(".side-tray").first.get_by_role("button", name="Add a task group")
        for _ in range(50):
            add.click()
        expect(page.locator(".side-tray").first.locator(".group-trays .tray")).to_have_count(50)
        page.locator("h3#oob").click()
        for _ in range(50):
            page.keyboard.press("Control+z")
        expect(page.locator(".side-tray").first.locator(".group-trays .tray")).to_have_count(0)
        expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
        for _ in range(50):
            page.keyboard.press("Control+y")
        expect(page.locator(".side-tray").first.locator(".group-trays .tray")).to_have_count(50)
        saved(page)
    assert len(spec_now(draft).sides[0].groups) == 50


@pytest.mark.slow
def test_button_stays_under_the_mouse_while_findings_arrive(
    browser: Browser, live_server: LiveServer
) -> None:
    ann = member()
    with editing(browser, live_server, begin(ann, point=SIX_A_SIDE), ann, "sides") as page:
        tray = page.locator(".side-tray").first
        add = tray.get_by_role("button", name="Add a task group")
        groups = tray.locator(".group-trays .tray").count()
        found = tab(page, "Sides").locator(".badge")
        waiting: list[Route] = []

        def hold(route: Route) -> None:
            waiting.append(route)

        page.route("**/api/v1/drafts/**", hold)
        with page.expect_request("**/api/v1/drafts/**"):
            page.locator('[data-place="sides.west.rules.training"] input').fill("9")
        add.hover()
        page.mouse.down()
        waiting[0].continue_()
        saved(page)
        page.unroute("**/api/v1/drafts/**")
        assert found.inner_text() == ""
        page.mouse.up()
        expect(found).to_contain_text("1 to fix")
        expect(tray.locator(".group-trays .tray")).to_have_count(groups + 1)


def test_killed_browser_brings_back_what_was_not_saved(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann)
    context = browser.new_context()
    log_in(context, ann, live_server)
    page = context.new_page()
    open_draft(page, live_server, draft)
    page.route("**/api/v1/drafts/**", lambda route: route.abort())
    page.get_by_label("Title", exact=True).first.fill("Kept through the night")
    expect(page.locator("#saved-state")).to_contain_text("no connection")
    with suppress(Error):  # nobody answers from a page that is gone
        page.goto("chrome://crash", timeout=3000)
    assert spec_now(draft).title == "Night action"
    again = context.new_page()
    open_draft(again, live_server, draft)
    expect(again.locator("#brought-back")).to_contain_text("was not saved yet. It is back.")
    expect(again.get_by_label("Title", exact=True).first).to_have_value("Kept through the night")
    saved(again)
    assert spec_now(draft).title == "Kept through the night"
    again.locator("#undo").click()
    expect(again.get_by_label("Title", exact=True).first).to_have_value("Night action")
    saved(again)
    context.close()


def test_steps_are_undone_after_a_reload_and_a_look_elsewhere(
    browser: Browser, live_server: LiveServer
) -> None:
    ann = member()
    draft = begin(ann)
    with editing(browser, live_server, draft, ann) as page:
        title = page.get_by_label("Title", exact=True).first
        for name in ("First name", "Second name"):
            title.fill(name)
            page.get_by_label("Place", exact=True).fill(f"Off {name}")
        saved(page)
        page.goto(f"{live_server.url}/library/")
        page.go_back()
        expect(page.locator("#editor:not([aria-busy])")).to_be_visible()
        page.reload()
        expect(page.locator("#editor:not([aria-busy])")).to_be_visible()
        expect(title).to_have_value("Second name")
        page.locator("#undo").click()
        page.locator("#undo").click()
        expect(title).to_have_value("First name")
        page.locator("#redo").click()
        expect(title).to_have_value("Second name")
        saved(page)
    assert spec_now(draft).title == "Second name"


def test_lost_connection_is_said_and_mended(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann)
    with editing(browser, live_server, draft, ann) as page:
        page.context.route("**/api/v1/drafts/**", lambda route: route.abort())
        page.get_by_label("Place", exact=True).fill("The Slot")
        expect(page.locator("#saved-state")).to_contain_text(
            "Not saved: no connection. Your changes are stored in this browser."
        )
        page.context.unroute("**/api/v1/drafts/**")
        page.get_by_role("button", name="Try again").click()
        saved(page)
    assert spec_now(draft).about.place == "The Slot"


@pytest.mark.slow
def test_log_out_keeps_the_journal_and_says_so(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann)
    with editing(browser, live_server, draft, ann) as page:
        page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
        page.get_by_label("Place", exact=True).fill("The Slot")
        expect(page.locator("#saved-state")).to_contain_text("you are logged out")
        expect(page.locator("#saved-state").get_by_role("link", name="Log in")).to_be_visible()
        log_in(page.context, ann, live_server)
        page.get_by_role("button", name="Try again").click()
        saved(page)
    assert spec_now(draft).about.place == "The Slot"


@pytest.mark.slow
@pytest.mark.parametrize("choice", ["theirs", "mine"])
def test_two_browsers_on_one_draft(browser: Browser, live_server: LiveServer, choice: str) -> None:
    ann, ben = member(), member("Ben")
    draft = begin(ann)
    draft.authors.add(ben)
    with (
        editing(browser, live_server, draft, ann) as first,
        editing(browser, live_server, draft, ben, accept_downloads=True) as second,
    ):
        first.get_by_label("Place", exact=True).fill("The Slot")
        saved(first)
        second.get_by_label("Place", exact=True).fill("Kula Gulf")
        clash = second.get_by_role("dialog")
        expect(clash).to_contain_text("Ann saved this draft")
        expect(clash.locator("tbody tr")).to_have_text(re.compile("The Slot.*Kula Gulf"))
        assert clash.get_by_role("button", name="Overwrite with mine").is_disabled()
        if choice == "mine":  # it is the same dialog both times
            assert_accessible(second, DESK)
        if choice == "mine":
            clash.get_by_label("Keep my version.").check()
            clash.get_by_role("button", name="Overwrite with mine").click()
        else:
            with second.expect_download() as downloaded:
                clash.get_by_role("button", name="Use theirs").click()
            kept = json.loads(downloaded.value.path().read_text())
            assert kept["about"]["place"] == "Kula Gulf"
        place = "Kula Gulf" if choice == "mine" else "The Slot"
        expect(second.get_by_label("Place", exact=True)).to_have_value(place)
        saved(second)
        second.get_by_label("Theatre", exact=True).fill("Solomons")
        saved(second)
    now = spec_now(draft)
    assert (now.about.place, now.about.theatre) == (place, "Solomons")


@pytest.mark.slow
def test_file_comes_out_and_goes_in(browser: Browser, live_server: LiveServer, tmp_path: Path) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    with editing(browser, live_server, draft, ann) as page:
        with page.expect_download() as downloaded:
            page.get_by_role("button", name="Download the draft").click()
        said = json.loads(downloaded.value.path().read_text())
        said["title"] = "From a file"
        changed = tmp_path / "changed.json"
        changed.write_text(json.dumps(said))
        page.locator("#replace-file").set_input_files(changed)
        expect(page.locator("#draft-title")).to_have_text("From a file")
        saved(page)
    assert spec_now(draft).title == "From a file"


@pytest.mark.slow
def test_on_a_phone_the_line_of_state_stays_in_sight(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    with editing(browser, live_server, begin(ann), ann, **PHONE) as page:
        page.get_by_label("Length", exact=True).scroll_into_view_if_needed()
        page.get_by_label("Length", exact=True).fill("Six turns")
        page.keyboard.press("Tab")
        saved(page)
        assert page.evaluate("window.scrollY") > 300
        expect(page.locator("#saved-state")).to_be_in_viewport(ratio=1)
