"""Of two who answer at once one is first; what silence decides is decided once, whatever kills a worker."""

import subprocess
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from darkseas.club.membership import guests, merging
from darkseas.club.models import Club, Player, Result, ResultPlayer, ResultStep, Right
from darkseas.club.results import store
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.result_states import ResultConflict
from tests.replays_app.live.stream.stream_server import PATIENCE_S
from tests.support.builders import register_toy, toy_battle
from tests.support.sites import workers

from .club_events import facts, guest, joined, new_club, reported

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

#: Leaves overdue results to silence; with an argument it stops in the middle of the first one.
LAPSE = """
import sys, django
django.setup()
from django.utils import timezone
from darkseas.club import audit
from darkseas.club.results import auto_confirm
if len(sys.argv) > 1:
    def stop(*args, **more):
        print("middle", flush=True)
        sys.stdin.readline()
    audit.note = stop
print("ready", flush=True)
sys.stdin.readline()
print(auto_confirm.lapse_overdue(timezone.now()), flush=True)
"""


def worker(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """A process that is about to look for overdue results."""
    return workers.worker(LAPSE, folder, *arguments)


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def overdue(number: int, **changes: Any) -> Club:
    """A club with so many results that nobody has answered for a year."""
    club = new_club(**changes)
    ann, bob = joined(club, "ann"), joined(club, "bob")
    for _ in range(number):
        reported(ann, bob)
    Result.objects.update(reported_at=timezone.now() - timedelta(days=365))
    return club


def lapsed() -> list[int]:
    """How often each result has been left to silence."""
    kinds = [list(result.steps.values_list("kind", flat=True)) for result in Result.objects.all()]
    return [found.count(ResultStep.Kind.LAPSED) for found in kinds]


def test_w5_two_workers_that_race_leave_each_result_to_silence_once(tmp_path: Path) -> None:
    club = overdue(6)
    racing = [worker(tmp_path) for _ in range(2)]
    for process in racing:
        go(process)
    done = [int(process.communicate(timeout=PATIENCE_S)[0]) for process in racing]
    assert sum(done) == 6
    assert lapsed() == [1] * 6
    assert club.audit_lines.filter(deed="result.lapsed").count() == 6


def test_w1_worker_killed_in_the_middle_leaves_nothing_half_done(tmp_path: Path) -> None:
    club = overdue(2)
    first = worker(tmp_path, "stop")
    go(first)
    assert first.stdout is not None
    assert first.stdout.readline() == "middle\n"
    first.kill()
    first.communicate()
    assert lapsed() == [0, 0]
    assert set(Result.objects.values_list("state", "steps_taken")) == {("reported", 1)}
    second = worker(tmp_path)
    assert second.communicate("go\n", timeout=PATIENCE_S)[0] == "2\n"
    third = worker(tmp_path)
    assert third.communicate("go\n", timeout=PATIENCE_S)[0] == "0\n"
    assert lapsed() == [1, 1]
    assert club.audit_lines.filter(deed="result.lapsed").count() == 2


def at_once(*deeds: Any) -> list[str]:
    """What comes of deeds that are done at the same time: "done", or the sentence of the refusal."""
    start = Barrier(len(deeds))

    def do(deed: Any) -> str:
        try:
            start.wait()
            deed()
        except ResultConflict as refusal:
            return str(refusal)
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(deeds)) as threads:
        return list(threads.map(do, deeds))


def people() -> tuple[Player, Player, Player]:
    club = new_club()
    return joined(club, "ann"), joined(club, "bob"), joined(club, "dora", Right.Kind.DIRECTOR)


@pytest.mark.parametrize("round_number", range(3))
def test_of_answers_at_the_same_time_one_counts_and_the_others_hear_it(round_number: int) -> None:
    ann, bob, dora = people()
    result = reported(ann, bob)
    outcomes = at_once(
        lambda: store.confirm(result, bob, seen=1),
        lambda: store.dispute(result, bob, "No.", seen=1),
        lambda: store.void(result, dora, "No battle.", seen=1),
    )
    assert outcomes.count("done") == 1
    assert all("The result has changed" in text for text in outcomes if text != "done")
    assert Result.objects.get().steps_taken == ResultStep.objects.count() == 2


def test_an_answer_and_silence_at_the_same_time_leave_one_of_them() -> None:
    ann, bob, _ = people()
    result = reported(ann, bob)
    later = timezone.now() + timedelta(days=365)
    at_once(lambda: store.dispute(result, bob, "No."), lambda: store.lapse(result.pk, later))
    assert ResultStep.objects.count() == 2
    state = Result.objects.get().state
    assert ResultStep.objects.get(number=2).facts["state"] == state


def test_of_two_reports_of_one_battle_one_is_kept() -> None:
    register_toy()
    battle = toy_battle()
    ann, bob, _ = people()
    plain = facts(ann, bob, battle=battle.pk)
    sides = zip(plain.sides, ("red", "blue"), strict=True)
    typed = replace(plain, sides=tuple(replace(side, side=key) for side, key in sides))
    outcomes = at_once(*(lambda by=by: store.report(ann.club, by, typed) for by in (ann, bob)))
    assert sorted(outcomes) == ["This battle already has a result in this club.", "done"]
    assert Result.objects.count() == 1


def test_guest_whose_record_becomes_anothers_meanwhile_is_named_in_no_result_of_that_moment() -> None:
    ann, _, dora = people()
    nelson, horatio = guest(ann.club, "Nelson"), guest(ann.club, "Horatio")

    def report() -> None:
        reported(ann, nelson)
        connection.close()

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            merging.merge_guests(dora, nelson, horatio, "The same man.")
            done = threads.submit(report)
            wait([done], timeout=1)  # it has come to where it waits, or is past it
        done.result(PATIENCE_S)
    fought = ResultPlayer.objects.filter(player__member=None).values_list("player__name", flat=True)
    assert list(fought) == ["Horatio"]


def test_of_a_report_against_a_guest_and_a_claim_to_that_guest_one_alone_is_kept() -> None:
    _, bob, dora = people()
    known = guest(bob.club, "Nelson")
    claim = guests.claim(bob, known)

    def report() -> str:
        try:
            return str(reported(bob, known))
        except ResultRefused as refusal:
            return refusal.reason
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            guests.decide(dora, claim, agrees=True)
            done = threads.submit(report)
            wait([done], timeout=1)  # it has come to where it waits, or is past it
        assert done.result(PATIENCE_S) == "A player appears twice in this battle."
    assert not Result.objects.exists()
