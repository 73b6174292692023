"""To whoever is not of a closed club it does not exist: its addresses answer as wrong ones do."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from darkseas.club.membership import founding, invitations
from darkseas.club.membership.founding import ClubTerms
from darkseas.club.models import Club
from tests.club.clubs import DEVICE, a_club, client_of, player
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

SECRET = "Silent Service"
OF_THE_MOMENT = ("Content-Length", "Expires")
#: What Django makes anew in each answer, and what tells one refusal from another to the operator.
FRESH = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|urn:uuid:[0-9a-f-]+')


def club_addresses(patterns: list[Any], before: str = "") -> Iterator[str]:
    """Every address with a club's slug in it, its other parts filled."""
    for pattern in patterns:
        text = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from club_addresses(pattern.url_patterns, text)
        elif isinstance(pattern, URLPattern) and text.startswith("clubs/<slug:slug>/"):
            filled = text.replace("<slug:slug>", "SLUG", 1)
            filled = re.sub(r"<int:\w+>", "1", filled)
            filled = re.sub(r"<uuid:\w+>", "00000000-0000-4000-8000-000000000000", filled)
            yield "/" + re.sub(r"<\w+:\w+>", "x", filled)


ADDRESSES = sorted(set(club_addresses(get_resolver().url_patterns)))


def answer(client: Client, method: str, address: str, slug: str) -> tuple[int, bytes, dict[str, str]]:
    """What an address answers, without the slug that was asked for."""
    found = getattr(client, method)(address.replace("SLUG", slug))
    content = FRESH.sub(b"", found.content).replace(slug.encode(), b"SLUG")
    headers = {name: value for name, value in found.headers.items() if name not in OF_THE_MOMENT}
    return found.status_code, content, headers


def test_there_are_addresses_to_ask() -> None:
    assert len(ADDRESSES) > 20


@pytest.mark.parametrize("role", [pytest.param("anonymous", marks=pytest.mark.slow), "outsider"])
def test_closed_club_answers_as_a_wrong_address_does(role: str) -> None:
    club = a_club(SECRET, is_closed=True)
    wrong, client = "x" * len(club.slug), client_of(role)
    differs = []
    for address in ADDRESSES:
        for method in ("get", "post", "head", "put"):
            asked = answer(client, method, address, club.slug)
            if asked != answer(client, method, address, wrong) or asked[0] not in (404, 405):
                differs.append((method, address))
            assert SECRET.encode() not in asked[1]
    assert differs == []


def test_closed_club_asks_as_many_questions_as_a_wrong_address_however_it_is_asked() -> None:
    """More queries would take longer: who measures could tell."""
    club = a_club(SECRET, is_closed=True)
    wrong, client = "x" * len(club.slug), client_of("outsider")
    for address in ADDRESSES:
        numbers = []
        for slug in (club.slug, wrong):
            with CaptureQueriesContext(connection) as queries:
                client.get(address.replace("SLUG", slug))
            numbers.append(len(queries))
        assert numbers[0] == numbers[1], address
        for method, more in (
            ("options", ""),
            ("delete", ""),
            ("get", "?key=x.0.x"),
            ("get", "?part=now&page=2"),
        ):
            asked = answer(client, method, address + more, club.slug)
            assert asked == answer(client, method, address + more, wrong), (method, address, more)


def test_who_has_left_a_closed_club_is_an_outsider() -> None:
    club = a_club(SECRET, is_closed=True)
    client = client_of("member")
    assert client.get(f"/clubs/{club.slug}/").status_code == 200
    client.post(f"/clubs/{club.slug}/leave/")
    assert client.get(f"/clubs/{club.slug}/").status_code == 404
    assert SECRET not in client.get("/clubs/").content.decode()


def test_lists_and_pages_of_others_name_no_closed_club() -> None:
    club = a_club(SECRET, is_closed=True)
    for client in (Client(), logged_in("outsider")):
        for address in ("/", "/clubs/", "/clubs/new/", "/library/?q=silent", "/battles/", "/maps/", "/play/"):
            text = client.get(address, follow=True).content.decode()
            assert SECRET not in text, address
            assert club.slug not in text, address


def test_name_of_a_closed_club_can_be_taken_and_tells_nothing() -> None:
    closed = a_club(SECRET, is_closed=True)
    assert closed.slug != "silent-service"
    form = {
        "name": SECRET, "charge": "gull", "field": "plain", "first": "navy", "second": "white",
        "seen_by": "all", "language": "en", "time_zone": "UTC", "silence": "confirm", "silence_days": "7",
        "rated_from": "5",
    }  # fmt: skip
    answered = logged_in("outsider").post("/clubs/new/", form)
    assert answered.headers["Location"] == "/clubs/silent-service/"
    # But two open clubs of one name nobody could tell apart.
    again = logged_in("other").post("/clubs/new/", {**form, "name": SECRET.upper()})
    assert "An open club already has this name" in again.content.decode()
    assert Club.objects.count() == 2


def test_spent_link_is_the_same_as_none() -> None:
    club = founding.found_club(member("owner"), ClubTerms(SECRET, DEVICE, is_closed=True))
    token = invitations.make(player(club, "owner"), 7, 1)
    good = Client().get(f"/clubs/join/{token}/")
    assert (good.status_code, SECRET in good.content.decode()) == (200, True)
    invitations.accept(token, member("first"))
    none = "y" * len(token)
    spent, absent = (Client().get(f"/clubs/join/{end}/") for end in (token, none))
    assert spent.status_code == absent.status_code == 404
    assert spent.content.replace(token.encode(), b"") == absent.content.replace(none.encode(), b"")
    assert SECRET not in spent.content.decode()
