"""Who gets what from the addresses of records, in an open club and in a closed one."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from darkseas.club.models import Club, Player
from darkseas.club.records.pages.urls import urlpatterns
from tests.club.clubs import ROLES, a_club, client_of, player
from tests.club.records.books import follow
from tests.club.records.test_pages import confirmed, linked
from tests.support.builders import register_toy, toy_battle

pytestmark = pytest.mark.django_db

#: What each address needs beside the club.
PARTS = {"club-player-record": "number", "club-ship": "name"}


def fought_in(club: Club) -> Player:
    """Whose results count in the club, one of them of a recorded battle that everybody may watch."""
    register_toy()
    owner, member = player(club, "owner"), player(club, "member")
    linked(club, owner, member, toy_battle())
    confirmed(owner, member)
    follow(club)
    return owner


def addresses(club: Club, shown: Player) -> dict[str, str]:
    values = {"number": shown.pk, "name": "Red-1"}
    return {
        name: reverse(name, kwargs={"slug": club.slug, **({part: values[part]} if part else {})})
        for name, part in ((str(one.name), PARTS.get(str(one.name))) for one in urlpatterns)
    }


@pytest.mark.parametrize("is_closed", [False, True])
def test_records_are_there_for_whom_the_club_is(is_closed: bool) -> None:
    club = a_club(is_closed=is_closed)
    known = addresses(club, fought_in(club))
    for role in ROLES:
        client, is_out = client_of(role), is_closed and role in ROLES[:2]
        for name, address in known.items():
            assert client.get(address).status_code == (404 if is_out else 200), (name, role)
            assert client.post(address).status_code == 405, (name, role)


def test_to_outsiders_records_of_a_closed_club_answer_as_a_wrong_address_does() -> None:
    club = a_club("Silent Service", is_closed=True)
    known = addresses(club, fought_in(club))
    for client in (Client(), client_of("outsider")):
        for address in known.values():
            closed = client.get(address)
            absent = client.get(address.replace(club.slug, "x" * len(club.slug)))
            assert _bare(closed.content, club.slug) == _bare(absent.content, "x" * len(club.slug))
            assert b"Silent Service" not in closed.content


def test_players_of_another_club_are_not_found_below_ones_own() -> None:
    club = a_club()
    shown = fought_in(club)
    other = Club.objects.create(slug="others", name="Others", device=club.device)
    assert Client().get(reverse("club-player-record", args=[other.slug, shown.pk])).status_code == 404
    assert Client().get(reverse("club-ship", args=[other.slug, "Red-1"])).status_code == 404


def _bare(content: bytes, slug: str) -> bytes:
    content = re.sub(rb'name="csrfmiddlewaretoken" value="\w+"|urn:uuid:[0-9a-f-]+', b"", content)
    return content.replace(slug.encode(), b"")
