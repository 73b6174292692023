"""The captain orders for a player who is asked for ship after ship, until something else is asked."""

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.journeys.fighting import fight_page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ADVICE = "**/suggestion"


def test_captain_moves_the_rest_until_he_is_stopped_or_something_else_is_asked(
    page: Page, live_server: LiveServer
) -> None:
    fight_page.begin_moves(page, live_server)
    rest, line = fight_page.button(page, "Turn on auto-orders"), page.locator("#relief")
    expect(rest).to_have_count(0)  # she may be the only one who is asked for
    fight_page.suggest_and_send(page)

    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(ADVICE, hold)
    before = fight_page.entries(page)
    rest.click()
    expect(line).to_contain_text("until another kind of order is due. Turn off auto-orders")
    expect(page.locator("#bar .deeds")).to_contain_text("Waiting for the captain")
    line.get_by_role("button").click()
    expect(line).to_be_hidden()
    held[0].continue_()
    page.unroute(ADVICE)
    expect(page.locator("#bar .deeds")).not_to_contain_text("Waiting for the captain")
    assert fight_page.entries(page) == before  # he has filled it in, and does not send

    fight_page.send(page)
    rest.click()
    expect(line).to_be_visible()
    expect(line).to_be_hidden()
    expect(page.locator(fight_page.SETTLED)).to_be_attached()
    expect(rest).to_have_count(0)  # another kind of order is asked for
    assert fight_page.entries(page) > before
