"""Who gets what from the addresses of dispatches, in an open club and in a closed one."""

import re
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from darkseas.club.feeds.pages.urls import urlpatterns
from darkseas.club.feeds.webhooks import store
from darkseas.club.models import ClubWebhook
from tests.club.clubs import ROLES, a_club, client_of, player

pytestmark = pytest.mark.django_db

#: What each role gets who looks (GET), then who sends (POST), in an open club.
TABLE = """
club-calendar-file       200 200 200 200 200 200 200 | 405 405 405 405 405 405 405
club-results-feed        200 200 200 200 200 200 200 | 405 405 405 405 405 405 405
club-dispatches          200 200 200 200 200 200 200 | 405 405 405 405 405 405 405
club-address-renew       405 405 405 405 405 405 405 | 403 403 302 302 302 302 302
club-webhooks            403 403 403 403 403 200 200 | 403 403 403 403 403 403 302
club-webhook             405 405 405 405 405 405 405 | 403 403 403 403 403 403 302
"""
#: Addresses without a club in them.
WITHOUT = {"club-weekly", "club-weekly-stop"}
SENT = {"url": "https://other.example/", "deed": "renew"}


def table(is_closed: bool) -> Iterator[tuple[str, str, list[int]]]:
    """What is asked for, how, and what each role gets; outsiders of a closed club find nothing."""
    for line in TABLE.strip().splitlines():
        name, _, rest = line.partition(" ")
        for method, half in zip(("get", "post"), rest.split("|"), strict=True):
            statuses = [int(status) for status in half.split()]
            if is_closed and 405 not in statuses:
                statuses[:2] = [404, 404]
            yield name, method, statuses


@pytest.mark.parametrize("is_closed", [False, True], ids=["open", "closed"])
def test_everybody_gets_what_the_table_says(is_closed: bool) -> None:
    club = a_club(is_closed=is_closed)
    hook = store.add(player(club, "owner"), "https://hook.example/")
    clients: dict[str, Client] = {role: client_of(role) for role in ROLES}
    wanted: dict[tuple[str, str], list[int]] = {}
    got: dict[tuple[str, str], list[int]] = {}
    for name, method, statuses in table(is_closed):
        address = reverse(name, args=[club.slug, *([hook.pk] if name == "club-webhook" else [])])
        wanted[name, method] = statuses
        got[name, method] = []
        for client in clients.values():
            with transaction.atomic():
                got[name, method].append(getattr(client, method)(address, SENT).status_code)
                transaction.set_rollback(True)
    assert got == wanted


def test_table_has_every_address() -> None:
    assert {pattern.name for pattern in urlpatterns} - WITHOUT == {name for name, _, _ in table(False)}


def test_webhook_of_another_club_is_not_found_below_ones_own() -> None:
    other = store.add(player(a_club("Others"), "owner"), "https://hook.example/")
    club = a_club("Ironclads")
    address = reverse("club-webhook", args=[club.slug, other.pk])
    assert client_of("owner").post(address, {"deed": "remove"}).status_code == 404
    assert ClubWebhook.objects.count() == 1


def test_weekly_letter_is_for_members() -> None:
    assert "/login/" in Client().get("/members/me/weekly/").headers["Location"]
    page = client_of("outsider").get("/members/me/weekly/").content.decode()
    assert re.search(r'<button[^>]+name="begin"', page)
