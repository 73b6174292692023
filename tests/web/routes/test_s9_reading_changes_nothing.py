"""S-9: whoever looks changes nothing: the whole database is the same after every address was asked for."""

import pytest
from django.test import Client

from darkseas.members.models import Member
from tests.support.database_fingerprint import fingerprint

from .site_routes import LOOKING, site_routes
from .world import World, world

pytestmark = pytest.mark.django_db

ROLES = ("moderator", "holder", "visitor", "token")


def prepared() -> World:
    """The site, with an operator who may do everything."""
    site = world()
    Member.objects.filter(username="moderator").update(is_staff=True, is_superuser=True)
    return site


def look(client: Client, address: str) -> int:
    """Ask for an address to its end, and keep what that changes."""
    answer = client.get(address)
    getattr(answer, "getvalue", lambda: b"")()
    return answer.status_code


@pytest.mark.slow
def test_s9_looking_changes_nothing() -> None:
    site = prepared()
    look(site.clients["token"], "/api/v1/me/battles")  # notes that the token was used, once an hour
    before = fingerprint()
    statuses = {}
    for role in ROLES:
        for route in site_routes():
            if not route.is_api or LOOKING in route.methods:
                statuses[role, route.name] = look(site.clients[role], site.address(route, role))
    after = fingerprint()
    assert {table for table in before if before[table] != after[table]} == set()
    assert len([status for status in statuses.values() if status == 200]) > 200
    assert {place: status for place, status in statuses.items() if status >= 500} == {}


def test_s9_the_test_has_teeth() -> None:
    site = prepared()
    before = fingerprint()
    site.clients["holder"].put(
        site.address(next(route for route in site_routes() if route.name == "battles-api:unsent")),
        {"data": {"a": 1}},
        content_type="application/json",
    )
    assert {table for table, value in fingerprint().items() if before[table] != value} == {
        "replays_app_unsentorder"
    }
