"""Years that no time zone can hold are refused with a sentence, wherever a form asks for a day."""

import pytest
from django.test import Client

from darkseas.club.models import Club, Meeting, Season, Tournament
from tests.club.tournaments.events import running
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db

SENTENCE = "Choose a year from "
EVENT = "tournaments/autumn-salvo/"
NAMED = {"title": "A", "name": "A", "kind": "swiss", "system": "Fleet Battle", "rounds": "3", "points": "1"}
SETTING = {"scenario": "The coves"}


@pytest.fixture
def director() -> Client:
    running(4)
    return logged_in("dora")


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles"])
@pytest.mark.parametrize("year", ["0001-01-01", "9999-12-31"])
def test_form_answers_a_far_year_with_a_sentence(director: Client, year: str, zone: str) -> None:
    Club.objects.update(time_zone=zone)
    moment = f"{year}T00:30"
    for address, body in (
        ("calendar/new/", {"begins_at": moment, "ends_at": moment}),
        ("calendar/seasons/new/", {"first_day": year, "last_day": year}),
        ("tournaments/new/", {"first_day": year}),
        (f"{EVENT}change/", {"first_day": year}),
        (f"{EVENT}rounds/by-hand/", {"first_move_by": moment, "ends_by": moment, **SETTING}),
        (f"{EVENT}check-in/", {"until": moment}),
    ):
        answer = director.post(f"/clubs/ironclads/{address}", {**NAMED, **body}, follow=True)
        assert answer.status_code in (200, 422), address
        assert not answer.redirect_chain or address.endswith("check-in/"), address
        if not answer.redirect_chain:
            assert SENTENCE in answer.content.decode(), address
    assert not Meeting.objects.exists()
    assert not Season.objects.exists()
    assert Tournament.objects.get().check_in_until is None
