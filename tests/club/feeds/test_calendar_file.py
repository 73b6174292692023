"""The calendar as other programs read it: whatever people type, and whatever changes."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from darkseas.club.feeds import calendar_file
from darkseas.club.feeds.calendar_file import calendar_of
from darkseas.club.feeds.calendar_lines import CalendarEntry, calendar_text
from darkseas.club.feeds.plain_text import plain_text
from darkseas.club.membership import calendar
from darkseas.club.membership.calendar import MeetingTerms
from darkseas.club.models import Club, Meeting, Pairing, Round, Tournament
from darkseas.club.tournaments import create_and_change, rounds
from darkseas.club.tournaments.create_and_change import plan_of
from tests.club.results.club_events import joined, new_club
from tests.club.tournaments.events import director_of, drawn, fought, running

from .calendar_reader import Component, read_calendar

MOMENT = datetime(2030, 1, 10, 19, tzinfo=UTC)
#: Properties that say that an entry has changed.
COUNTED = ("SEQUENCE", "DTSTAMP", "LAST-MODIFIED")
HARD = "Bring maps, dice; and C:\\ships.\nSecond line: " + "Größe ⚓ 🚢 " * 20


def entries(club: Club) -> dict[str, Component]:
    """The entries of a club's calendar, by title."""
    found = read_calendar(calendar_of(club, is_member=True).encode()).parts
    assert len({part.properties["UID"] for part in found}) == len(found)
    return {part.text("SUMMARY"): part for part in found}


@given(title=st.text(), place=st.text(min_size=1), text=st.text(min_size=1, max_size=300))
def test_every_text_comes_back_as_it_was(title: str, place: str, text: str) -> None:
    entry = CalendarEntry("1", 0, MOMENT, title, MOMENT, "http://localhost/", place=place, text=text)
    (event,) = read_calendar(calendar_text(title, "http://localhost/", [entry]).encode()).parts
    assert event.text("SUMMARY") == plain_text(title)
    assert event.text("LOCATION") == plain_text(place)
    assert event.text("DESCRIPTION") == plain_text(text)


@pytest.mark.django_db
def test_meeting_keeps_its_name_for_ever_and_counts_its_changes(client: Client) -> None:
    club = new_club(time_zone="Europe/Berlin")
    owner = joined(club, "owner", "owner")
    soon = timezone.now().replace(microsecond=0) + timedelta(days=3)
    terms = MeetingTerms("Thursday, as ever", soon, soon + timedelta(hours=4), "Club; back room", HARD)
    meeting = calendar.plan_meeting(owner, terms)
    answer = client.get("/clubs/ironclads/calendar.ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    (event,) = read_calendar(answer.content).parts
    assert (event.text("LOCATION"), event.text("DESCRIPTION")) == ("Club; back room", HARD)
    assert event.properties["DTSTART"] == f"{soon:%Y%m%dT%H%M%SZ}"
    assert (event.properties["SEQUENCE"], event.properties["STATUS"]) == ("0", "CONFIRMED")
    # Nothing changed, nothing is sent again.
    known = {"If-None-Match": answer.headers["ETag"]}
    assert client.get("/clubs/ironclads/calendar.ics", headers=known).status_code == 304
    calendar.set_cancelled(owner, meeting, True)
    later = client.get("/clubs/ironclads/calendar.ics", headers=known)
    (cancelled,) = read_calendar(later.content).parts
    assert cancelled.properties["UID"] == event.properties["UID"]
    assert (cancelled.properties["SEQUENCE"], cancelled.properties["STATUS"]) == ("1", "CANCELLED")
    assert cancelled.properties["DTSTAMP"] >= event.properties["DTSTAMP"]


@pytest.mark.django_db
def test_tournaments_bring_their_day_rounds_and_deadlines() -> None:
    tournament = running(4)
    club = tournament.club
    Tournament.objects.update(first_day=timezone.now().date())
    found = drawn(tournament)
    deadline = timezone.now() + timedelta(days=2)
    Round.objects.update(first_move_by=deadline, ends_at=deadline + timedelta(days=5))
    first = entries(club)
    day = first["Autumn salvo"]
    assert day.properties["DTSTART;VALUE=DATE"] == f"{timezone.now():%Y%m%d}"
    fought = first["Autumn salvo, round 1"].properties
    assert found.begins_at is not None
    assert fought["DTSTART"] == f"{found.begins_at:%Y%m%dT%H%M%SZ}"
    assert "DTEND" not in fought
    up = first["Autumn salvo, round 1: deadline"].properties
    assert up["DTSTART"] == f"{deadline + timedelta(days=5):%Y%m%dT%H%M%SZ}"
    due = first["Autumn salvo, round 1: first orders due"].properties
    assert due["DTSTART"] == f"{deadline:%Y%m%dT%H%M%SZ}"
    table = found.pairings.get(table=1)
    assert not any("against" in title for title in first)
    Pairing.objects.filter(pk=table.pk).update(agreed_at=deadline)
    agreed = entries(club)[f"Autumn salvo, round 1: {table.first} against {table.second}"]
    assert agreed.properties["DTSTART"] == f"{deadline:%Y%m%dT%H%M%SZ}"
    first = entries(club)
    Tournament.objects.update(title="Winter salvo")
    second = entries(club)
    assert {part.properties["UID"] for part in second.values()} == {
        part.properties["UID"] for part in first.values()
    }


@pytest.mark.django_db
def test_round_without_planned_dates_is_left_out() -> None:
    found = drawn(running(4))
    club = found.tournament.club
    assert entries(club) == {}
    for planned in ("first_move_by", "ends_at"):
        Round.objects.update(first_move_by=None, ends_at=None)
        Round.objects.update(**{planned: MOMENT})
        assert len(entries(club)) == 2
    Round.objects.update(ends_at=None)
    fought(found)
    assert entries(club) == {}


@pytest.mark.django_db
def test_what_is_long_over_is_not_sent() -> None:
    club = new_club()
    for title, days in (("long ago", 400), ("of late", 300)):
        begins = timezone.now() - timedelta(days=days)
        Meeting.objects.create(club=club, title=title, begins_at=begins, ends_at=begins)
    assert list(entries(club)) == ["of late"]


@pytest.mark.django_db
def test_whatever_changes_the_text_or_time_of_an_entry_raises_its_number() -> None:
    tournament = running(4)
    club, by = tournament.club, director_of(tournament.club)

    def change(**what: Any) -> None:
        create_and_change.change(by, tournament, replace(plan_of(tournament), **what), "A reason.")
        tournament.refresh_from_db()

    change(first_day=timezone.now().date())
    found = drawn(tournament)
    Round.objects.update(first_move_by=MOMENT, ends_at=MOMENT + timedelta(days=5))
    Pairing.objects.filter(pk=found.pairings.get(table=1).pk).update(agreed_at=MOMENT)

    def known() -> dict[str, tuple[str, int, str]]:
        return {
            one.properties["UID"]: (
                repr({name: text for name, text in sorted(one.properties.items()) if name not in COUNTED}),
                int(one.properties["SEQUENCE"]),
                one.properties["DTSTAMP"],
            )
            for one in entries(club).values()
        }

    steps: list[Callable[[], object]] = [
        lambda: change(title="Winter salvo"),
        lambda: change(text="Bring dice", first_day=MOMENT.date()),
        lambda: fought(found),
        lambda: rounds.reopen(by, found, "A slip."),
    ]
    unseen: list[Callable[[], object]] = [
        change,
        lambda: change(terms=replace(plan_of(tournament).terms, tie_breaks=("points",))),
    ]
    for step in unseen:
        before = known()
        step()
        assert known() == before
    assert len(known()) == 5
    for step in steps:
        before = known()
        step()
        found.refresh_from_db()
        after = known()
        changed = [uid for uid in before.keys() & after.keys() if after[uid][0] != before[uid][0]]
        assert changed
        assert [uid for uid in changed if after[uid][1] <= before[uid][1]] == []
        assert [uid for uid in changed if after[uid][2] < before[uid][2]] == []
        assert [uid for uid in before.keys() & after.keys() if after[uid][1] < before[uid][1]] == []


@pytest.mark.django_db
def test_a_full_calendar_has_the_newest_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calendar_file, "MOST_ENTRIES", 2)
    tournament = running(4)
    club, now = tournament.club, timezone.now()
    for number in range(4):
        begins = now + timedelta(days=number)
        Meeting.objects.create(club=club, title=f"meeting {number}", begins_at=begins, ends_at=begins)
        Round.objects.create(
            tournament=tournament, number=number + 1, begins_at=begins, state="running", ends_at=begins
        )
    kept = {f"Autumn salvo, round {number}{what}" for number in (3, 4) for what in ("", ": deadline")}
    assert set(entries(club)) == {"meeting 2", "meeting 3"} | kept


@pytest.mark.django_db
def test_ids_are_the_same_after_the_site_has_moved(settings: Any) -> None:
    club = drawn(running(4)).tournament.club
    Round.objects.update(ends_at=MOMENT)
    Meeting.objects.create(club=club, title="A", begins_at=MOMENT, ends_at=MOMENT)
    before = {part.properties["UID"] for part in entries(club).values()}
    settings.SITE_ADDRESS = "https://elsewhere.example"
    assert {part.properties["UID"] for part in entries(club).values()} == before
