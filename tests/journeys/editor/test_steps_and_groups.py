"""From step to step of the editor, a ship's task group in her own form, tables that are tables."""

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from scenarios_app.drafts.starting_points import SIX_A_SIDE
from tests.journeys.editor.editor_page import begin, editing, member, saved, spec_now

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_step_begins_at_its_top_and_a_ship_is_put_into_a_group_where_she_is_edited(
    browser: Browser, live_server: LiveServer
) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    ship = spec_now(draft).sides[0].ships[0]
    with editing(browser, live_server, draft, ann, "sides") as page:
        page.get_by_role("button", name=f"Edit {ship.name}", exact=True).click()
        page.get_by_role("button", name="Add a task group").first.click()
        field = page.get_by_role("combobox", name="Task group", exact=True)
        field.select_option(index=field.locator("option").count() - 1)
        saved(page)
        last = spec_now(draft).sides[0].groups[-1]
        assert last.ships == (ship.key,)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.get_by_role("tab", name="Sea and special rules").click()
        expect(page.locator("#body-sea")).to_be_visible()
        assert page.evaluate("scrollY") == 0
        display = """() => {
          const row = document.createElement("table").insertRow();
          document.querySelector("#body-try").append(row.closest("table"));
          row.insertCell().className = "number";
          return getComputedStyle(row.cells[0]).display;
        }"""
        assert page.evaluate(display) == "table-cell"
