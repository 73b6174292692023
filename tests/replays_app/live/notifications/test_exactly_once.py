"""A letter goes out once, whoever works at the same time, and whatever kills them."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from replays_app.models import Notice, Spell, Wish
from tests.replays_app.clocked import clocked, open_spell, set_back
from tests.replays_app.live.stream.stream_server import PATIENCE_S
from tests.support.builders import seats_of
from tests.support.members import member
from tests.support.sites import workers

from .mail_sink import MailSink, mail_sink
from .members_to_move import battle_between, note_later

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

BEGIN = """
import os, signal, sys, django
django.setup()
from django.db import connection
from django.utils import timezone
from replays_app.live.notifications import clock_warnings, deliveries
print("ready", flush=True)
sys.stdin.readline()
"""
DELIVER = """
for notice_id in sys.argv[1:]:
    deliveries.deliver(notice_id)
"""
#: The whole task that tells whose time runs out.
TELL_RUNNING_OUT = """
clock_warnings.note(timezone.now())
for notice in deliveries.due(timezone.now()):
    deliveries.deliver(notice.pk.hex)
"""
#: The same, by a process that is killed when it has marked the spell and not made the notice.
DIE_HALFWAY = """
def die(execute, sql, *more):
    if sql.startswith("INSERT") and "_notice" in sql:
        os.kill(os.getpid(), signal.SIGKILL)
    return execute(sql, *more)
connection.execute_wrappers.append(die)
clock_warnings.note(timezone.now())
"""


def worker(
    sink: MailSink, folder: Path, notices: Sequence[Notice] = (), does: str = DELIVER
) -> subprocess.Popen[str]:
    """A process that is about to send these notices, or to do something else."""
    return workers.worker(BEGIN + does, folder, *(notice.pk.hex for notice in notices), mail=sink.url)


def test_w5_two_workers_that_race_send_each_letter_once(tmp_path: Path) -> None:
    for number in range(4):
        battle_between(f"ann{number}", "bob")
    notices = note_later()
    assert len(notices) == 4
    with mail_sink() as sink:
        racing = [worker(sink, tmp_path, order) for order in (notices, notices, notices[::-1])]
        for process in racing:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        for process in racing:
            process.communicate(timeout=PATIENCE_S)
            assert process.returncode == 0
        assert sorted(letter.split(b"To: ")[1].split(b"\n")[0].strip() for letter in sink.letters) == [
            b"ann%d@example.org" % number for number in range(4)
        ]
    assert set(Notice.objects.values_list("state", flat=True)) == {Notice.State.SENT}


def test_w1_worker_killed_between_sending_and_recording_has_sent_one_letter(tmp_path: Path) -> None:
    battle_between("ann", "bob")
    notices = note_later()
    with mail_sink() as sink:
        first = worker(sink, tmp_path, notices)
        sink.before_answer = first.kill
        first.communicate("go\n", timeout=PATIENCE_S)
        assert first.returncode < 0
        sink.before_answer = lambda: None
        assert note_later() == []
        second = worker(sink, tmp_path, notices)
        second.communicate("go\n", timeout=PATIENCE_S)
        assert second.returncode == 0
        assert len(sink.letters) == 1
    assert Notice.objects.get().state == Notice.State.SENDING


def test_w9_worker_killed_before_it_began_loses_no_letter(tmp_path: Path) -> None:
    battle_between("ann", "bob")
    notices = note_later()
    with mail_sink() as sink:
        first = worker(sink, tmp_path, notices)
        first.kill()
        first.communicate()
        assert note_later() == notices
        worker(sink, tmp_path, notices).communicate("go\n", timeout=PATIENCE_S)
        assert len(sink.letters) == 1


# --- clocks that run out ---------------------------------------------------------------------------


def go(*processes: subprocess.Popen[str]) -> list[int]:
    """Let processes begin at the same moment; return their exit codes."""
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=PATIENCE_S)
    return [process.returncode for process in processes]


def short_of_time() -> Spell:
    """The open spell of ann, who wants letters and has two hours left."""
    red = seats_of(clocked())["red"]
    Wish.objects.create(member=member("ann"), letters=Wish.Letters.AT_ONCE)
    set_back(red, 8)
    return open_spell(red)


def test_w5_workers_that_race_tell_of_a_clock_once(tmp_path: Path) -> None:
    short_of_time()
    with mail_sink() as sink:
        assert go(*(worker(sink, tmp_path, does=TELL_RUNNING_OUT) for _ in range(3))) == [0, 0, 0]
        assert go(worker(sink, tmp_path, does=TELL_RUNNING_OUT)) == [0]
        assert len(sink.letters) == 1
    assert Notice.objects.get().state == Notice.State.SENT


def test_w9_worker_killed_between_mark_and_notice_leaves_both_to_the_next(tmp_path: Path) -> None:
    spell = short_of_time()
    with mail_sink() as sink:
        assert go(worker(sink, tmp_path, does=DIE_HALFWAY))[0] < 0
        spell.refresh_from_db()
        assert (spell.warned_at, Notice.objects.count()) == (None, 0)
        assert go(worker(sink, tmp_path, does=TELL_RUNNING_OUT)) == [0]
        assert len(sink.letters) == 1


def test_w1_worker_killed_with_the_letter_of_a_clock_in_its_hands_has_sent_one(tmp_path: Path) -> None:
    short_of_time()
    with mail_sink() as sink:
        first = worker(sink, tmp_path, does=TELL_RUNNING_OUT)
        sink.before_answer = first.kill
        assert go(first)[0] < 0
        sink.before_answer = lambda: None
        assert go(worker(sink, tmp_path, does=TELL_RUNNING_OUT)) == [0]
        assert len(sink.letters) == 1
