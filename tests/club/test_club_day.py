"""The day of a club is the day in its own time zone, at midnight and when the clocks change too."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from darkseas.club.models import Club, Pairing, Player, Right, Round
from darkseas.club.results import checks, store
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.pages.first_values import blank
from darkseas.club.results.recorded import recorded_battles
from darkseas.club.tournaments.dates.deadlines import ends_by
from replays_app.models import Battle
from tests.club.results.club_events import facts, joined, new_club
from tests.club.tournaments.events import drawn, running
from tests.support.builders import register_toy, toy_battle, toy_revision
from tests.support.every_case import every_case

pytestmark = pytest.mark.django_db

#: A moment, a zone, and the day that it is there; the clocks of Berlin change on 29 March and 25 October.
DAYS = [
    ("2026-01-31T23:59", "UTC", "2026-01-31"),
    ("2026-01-31T22:59", "Europe/Berlin", "2026-01-31"),
    ("2026-01-31T23:00", "Europe/Berlin", "2026-02-01"),
    ("2026-01-31T11:00", "Pacific/Auckland", "2026-02-01"),
    ("2026-02-01T07:59", "America/Los_Angeles", "2026-01-31"),
    ("2026-03-28T22:59", "Europe/Berlin", "2026-03-28"),
    ("2026-03-29T22:00", "Europe/Berlin", "2026-03-30"),
    ("2026-10-24T22:00", "Europe/Berlin", "2026-10-25"),
    ("2026-10-25T22:30", "Europe/Berlin", "2026-10-25"),
]


@every_case(("written", "zone", "day"), DAYS)
def test_today_is_the_day_of_the_club(
    monkeypatch: pytest.MonkeyPatch, written: str, zone: str, day: str
) -> None:
    register_toy()
    toy_revision()
    club = new_club(time_zone=zone)
    ann, bob = joined(club, "ann"), joined(club, "bob")
    moment, today = datetime.fromisoformat(written).replace(tzinfo=UTC), date.fromisoformat(day)
    battle = toy_battle()
    Battle.objects.update(created_at=moment)
    monkeypatch.setattr(timezone, "now", lambda: moment)
    assert club.today == today == blank(club, None, "toy", ann, 2).day
    assert recorded_battles.recorded(club, ann, battle.pk).facts.day == today
    assert list(checks.faults(club, facts(ann, bob, day=today))) == []
    tomorrow = today + timedelta(days=1)
    assert [one.field for one in checks.faults(club, facts(ann, bob, day=tomorrow))] == ["day"]
    oldest = today - checks.LONGEST_AGO
    checks.check_report(ann, facts(ann, bob, day=oldest))
    with pytest.raises(ResultRefused, match="days old"):
        checks.check_report(ann, facts(ann, bob, day=oldest - timedelta(days=1)))


def test_a_season_ends_with_the_day_of_the_club(monkeypatch: pytest.MonkeyPatch) -> None:
    club = new_club(time_zone="Pacific/Auckland")
    last = date(2026, 1, 31)
    club.seasons.create(name="2025", first_day=date(2025, 1, 1), last_day=last)
    end = datetime(2026, 1, 31, 11, tzinfo=UTC) + timedelta(days=checks.LATE_DAYS)
    for moment, is_over in ((end - timedelta(seconds=1), False), (end, True)):
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        assert (checks.season_over(club, last) is not None) == is_over


def test_an_extended_deadline_keeps_its_hour_when_the_clocks_change() -> None:
    found = drawn(running(4))
    Club.objects.update(time_zone="Europe/Berlin")
    for written, days, ends in (
        ("2026-03-28T21:00", 3, "2026-03-31T20:00"),
        ("2026-10-24T20:00", 7, "2026-10-31T21:00"),
        ("2026-06-01T20:00", 7, "2026-06-08T20:00"),
        ("2026-10-24T20:00", 0, "2026-10-24T20:00"),
    ):
        Round.objects.update(ends_at=datetime.fromisoformat(written).replace(tzinfo=UTC))
        Pairing.objects.update(extended_days=days)
        end = ends_by(Pairing.objects.get(round=found.pk, table=1))
        assert end == datetime.fromisoformat(ends).replace(tzinfo=UTC), written


def test_an_umpire_enters_what_was_fought_today_in_the_clubs_zone() -> None:
    club = new_club(time_zone="Pacific/Kiritimati")
    ann, bob = joined(club, "ann", Right.Kind.MEMBER, Right.Kind.UMPIRE), joined(club, "bob")
    assert store.report(club, ann, facts(ann, bob, day=club.today)).day == club.today
    assert Player.objects.count() == 2
