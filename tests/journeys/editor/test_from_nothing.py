"""A scenario from nothing to a published revision, by mouse and by keys."""

import re

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from scenarios_app.models import Revision
from scenarios_app.revisions.store import spec_of
from tests.journeys.editor.editor_page import add_ships, begin, editing, member, saved, spec_now, tab

pytestmark = pytest.mark.django_db(transaction=True)


def test_six_ships_from_nothing_by_mouse_to_a_published_revision(
    browser: Browser, live_server: LiveServer
) -> None:
    ann = member()
    draft = begin(ann)
    with editing(browser, live_server, draft, ann) as page:
        page.get_by_label("Title", exact=True).first.fill("Off Savo")
        page.get_by_label("Date", exact=True).fill("1942-08-09")
        page.get_by_role("button", name="Add a source").click()
        page.locator('[data-place="about.sources.0.title"] input').fill("Own invention")
        tab(page, "Sides").click()
        page.locator('[data-place="sides.west.name"] input').fill("Japan")
        page.locator('[data-place="sides.east.name"] input').fill("Allies")
        page.locator("h3#oob").click()
        add_ships(page, "Japan: a first task group", ["Chokai", "Kako", "Furutaka"])
        page.get_by_label("Add ships to", exact=True).select_option(label="Allies: a first task group")
        add_ships(page, "Allies: a first task group", ["Canberra", "Chicago", "Patterson"])
        expect(page.locator(".side-tray .ship")).to_have_count(6)
        tab(page, "Publish").click()
        publish, status = page.get_by_role("button", name="Publish", exact=True), page.locator(".job-state")
        expect(publish).to_have_attribute("aria-disabled", "true")
        expect(status).to_contain_text("Choose a licence above")
        publish.click(force=True)
        expect(page.get_by_label(re.compile("^CC BY 4.0"))).to_be_focused()
        page.get_by_label(re.compile("^CC BY 4.0")).check()
        expect(publish).to_have_attribute("aria-disabled", "false")
        saved(page)
        tab(page, "Checks").click()
        expect(page.locator(".finding.error")).to_have_count(0)
        tab(page, "Publish").click()
        publish.click()
        expect(status).to_contain_text("Revision 1 is published.")
        expect(status).to_be_focused()
        expect(status).to_be_in_viewport()
        expect(publish).to_be_disabled()
        page.get_by_label(re.compile("^Anyone with the link")).check()
        publish.click()
        expect(status).to_contain_text("The visibility is changed; revision 1 is unchanged.")
    revision = Revision.objects.get(scenario=draft.scenario)
    assert revision.scenario.visibility == "unlisted"
    spec = spec_of(revision)
    assert (spec.title, spec.about.date, spec.about.licence) == ("Off Savo", "1942-08-09", "CC BY 4.0")
    assert [[ship.name for ship in side.ships] for side in spec.sides] == [
        ["Chokai", "Kako", "Furutaka"],
        ["Canberra", "Chicago", "Patterson"],
    ]
    assert [side.key for side in spec.sides] == ["japan", "allies"]
    assert [len(side.groups) for side in spec.sides] == [1, 1]
    assert set(spec.aims["ends_when_gone"]) == {"japan", "allies"}
    assert spec.sides[0].navies == ("IJN",)
    assert set(spec.sides[1].navies) == {"RAN", "USN"}


def test_ships_are_brought_and_moved_by_keys_alone(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann)
    with editing(browser, live_server, draft, ann) as page:
        tab(page, "About").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        expect(tab(page, "Sides")).to_be_focused()
        page.get_by_label("Name, class or guns").focus()
        page.keyboard.type("Graf Spee")
        expect(page.get_by_role("button", name="Add Admiral Graf Spee", exact=True)).to_be_visible()
        expect(page.get_by_label("Navy", exact=True)).to_have_value("")
        page.keyboard.press("Control+a")
        page.keyboard.type("Chokai")
        add = page.get_by_role("button", name="Add Chokai", exact=True)
        add.focus()
        page.keyboard.press("Enter")
        expect(add).to_have_accessible_description(re.compile("^already taken: "))
        page.keyboard.press("Enter")
        asked = page.get_by_role("alertdialog", name="Chokai is in this draft already")
        expect(asked.get_by_role("button", name="Leave it so")).to_be_focused()
        page.keyboard.press("Enter")
        expect(asked).to_have_count(0)
        expect(add).to_be_focused()
        expect(page.locator(".ship")).to_have_count(1)
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator(".ship")).to_have_count(2)
        page.get_by_role("button", name="Add a task group").first.focus()
        page.keyboard.press("Enter")
        page.keyboard.type("Van")
        handle = page.get_by_role("button", name=re.compile("^Move Chokai")).first
        handle.focus()
        page.keyboard.press("ArrowDown")
        expect(page.locator("#spoken")).to_contain_text("Chokai moved down")
        page.keyboard.press("Enter")
        expect(page.get_by_role("menu")).to_be_visible()
        expect(page.get_by_role("menuitem").first).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#spoken")).to_contain_text("Chokai moved to Western side: Van")
        expect(page.get_by_role("menu")).to_have_count(0)
        saved(page)
        page.keyboard.press("Control+z")
        expect(page.locator("#spoken")).to_contain_text("Undone: Move Chokai")
        page.keyboard.press("Control+Shift+z")
        saved(page)
    side = spec_now(draft).sides[0]
    assert [(group.name, len(group.ships)) for group in side.groups] == [("Task group 1", 1), ("Van", 1)]


@pytest.mark.slow
def test_ships_are_marked_as_the_date_has_it(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann)
    with editing(browser, live_server, draft, ann) as page:
        page.get_by_label("Date", exact=True).fill("1943-02-01")
        tab(page, "Sides").click()
        page.get_by_label("Navy", exact=True).select_option(label="all navies")
        for name, mark in (
            ("Fujinami", "not yet in service, only from 1943-07"),
            ("Astoria", "lost 1942-08-09"),
        ):
            page.get_by_label("Name, class or guns").fill(name)
            add = page.get_by_role("button", name=f"Add {name}", exact=True)
            expect(add).to_have_accessible_description(mark)
        tab(page, "About").click()
        page.get_by_label("Date", exact=True).fill("1942-08-08")
        tab(page, "Sides").click()
        expect(add).to_have_accessible_description("")
        add.click()
        expect(add).to_have_accessible_description("already taken: Western side")
        saved(page)
