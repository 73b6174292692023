"""Two people bid for a side, and the points stand on the page of their battle."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from scenarios_app.revisions.store import publish
from tests.support.library.library_specs import library_spec
from tests.support.sites.accessible import DESK, PHONE, Look, assert_accessible
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
@pytest.mark.parametrize("look", [DESK, PHONE], ids=lambda look: look.name)
def test_side_goes_to_the_higher_bid(browser: Browser, live_server: LiveServer, look: Look) -> None:
    publish(library_spec("first-salvoes"), origin="library")
    with ExitStack() as stack:
        ann, bob = (stack.enter_context(watched_page(browser, **look.options)) for _ in range(2))
        ann.goto(f"{live_server.url}/challenges/new/?scenario=first-salvoes")
        ann.get_by_label("By bid").check()
        ann.locator("[name=bid_side]").select_option(label="Royal Navy")
        ann.locator("[name=bid_points]").fill("3")
        assert_accessible(ann, look)
        ann.get_by_role("button", name="Create challenge").click()
        expect(ann.locator("dl.facts")).to_contain_text("3 for Royal Navy, secret until")
        assert_accessible(ann, look)
        bob.goto(ann.url)
        expect(bob.locator("dl.facts")).to_contain_text("assigned by bid")
        expect(bob.locator("dl.facts")).not_to_contain_text("Your bid")
        bob.locator("[name=bid_side]").select_option(label="Royal Navy")
        bob.locator("[name=bid_points]").fill("4")
        assert_accessible(bob, look)
        bob.get_by_role("button", name="Accept challenge").click()
        captions = bob.locator("#captions")
        expect(captions).to_contain_text("Points from the bid")
        bob.goto(bob.url.replace("/play/", "/seats/"))
        expect(bob.locator("main")).to_contain_text("Royal Navy bid 4 for Royal Navy")
        assert_accessible(bob, look)
