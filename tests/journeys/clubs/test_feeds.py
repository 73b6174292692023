"""An owner takes the dates of a closed club into their calendar, asks for the letter, and sets a webhook."""

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.club.feeds.webhooks import deliveries
from darkseas.club.models import WebhookDelivery
from darkseas.club.results import store
from tests.club.clubs import a_club, client_of, player
from tests.club.results.club_events import reported
from tests.support.sites.accessible import DESK, PHONE, Look, assert_accessible
from tests.support.sites.browser import watched_page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.mark.parametrize("look", [DESK, PHONE], ids=["desk", "phone"])
def test_owner_hears_of_the_club(browser: Browser, live_server: LiveServer, look: Look) -> None:
    club = a_club(is_closed=True)
    owner, someone = player(club, "owner"), player(club, "member")
    session = client_of("owner").cookies["sessionid"].value
    with watched_page(browser, **look.options) as page:
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page.goto(f"{live_server.url}/clubs/{club.slug}/")
        page.get_by_role("link", name="Calendar, results feed").click()
        expect(page.get_by_label("Calendar address")).to_be_visible()
        assert_accessible(page, look)
        address = page.get_by_label("Calendar address").input_value()
        assert Client().get(address.removeprefix("http://localhost")).status_code == 200
        page.get_by_role("button", name="Renew addresses").click()
        assert Client().get(address.removeprefix("http://localhost")).status_code == 404

        page.get_by_role("link", name="Get the weekly email").click()
        page.get_by_role("button", name="Subscribe").click()
        expect(page.get_by_role("button", name="Unsubscribe")).to_be_visible()
        assert_accessible(page, look)

        page.goto(f"{live_server.url}/clubs/{club.slug}/webhooks/")
        page.get_by_label("Address").fill("https://localhost/")
        page.get_by_role("button", name="Add webhook").click()
        expect(page.get_by_role("alert")).to_contain_text("this address is private")
        page.get_by_label("Address").fill("https://hook.example/darkseas")
        page.get_by_role("button", name="Add webhook").click()
        store.confirm(reported(someone, owner), owner)
        deliveries.note(timezone.now())
        WebhookDelivery.objects.update(state="failed", attempts=5, answer="status 503")
        page.reload()
        expect(page.get_by_role("cell", name="given up, 5 attempts status 503")).to_have_count(2)
        assert_accessible(page, look)
        page.get_by_text("Secret", exact=False).first.click()
        page.get_by_role("button", name="Resend failed events").click()
        expect(page.get_by_text("2 events will be sent again.")).to_be_visible()
