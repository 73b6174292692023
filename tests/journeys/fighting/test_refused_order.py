"""What the site would refuse is said beside Send, also where the line that it is about is out of sight."""

import json

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.journeys.fighting import fight_page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

WHY = "She is too slow for that."


def test_reason_stands_beside_send_until_the_order_is_another_one(
    page: Page, live_server: LiveServer
) -> None:
    fight_page.begin_moves(page, live_server)

    def refuse(route: Route) -> None:
        errors = [{"pointer": "#/blanks/path", "detail": WHY}]
        body = {"title": "Refused", "detail": WHY, "status": 422, "errors": errors}
        route.fulfill(status=422, content_type="application/problem+json", body=json.dumps(body))

    page.route("**/preview", refuse)
    fight_page.suggest(page)
    beside, send = page.locator("#bar .still"), page.locator("#bar .send")
    expect(beside).to_have_text(WHY)
    expect(send).to_have_class("button main send not-ready")

    page.unroute("**/preview")
    fight_page.suggest(page)
    expect(beside).not_to_contain_text(WHY)
    expect(send).to_have_class("button main send")
