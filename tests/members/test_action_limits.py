"""What a member does on pages is counted, and how much they send; nobody else waits for it."""

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from darkseas.club.models import Player
from tests.club.clubs import a_club, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _counted_anew() -> None:
    cache.clear()


def few(settings: Settings, deeds: int, kilobytes: int) -> None:
    """Let members do so much an hour."""
    settings.ACTION_LIMITS = {"actions": (deeds, 3600), "kilobytes": (kilobytes, 3600)}


def enter_name(client: Client, slug: str, name: str) -> int:
    """Enter a guest, and return the status of the answer."""
    return client.post(f"/clubs/{slug}/members/guests/", {"name": name}).status_code


def test_who_does_too_much_waits_and_nobody_else_does(settings: Settings) -> None:
    club = a_club()
    few(settings, 2, 1000)
    director, owner = client_of("director"), client_of("owner")
    assert [enter_name(director, club.slug, name) for name in ("Ann", "Bob")] == [302, 302]
    refused = director.post(f"/clubs/{club.slug}/members/guests/", {"name": "Carl"})
    assert (refused.status_code, "Retry-After" in refused.headers) == (429, True)
    assert "tried this too often" in refused.content.decode()
    assert not Player.objects.filter(name="Carl").exists()
    assert director.get(f"/clubs/{club.slug}/").status_code == 200
    assert enter_name(owner, club.slug, "Dora") == 302


def test_who_sends_too_much_waits(settings: Settings) -> None:
    few(settings, 1000, 40)
    club = a_club()
    director = client_of("director")
    long = {"name": "Ann", "more": "x" * 30_000}
    address = f"/clubs/{club.slug}/members/guests/"
    assert director.post(address, long).status_code == 302
    assert director.post(address, {"name": "Bob"}).status_code == 302
    assert director.post(address, {**long, "name": "Carl"}).status_code == 429
    assert sorted(Player.objects.filter(name__in=["Ann", "Bob", "Carl"]).values_list("name", flat=True)) == [
        "Ann",
        "Bob",
    ]
