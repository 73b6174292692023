"""Captains fight a draft from the editor."""

import re
import time
from uuid import UUID

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.models import Job
from replays_app.simulation.tasks import work
from scenarios_app.drafts.starting_points import SIX_A_SIDE
from tests.journeys.editor.editor_page import (
    begin,
    editing,
    member,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_draft_is_fought_and_watched(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    with editing(browser, live_server, draft, ann, "try") as page:
        page.get_by_role("button", name="Fight it now").click()
        expect(page.locator("progress")).to_be_visible()
        _do_jobs()
        expect(page.locator(".verdict")).to_contain_text(re.compile("Victory|No victor"))
        link = page.get_by_role("link", name="Watch the battle").get_attribute("href") or ""
        assert page.request.get(f"{live_server.url}{link}").ok
        page.get_by_role("button", name="Fight a hundred").click()
        _do_jobs()
        expect(page.locator(".balance")).to_have_count(2)
        for side in page.locator(".balance p").all_inner_texts():
            assert re.search(r"won \d+ of 100; .* most likely lies between \d+ and \d+ in 100", side)
        results = page.locator(".job-result h3")
        expect(results).to_have_text(["100 battles", "One battle"])
        page.get_by_role("button", name="Fight it now").click()
        _do_jobs()
        expect(results).to_have_text(["One battle", "100 battles"])


@pytest.mark.slow
def test_fights_can_be_cancelled(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    with editing(browser, live_server, draft, ann, "try") as page:
        page.get_by_role("button", name="Fight a hundred").click()
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator(".job-state").first).to_contain_text("Cancelled")
    assert [job.state for job in Job.objects.all()] == [Job.State.CANCELLED]


def _do_jobs(patience_s: float = 20) -> None:
    """Do what a worker would; the page asks how far it is."""
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        waiting = Job.objects.filter(state=Job.State.QUEUED).first()
        if waiting is not None:
            work(UUID(str(waiting.pk)).hex)
            return
        time.sleep(0.1)
    raise AssertionError("no job was asked for")
