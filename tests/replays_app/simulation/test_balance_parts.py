"""W: a balance is fought by several workers in parts, and each battle counts once, whoever dies in it."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from darkseas.engine.bots.battle import BattleStuck
from darkseas.engine.scenario.spec import ScenarioSpec
from replays_app.models import Balance, Job
from replays_app.simulation import balance, balance_parts, jobs, playtest_battles, tasks
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Revision
from scenarios_app.revisions.store import publish
from scenarios_app.revisions.store import spec_of as stored_spec
from tests.support.builders import toy_revision

pytestmark = pytest.mark.django_db

BATTLES = 25


class Killed(BaseException):
    """What ends a worker where it stands: nothing of it goes on."""


@pytest.fixture
def revision() -> Revision:
    """A scenario whose battles are short."""
    return toy_revision()


def killing(after: int) -> Callable[[Job, int], None]:
    """Report as `jobs.advance` does, but for a worker that is killed at its so many-th report."""
    advance, reports = jobs.advance, iter(range(after))

    def report(job: Job, done: int) -> None:
        if next(reports, None) is None:
            raise Killed
        advance(job, done)

    return report


def lapse() -> None:
    """Let the time pass for which a killed worker still holds what it had."""
    Job.objects.filter(state="running").update(lease_until=timezone.now() - timedelta(seconds=1))


def expected(revision: Revision) -> balance.Tally:
    """What all the battles come to, one after the other."""
    return balance.fight_through(spec_of(revision), BATTLES, lambda _: None)


def spec_of(revision: Revision) -> ScenarioSpec:
    """The scenario of a revision."""
    return stored_spec(revision)


def is_kept(job: Job, revision: Revision) -> bool:
    """Whether a job is done with what its battles come to, nothing of its parts left."""
    job.refresh_from_db()
    tally = expected(revision)
    counts = tally.counts(spec_of(revision))
    kept = Balance.objects.get(revision=revision)
    assert kept.spread == tally.spread.as_json() != {}
    return (job.state, job.result, kept.battles, kept.wins, Job.objects.count()) == (
        "done", counts, BATTLES, counts["wins"], 1
    )  # fmt: skip


@pytest.mark.parametrize("after", [0, 3, 10, 11, 12, 20, 27])
def test_w_killed_worker_of_the_whole_or_of_a_part_loses_and_doubles_nothing(
    revision: Revision, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    job = playtest_battles.request(revision, BATTLES)
    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(jobs, "advance", killing(after))
        tasks.work(job.pk.hex)
    lapse()
    tasks.work(job.pk.hex)
    assert is_kept(job, revision)


def test_w_other_workers_take_parts_and_one_of_them_dies(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = playtest_battles.request(revision, BATTLES)
    with monkeypatch.context() as patch, suppress(Killed):
        patch.setattr(jobs, "advance", killing(2))
        tasks.work(job.pk.hex)
    first, second, third = Job.objects.filter(kind=balance_parts.KIND).order_by("created_at")
    with monkeypatch.context() as patch, suppress(Killed):
        patch.setattr(jobs, "advance", killing(4))
        tasks.work(second.pk.hex)
    tasks.work(third.pk.hex)
    states = Job.objects.filter(kind=balance_parts.KIND).order_by("created_at").values_list("state", "total")
    assert list(states) == [("running", 10), ("running", 10), ("done", 5)]
    lapse()
    for one in (second, job, first, job):
        tasks.work(one.pk.hex)
    assert is_kept(job, revision)


def test_w_who_finds_the_job_taken_over_leaves_its_parts_to_the_other(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = playtest_battles.request(revision, BATTLES)
    advance = jobs.advance

    def take_over(taken: Job, done: int) -> None:
        if taken.kind == playtest_battles.MANY and done == 10:
            Job.objects.filter(pk=taken.pk).update(lease_no=taken.lease_no + 1)
        advance(taken, done)

    with monkeypatch.context() as patch:
        patch.setattr(jobs, "advance", take_over)
        tasks.work(job.pk.hex)
    assert Job.objects.filter(kind=balance_parts.KIND).count() == 3
    lapse()
    tasks.work(job.pk.hex)
    assert is_kept(job, revision)


def test_cancelled_balance_leaves_no_parts(revision: Revision, monkeypatch: pytest.MonkeyPatch) -> None:
    job = playtest_battles.request(revision, BATTLES)
    advance = jobs.advance

    def cancel(taken: Job, done: int) -> None:
        if taken.kind == balance_parts.KIND and done == 3:
            jobs.cancel(job)
        advance(taken, done)

    monkeypatch.setattr(jobs, "advance", cancel)
    tasks.work(job.pk.hex)
    assert list(Job.objects.values_list("kind", "state")) == [(playtest_battles.MANY, "cancelled")]
    assert not Balance.objects.exists()


def test_part_that_cannot_be_fought_fails_the_whole_with_its_sentence(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stuck(*_: object) -> balance.Tally:
        raise BattleStuck("nobody moved", [])

    monkeypatch.setattr(balance, "fight_through", stuck)
    job = playtest_battles.request(revision, BATTLES)
    tasks.work(job.pk.hex)
    failed = Job.objects.get()
    assert (failed.state, failed.error) == (
        "failed",
        "The captains could not finish the battle: nobody moved",
    )
    spada = read_file(LIBRARY / "cape-spada.toml")
    bad = publish(replace(spada, key="bad", aims={**spada.aims, "turn_limit": 0}))
    monkeypatch.undo()
    tasks.work(playtest_battles.request(bad, BATTLES).pk.hex)
    assert "aims.turn_limit" in Job.objects.get(revision=bad).error


def taking(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let each battle take so many seconds of a processor."""
    clock = [0.0]
    fight_through = balance.fight_through

    def slow(spec: ScenarioSpec, battles: int, *more: Any) -> balance.Tally:
        clock[0] += seconds * battles
        return fight_through(spec, battles, *more)

    monkeypatch.setattr(balance, "fight_through", slow)
    monkeypatch.setattr("time.process_time", lambda: clock[0])


def test_balance_that_would_hold_the_workers_for_long_is_refused_with_how_many_may_be_asked_for(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    taking(monkeypatch, 20.0)
    job = playtest_battles.request(revision, BATTLES)
    tasks.work(job.pk.hex)
    failed = Job.objects.get()
    assert failed.error == "One battle takes the captains 20 seconds. Choose at most 15 battles."
    assert not Balance.objects.exists()


def test_parts_are_as_short_as_battles_are_long_and_stay_so_for_who_goes_on(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        taking(patch, 1.2)
        job = playtest_battles.request(revision, BATTLES)
        patch.setattr(jobs, "advance", killing(3))
        with pytest.raises(Killed):
            tasks.work(job.pk.hex)
    parts = Job.objects.filter(kind=balance_parts.KIND)
    assert list(parts.order_by("created_at").values_list("total", flat=True)) == [2] * 12 + [1]
    lapse()
    tasks.work(job.pk.hex)
    assert is_kept(job, revision)


def test_cancelling_is_noticed_at_the_next_battle(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = playtest_battles.request(revision, BATTLES)
    fought: list[int] = []
    advance = jobs.advance

    def cancel(taken: Job, done: int) -> None:
        if taken.kind == balance_parts.KIND:
            fought.append(done)
        jobs.cancel(job)
        advance(taken, done)

    monkeypatch.setattr(jobs, "advance", cancel)
    tasks.work(job.pk.hex)
    assert fought == [1]


def test_parts_wait_in_a_queue_of_their_own(revision: Revision, monkeypatch: pytest.MonkeyPatch) -> None:
    rings: list[tuple[str, str]] = []
    monkeypatch.setattr(
        jobs, "enqueue", lambda _task, row, _lasts, queue: rings.append((Job.objects.get(pk=row).kind, queue))
    )
    job = playtest_battles.request(revision, BATTLES)
    jobs.send(job)
    jobs.send(jobs.request(balance_parts.KIND, {"job": job.pk.hex, "first": 1}, total=1, revision=revision))
    assert rings == [(playtest_battles.MANY, "sim"), (balance_parts.KIND, "parts")]
