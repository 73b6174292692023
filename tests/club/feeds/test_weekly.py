"""The weekly letter: what stands in it, who gets one, and that nobody gets two."""

import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from darkseas.club.feeds import tasks
from darkseas.club.feeds.weekly import emails, subscriptions
from darkseas.club.membership import calendar
from darkseas.club.membership.calendar import MeetingTerms
from darkseas.club.models import Club, Player, Right, WeeklyLetter, WeeklyWish
from darkseas.club.results import store
from darkseas.club.tournaments import tournament_states
from tests.club.results.club_events import DAY, joined, new_club, reported
from tests.club.tournaments.events import director_of, planned
from tests.replays_app.live.notifications.mail_sink import MailSink, mail_sink
from tests.replays_app.live.stream.stream_server import PATIENCE_S
from tests.support.members import logged_in, member
from tests.support.sites import workers

State = WeeklyLetter.State
#: The whole task: notes and sends.
WRITE = """
import os, signal, sys, django
django.setup()
from datetime import datetime
from django.db import connection
from darkseas.club.feeds.weekly import emails
print("ready", flush=True)
sys.stdin.readline()
now = datetime.fromisoformat(sys.argv[1])
emails.note(now)
for letter in emails.WeeklyLetter.objects.filter(state="waiting"):
    emails.deliver(letter.pk.hex)
"""


def write(now: datetime) -> list[str]:
    """Let the letters go out at a moment; return who got one."""
    before = len(mail.outbox)
    emails.note(now)
    WeeklyLetter.objects.filter(state=State.WAITING).update(due_at=timezone.now())
    for letter in emails.due(timezone.now()):
        emails.deliver(letter.pk.hex)
    return sorted(letter.to[0] for letter in mail.outbox[before:])


def wishing(name: str) -> None:
    """Somebody wants the weekly letter, since long ago."""
    WeeklyWish.objects.create(member=member(name), since=timezone.now() - timedelta(days=30))


def busy_week(slug: str = "ironclads") -> Club:
    """A club in which ann beat bob this week; dora is its director."""
    club = new_club(slug, time_zone="Europe/Berlin")
    ann, bob = joined(club, "ann"), joined(club, "bob")
    joined(club, "dora", Right.Kind.DIRECTOR)
    store.confirm(reported(ann, bob), bob)
    return club


@pytest.fixture
def monday() -> datetime:
    """The next Monday, when letters have just gone out."""
    day = timezone.now().astimezone(UTC)
    return day.replace(hour=6, minute=5, second=0, microsecond=0) + timedelta(days=7 - day.weekday())


@pytest.mark.django_db
def test_letter_tells_what_was_fought_what_comes_and_what_waits(monday: datetime) -> None:
    club = busy_week()
    ann, bob, dora = (Player.objects.get(member__username=name) for name in ("ann", "bob", "dora"))
    reported(ann, bob)
    evening = monday.replace(hour=18, minute=0) + timedelta(days=3)
    calendar.plan_meeting(dora, MeetingTerms("Club & night", evening, evening + timedelta(hours=4), "Mole"))
    tournament_states.move(director_of(club), planned(club=club), "open")
    WeeklyWish.objects.create(member=member("bob"))
    assert write(monday) == ["bob@example.org"]
    (letter,) = mail.outbox
    assert letter.subject == "darkseas: your week in Ironclads"
    for line in (
        "- 1 result to confirm or dispute: http://localhost/clubs/ironclads/results/waiting/",
        f"- {evening:%A} {evening.day} {evening:%B}, ",
        ": Club & night, Mole",
        "- Autumn salvo is open for entries: http://localhost/clubs/ironclads/tournaments/autumn-salvo/",
        f"- ann won, bob lost. The coves, {DAY:%-d %B %Y}.",
    ):
        assert line in letter.body
    assert "\n\n\n" not in letter.body


@pytest.mark.django_db
def test_each_gets_one_a_week_and_none_where_nothing_is_to_be_told(monday: datetime) -> None:
    busy_week()
    for name in ("ann", "bob"):
        wishing(name)
    joined(new_club("sleepers"), "quiet")
    wishing("quiet")
    assert write(monday) == ["ann@example.org", "bob@example.org"]
    assert write(monday) == write(monday + timedelta(days=3)) == []
    assert write(monday + timedelta(days=7)) == []
    assert WeeklyLetter.objects.filter(state=State.PASSED).count() == 4


@pytest.mark.django_db
def test_nobody_gets_one_before_its_hour_or_who_began_later(monday: datetime) -> None:
    busy_week()
    WeeklyWish.objects.create(member=member("ann"), since=monday)
    wishing("bob")
    assert write(monday - timedelta(minutes=30)) == []
    assert write(monday) == ["bob@example.org"]


@pytest.mark.django_db
@pytest.mark.parametrize("why", ["stopped", "left", "account shut", "no address"])
def test_nobody_gets_one_who_does_not_want_it_any_more(why: str, monday: datetime) -> None:
    busy_week()
    wishing("bob")
    emails.note(monday)
    bob = member("bob")
    if why == "stopped":
        subscriptions.stop(bob)
    elif why == "left":
        Player.objects.filter(member=bob).update(left_at=timezone.now())
    elif why == "account shut":
        bob.is_active = False
    else:
        bob.email_confirmed_at = None
    bob.save()
    assert write(monday) == []
    assert WeeklyLetter.objects.get().state == State.PASSED


@pytest.mark.django_db
def test_one_click_in_the_mail_ends_it(client: Client, monday: datetime) -> None:
    busy_week()
    assert logged_in("bob").post("/members/me/weekly/", {"begin": "1"}).status_code == 302
    assert subscriptions.is_wanted(member("bob"))
    assert write(monday) == ["bob@example.org"]
    headers = mail.outbox[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = headers["List-Unsubscribe"].strip("<>").removeprefix("http://localhost")
    assert address in mail.outbox[0].body
    assert client.get(address).status_code == 200
    assert subscriptions.is_wanted(member("bob"))
    body = {"List-Unsubscribe": "One-Click"}
    assert Client(enforce_csrf_checks=True).post(address, body).status_code == 200
    assert not subscriptions.is_wanted(member("bob"))
    assert client.post(address[:-3] + "x/", body).status_code == 404


@pytest.mark.django_db
def test_closed_club_that_one_has_left_stands_in_no_letter(monday: datetime) -> None:
    Club.objects.filter(pk=busy_week("silent").pk).update(is_closed=True)
    Player.objects.filter(member__username="bob").update(left_at=timezone.now())
    joined(new_club("others"), "bob")
    wishing("bob")
    assert write(monday) == []


@pytest.mark.django_db
def test_clock_hands_letters_out(settings: Settings) -> None:
    names = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {tasks.write_weekly.name, tasks.tell_webhooks.name} <= names


def kill(*processes: subprocess.Popen[str]) -> None:
    for process in processes:
        process.kill()


def go(*processes: subprocess.Popen[str]) -> None:
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=PATIENCE_S)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_w5_w1_workers_that_race_or_die_send_one_letter_a_week(tmp_path: Path, monday: datetime) -> None:
    busy_week()
    wishing("bob")

    def worker(sink: MailSink, now: datetime) -> subprocess.Popen[str]:
        return workers.worker(WRITE, tmp_path, now.isoformat(), mail=sink.url)

    with mail_sink() as sink:
        WeeklyLetter.objects.create(member=member("bob"), week=monday.date(), due_at=timezone.now())
        racing = [worker(sink, monday), worker(sink, monday)]
        sink.before_answer = lambda: kill(*racing)
        go(*racing)
        sink.before_answer = lambda: None
        assert WeeklyLetter.objects.get().state == State.SENDING
        go(worker(sink, monday), worker(sink, monday + timedelta(days=1)))
        assert len(sink.letters) == 1
    assert WeeklyLetter.objects.get().state == State.SENDING
