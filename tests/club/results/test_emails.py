"""An opponent who wants letters gets one for each result that waits for them, and nobody another."""

import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from darkseas.club.models import Player, ResultNotice, Right
from darkseas.club.results import emails, store, tasks
from darkseas.members import send_email
from replays_app.live.notifications import send_attempts
from replays_app.models import Wish
from tests.replays_app.live.notifications.mail_sink import MailSink, mail_sink
from tests.replays_app.live.stream.stream_server import PATIENCE_S
from tests.support.sites import workers

from .club_events import guest, joined, new_club, reported

State = ResultNotice.State
DELIVER = """
import sys, django
django.setup()
from darkseas.club.results import emails
print("ready", flush=True)
sys.stdin.readline()
for notice_id in sys.argv[1:]:
    emails.deliver(notice_id)
"""


def pair(wishes: str = Wish.Letters.AT_ONCE) -> tuple[Player, Player]:
    """Two players, the second of whom wants letters, or does not."""
    club = new_club(silence_days=5)
    ann, bob = joined(club, "ann"), joined(club, "bob")
    assert bob.member is not None
    Wish.objects.create(member=bob.member, letters=wishes)
    return ann, bob


def tell() -> int:
    """Send all that is due; return how many letters went out for it."""
    before = len(mail.outbox)
    for notice in emails.due(timezone.now()):
        emails.deliver(notice.pk.hex)
    return len(mail.outbox) - before


@pytest.mark.django_db
def test_the_letter_says_where_and_not_how_it_ended() -> None:
    ann, bob = pair()
    result = reported(ann, bob)
    assert (tell(), tell()) == (1, 0)
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (
        ["bob@example.org"], "darkseas: a result waits for your answer in Ironclads",
    )  # fmt: skip
    assert f"http://localhost/clubs/ironclads/results/{result.pk}/" in letter.body
    assert "within 5 days" in letter.body
    assert "12.5" not in letter.body
    assert "List-Unsubscribe" in letter.extra_headers


@pytest.mark.django_db
@pytest.mark.parametrize("why", ["never asked", "confirmed", "left", "account shut", "no address"])
def test_nobody_is_written_to_who_does_not_want_it_or_need_not_answer(why: str) -> None:
    ann, bob = pair(Wish.Letters.NEVER if why == "never asked" else Wish.Letters.AT_ONCE)
    assert bob.member is not None
    result = reported(ann, bob)
    reported(ann, guest(ann.club, "Nelson"))
    if why == "confirmed":
        store.confirm(result, bob)
    elif why == "left":
        Player.objects.filter(pk=bob.pk).update(left_at=timezone.now())
    elif why == "account shut":
        bob.member.is_active = False
    elif why == "no address":
        bob.member.email_confirmed_at = None
    bob.member.save()
    assert tell() == 0
    assert [notice.state for notice in ResultNotice.objects.all()] == [State.PASSED]


@pytest.mark.django_db
def test_the_only_director_gets_no_letter_about_a_dispute_of_their_own() -> None:
    ann, _ = pair()
    dan = joined(ann.club, "dan", Right.Kind.DIRECTOR)
    Wish.objects.create(member_id=dan.member_id or 0, letters=Wish.Letters.AT_ONCE)
    result = reported(ann, dan)
    tell()
    mail.outbox.clear()
    store.dispute(result, dan, "I won.")
    tell()
    assert "dan@example.org" not in [address for letter in mail.outbox for address in letter.to]


@pytest.mark.django_db
def test_directors_are_told_once_of_what_is_disputed_or_left_to_them() -> None:
    ann, bob = pair()
    dora, dan = (joined(ann.club, name, Right.Kind.DIRECTOR) for name in ("dora", "dan"))
    for director in (dora, dan):
        Wish.objects.create(member_id=director.member_id or 0, letters=Wish.Letters.AT_ONCE)
    first, second = reported(ann, bob), reported(ann, dan)
    ann.club.silence = "director"
    ann.club.save()
    store.dispute(first, bob, "We drew.")
    store.dispute(second, dan, "I won.")
    mail.outbox.clear()
    assert (tell(), tell()) == (3, 0)
    assert sorted(letter.to[0] for letter in mail.outbox) == [
        "dan@example.org", "dora@example.org", "dora@example.org",
    ]  # fmt: skip
    letter = mail.outbox[0]
    assert letter.subject == "darkseas: a result waits for a director in Ironclads"
    assert "disputes" in letter.body
    assert "We drew." not in letter.body
    late = reported(ann, bob)
    store.lapse(late.pk, timezone.now() + timedelta(days=6))
    store.dispute(late, bob, "No.")
    store.decide(reported(ann, bob), dora, "Seen.")
    store.void(first, dora, "Nobody knows.")
    assert ResultNotice.objects.filter(result=late, about="decision").count() == 2
    store.decide(late, dora, "It was so.")
    assert tell() == 0


@pytest.mark.django_db
def test_a_letter_that_is_not_taken_is_tried_again_and_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    reported(*pair())

    def refuse(*args: object, **more: object) -> None:
        raise send_email.NotSent("busy")

    monkeypatch.setattr(send_email, "send_template", refuse)
    for _ in range(len(send_attempts.WAITS)):
        assert tell() == 0
        notice = ResultNotice.objects.get()
        assert notice.state == State.WAITING
        assert notice.due_at > timezone.now()
        ResultNotice.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    tell()
    assert ResultNotice.objects.get().state == State.FAILED


@pytest.mark.django_db
def test_the_clock_hands_letters_out(settings: Settings) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    names = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {tasks.tell_results.name, tasks.lapse_results.name} <= names
    reported(*pair())
    (notice,) = emails.due(timezone.now())
    tasks.deliver_result_letter(notice.pk.hex)
    assert len(mail.outbox) == 1


def worker(sink: MailSink, folder: Path, notices: list[ResultNotice]) -> subprocess.Popen[str]:
    """A process that is about to send these letters."""
    return workers.worker(DELIVER, folder, *(notice.pk.hex for notice in notices), mail=sink.url)


def kill(*processes: subprocess.Popen[str]) -> None:
    """End processes, wherever they are."""
    for process in processes:
        process.kill()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_w5_w1_workers_that_race_or_die_send_one_letter(tmp_path: Path) -> None:
    reported(*pair())
    notices = emails.due(timezone.now())
    with mail_sink() as sink:
        first, second = worker(sink, tmp_path, notices), worker(sink, tmp_path, notices)
        sink.before_answer = lambda: kill(first, second)
        for process in (first, second):
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        for process in (first, second):
            process.communicate(timeout=PATIENCE_S)
        sink.before_answer = lambda: None
        assert emails.due(timezone.now() + timedelta(days=1)) == []
        worker(sink, tmp_path, notices).communicate("go\n", timeout=PATIENCE_S)
        assert len(sink.letters) == 1
    assert ResultNotice.objects.get().state == State.SENDING
