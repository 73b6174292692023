"""Meetings and seasons: planned, changed, cancelled by a director, in the club's own time."""

from datetime import UTC, datetime

import pytest
from django.utils.html import strip_tags

from darkseas.club.models import AuditLine, Club, Meeting, Season
from tests.club.clubs import a_club, client_of

pytestmark = pytest.mark.django_db

THURSDAY = {
    "title": "Thursday",
    "begins_at": "2030-07-04T19:00",
    "ends_at": "2030-07-04T23:00",
    "text": "*Bring dice*",
}


@pytest.fixture
def club() -> Club:
    """A club on the Rhine."""
    made = a_club()
    Club.objects.update(time_zone="Europe/Berlin")
    made.refresh_from_db()
    return made


def test_meeting_is_planned_in_the_clubs_time_and_told_in_it(club: Club) -> None:
    client_of("director").post(f"/clubs/{club.slug}/calendar/new/", THURSDAY)
    meeting = Meeting.objects.get()
    assert meeting.begins_at == datetime(2030, 7, 4, 17, tzinfo=UTC)
    text = client_of("anonymous").get(f"/clubs/{club.slug}/calendar/").content.decode()
    assert "Thursday 4 July 2030, 19:00" in text
    assert "<em>Bring dice</em>" in text
    assert (
        "Thursday 4 July 2030, 19:00" in client_of("anonymous").get(f"/clubs/{club.slug}/").content.decode()
    )


def test_change_and_cancelling_are_counted_for_calendars_and_written_down(club: Club) -> None:
    client = client_of("director")
    client.post(f"/clubs/{club.slug}/calendar/new/", THURSDAY)
    meeting = Meeting.objects.get()
    address = f"/clubs/{club.slug}/calendar/{meeting.pk}/"
    assert 'value="2030-07-04T19:00"' in client.get(address).content.decode()
    for _ in range(2):  # the second time nothing is new
        client.post(address, {**THURSDAY, "place": "The Anchor"})
    for _ in range(2):  # the second time nothing is new
        client.post(f"{address}cancel/")
    uid = meeting.uid
    meeting.refresh_from_db()
    assert (meeting.place, meeting.is_cancelled, meeting.changed, meeting.uid) == ("The Anchor", True, 2, uid)
    assert "cancelled" in client.get(f"/clubs/{club.slug}/calendar/").content.decode()
    client.post(f"{address}cancel/", {"reinstate": "1"})
    meeting.refresh_from_db()
    assert (meeting.is_cancelled, meeting.changed) == (False, 3)
    deeds = list(AuditLine.objects.filter(subject=f"meeting:{meeting.pk}").values_list("deed", flat=True))
    assert deeds == ["meeting.reinstated", "meeting.cancelled", "meeting.changed", "meeting.planned"]


def test_meeting_into_another_day_shows_its_last_day_in_the_clubs_time(club: Club) -> None:
    ends = {
        "2030-07-04T23:59": "to 23:59, The Anchor",
        "2030-07-05T19:00": "to Friday 5 July, 19:00, The Anchor",
        "2030-07-06T00:30": "to Saturday 6 July, 00:30, The Anchor",
        "2031-07-04T19:00": "to Friday 4 July 2031, 19:00, The Anchor",
    }
    for end in ends:
        form = {**THURSDAY, "place": "The Anchor", "ends_at": end}
        client_of("director").post(f"/clubs/{club.slug}/calendar/new/", form)
    text = strip_tags(client_of("anonymous").get(f"/clubs/{club.slug}/calendar/").content.decode())
    assert [shown for shown in ends.values() if shown not in " ".join(text.split())] == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ends_at": "2030-07-04T18:00"}, "ends before it begins"),
        ({"begins_at": "2030-03-31T02:30"}, "02:30 is skipped on 31 March 2030"),
    ],
)
def test_meeting_that_cannot_be_is_refused(club: Club, change: dict[str, str], words: str) -> None:
    answer = client_of("director").post(f"/clubs/{club.slug}/calendar/new/", {**THURSDAY, **change})
    assert words in answer.content.decode()
    assert not Meeting.objects.exists()


def test_seasons_are_laid_down_and_changed(club: Club) -> None:
    client, form = (
        client_of("director"),
        {"name": "1942", "first_day": "2030-01-01", "last_day": "2030-12-31"},
    )
    address = f"/clubs/{club.slug}/calendar/seasons/new/"
    client.post(address, form)
    assert "Another season" in client.post(address, form).content.decode()
    assert "before the first" in client.post(address, {**form, "last_day": "2029-01-01"}).content.decode()
    season = Season.objects.get()
    client.post(f"/clubs/{club.slug}/calendar/seasons/{season.pk}/", {**form, "name": "1943"})
    season.refresh_from_db()
    assert season.name == "1943"
    line = AuditLine.objects.get(deed="season.changed")
    assert [dict(one or {})["name"] for one in (line.before, line.after)] == ["1942", "1943"]


def test_meeting_of_another_club_is_not_there(club: Club) -> None:
    other = a_club("Harbour")
    client_of("director").post(f"/clubs/{other.slug}/calendar/new/", THURSDAY)
    number = Meeting.objects.get().pk
    assert client_of("director").post(f"/clubs/{club.slug}/calendar/{number}/cancel/").status_code == 404


@pytest.mark.parametrize(
    ("zone", "written", "said"),
    [
        ("Europe/Berlin", "2030-03-31T02:30", "02:30 is skipped on 31 March 2030, because the clocks change"),
        ("Europe/Berlin", "2030-10-27T02:30", "02:30 comes twice on 27 October 2030, because the clocks"),
        ("America/New_York", "2030-03-10T02:00", "02:00 is skipped on 10 March 2030"),
        ("Australia/Lord_Howe", "2030-04-07T01:45", "01:45 comes twice on 7 April 2030"),
        ("Europe/Berlin", "2030-03-31T03:00", ""),
        ("UTC", "2030-03-31T02:30", ""),
    ],
)
def test_hours_that_clock_changes_skip_or_repeat_are_refused_in_plain_words(
    club: Club, zone: str, written: str, said: str
) -> None:
    Club.objects.update(time_zone=zone)
    sent = {**THURSDAY, "begins_at": written, "ends_at": "2031-01-01T00:00"}
    answer = client_of("director").post(f"/clubs/{club.slug}/calendar/new/", sent)
    text = answer.content.decode()
    assert (said in text, "interpreted" in text, Meeting.objects.exists()) == (True, False, not said)
