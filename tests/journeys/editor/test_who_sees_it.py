"""Who sees a thing stays so where its owner could not choose that any more, and chooses nothing else."""

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.club.membership import joining
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.publishing import Publishing, publish_draft
from scenarios_app.drafts.starting_points import SIX_A_SIDE
from scenarios_app.visibility import show_to
from tests.club.clubs import a_club, a_map, joined, player
from tests.journeys.editor.editor_page import begin, editing, tab
from tests.support.members import member

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_editors_publish_for_the_same_people(browser: Browser, live_server: LiveServer) -> None:
    club, jon = a_club(is_closed=True), member("jon")
    joined(club, "jon")
    draft, sea = begin(jon, point=SIX_A_SIDE), a_map("jon")
    spec = drafts.document_of(draft)
    spec = replace(spec, about=replace(spec.about, licence="CC0 1.0"))
    drafts.save(draft.pk, jon, 1, spec)
    publish_draft(draft.pk, jon, Publishing(visibility=f"club:{club.slug}"))
    drafts.save(draft.pk, jon, 2, replace(spec, title="Another night"))
    show_to(sea, jon, f"club:{club.slug}")
    joining.leave(player(club, "jon"))
    draft.refresh_from_db()
    with editing(browser, live_server, draft, jon) as page:
        tab(page, "Publish").click()
        expect(page.get_by_label("As it is now: the members of another club")).to_be_checked()
        page.get_by_label("What changed", exact=True).fill("Its name")
        page.get_by_role("button", name="Publish", exact=True).click()
        expect(page.locator(".job-state")).to_contain_text("Revision 2 is published.")
        page.goto(f"{live_server.url}/maps/{sea.key}/edit/")
        page.locator("#map-title").fill("Another sound")
        page.get_by_role("button", name="Publish revision 2").click()
        page.wait_for_url(f"**/maps/{sea.key}/")
    for thing in (draft.scenario, sea):
        thing.refresh_from_db()
        assert thing.visibility == "club"
