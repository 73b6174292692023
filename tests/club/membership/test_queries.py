"""Pages of a club ask the database as often for many people as for few."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from darkseas.club.membership import calendar, guests, invitations, joining
from darkseas.club.membership.calendar import MeetingTerms
from darkseas.club.models import Club
from scenarios_app.visibility import show_to
from tests.club.clubs import a_club, a_map, client_of, joined, player
from tests.club.membership.test_permission_table import MOMENTS
from tests.support.members import member

pytestmark = pytest.mark.django_db

PAGES = ("", "members/", "calendar/", "shared/")


def queries(client: Client, address: str) -> int:
    """How often a page asks the database."""
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def fill(club: Club, number: int) -> None:
    """One more of everything that the pages show."""
    owner = player(club, "owner")
    someone = joined(club, f"sailor-{number}")
    guests.claim(someone, guests.add(owner, f"Guest {number}"))
    joining.apply_to(club, member(f"applicant-{number}"))
    invitations.make(owner, 7, 1)
    calendar.plan_meeting(owner, MeetingTerms(f"Evening {number}", *MOMENTS))
    show_to(a_map(f"sailor-{number}"), member(f"sailor-{number}"), f"club:{club.slug}")


def test_number_of_queries_does_not_hang_on_the_number_of_rows() -> None:
    club, client = a_club(), client_of("owner")
    fill(club, 0)
    few = {page: queries(client, f"/clubs/{club.slug}/{page}") for page in PAGES}
    for number in range(1, 4):
        fill(club, number)
    many = {page: queries(client, f"/clubs/{club.slug}/{page}") for page in PAGES}
    assert many == few
    assert max(many.values()) <= 25
