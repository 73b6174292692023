"""A club is found by who may look at it, and something is done there by who may do it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.test import RequestFactory

from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404
from darkseas.club.models import Club, Player, Right
from darkseas.members.models import Member
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db


def club_of(name: str = "Ironclads", *, is_closed: bool = False) -> Club:
    club = Club.objects.create(
        slug=name.lower(), name=name, device="anchor.plain.navy.white", is_closed=is_closed
    )
    owner = Player.objects.create(club=club, member=member("owner"))
    Right.objects.create(player=owner, kind=Right.Kind.OWNER)
    return club


def request_of(person: Member | AnonymousUser) -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = person
    return request


def test_closed_club_is_there_for_its_own_alone() -> None:
    club = club_of(is_closed=True)
    assert club_or_404(request_of(member("owner")), club.slug) == club
    for person in (AnonymousUser(), member("outsider")):
        with pytest.raises(Http404):
            club_or_404(request_of(person), club.slug)
        with pytest.raises(Http404):
            acting(request_of(person), club.slug, Deed.RULE)


def test_who_may_not_do_it_is_refused_in_an_open_club() -> None:
    club = club_of()
    found, player = acting(request_of(member("owner")), club.slug, Deed.RULE)
    assert (found, player.member) == (club, member("owner"))
    for person in (AnonymousUser(), member("outsider")):
        with pytest.raises(PermissionDenied):
            acting(request_of(person), club.slug, Deed.REPORT)


def test_list_shows_open_clubs_and_ones_own() -> None:
    club_of("Harbour")
    closed = club_of("Submarines", is_closed=True)
    assert b"Harbour" in logged_in("outsider").get("/clubs/").content
    assert b"Submarines" not in logged_in("outsider").get("/clubs/").content
    assert b"Submarines" in logged_in("owner").get("/clubs/").content
    assert logged_in("owner").get(f"/clubs/{closed.slug}/").status_code == 200
