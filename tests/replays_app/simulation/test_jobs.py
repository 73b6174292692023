"""Background work: asked for once, taken by one worker, finished once, given up in the end."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from celery import current_app
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError
from pytest_django import DjangoCaptureOnCommitCallbacks

from darkseas.members.models import Member
from replays_app.models import Job
from replays_app.simulation import jobs
from tests.support.every_case import every_case
from tests.support.members import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """The jobs for which a worker was rung."""
    heard: list[Job] = []
    monkeypatch.setattr(jobs, "send", lambda job, *_: heard.append(job))
    return heard


def requested(number: int = 1, owner: Member | None = None) -> Job:
    """A job that nobody has asked for before."""
    return jobs.request("count", {"number": number}, total=3, owner=owner)


def taken_of(job: Job) -> Job:
    """The job in the hands of a worker."""
    taken = jobs.take(job.pk.hex)
    assert taken is not None
    return taken


def lapse(job: Job) -> None:
    """Let its lease run out."""
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_same_request_is_the_same_job(
    rung: list[Job], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first, again, other = requested(1), requested(1), requested(2)
    assert first == again != other
    assert rung == [first, other]


def test_members_jobs_are_worked_at_one_after_the_other(rung: list[Job]) -> None:
    """Nobody holds all workers: a member's next job waits until one has ended, others' jobs do not."""
    ann, bob = member("ann"), member("bob")
    first, second, of_bob = requested(1, ann), requested(2, ann), requested(3, bob)
    at_work = taken_of(first)
    assert jobs.take(second.pk.hex) is None
    taken_of(of_bob)
    jobs.finish(at_work, {})
    rung.clear()
    jobs.ring_for_next_of(ann.pk)
    jobs.ring_for_next_of(None)
    assert rung == [second]
    taken_of(second)


def test_job_waits_for_no_worker_that_has_died(rung: list[Job]) -> None:
    ann = member("ann")
    first, second = requested(1, ann), requested(2, ann)
    taken_of(first)
    lapse(first)
    taken_of(second)


def test_failed_or_cancelled_job_may_be_asked_for_again(rung: list[Job]) -> None:
    first = requested()
    jobs.cancel(first)
    second = requested()
    jobs.fail(taken_of(second), "It rained.")
    third = requested()
    assert len({first.pk, second.pk, third.pk}) == 3
    second.refresh_from_db()
    assert (second.state, second.error) == (Job.State.FAILED, "It rained.")


def test_job_is_taken_by_one_worker_alone(rung: list[Job]) -> None:
    job = requested()
    taken = taken_of(job)
    assert (taken.state, taken.attempts, taken.lease_no) == (Job.State.RUNNING, 1, 1)
    assert jobs.take(job.pk.hex) is None


def test_progress_and_result_are_stored(rung: list[Job]) -> None:
    taken = taken_of(requested())
    Job.objects.update(lease_until=timezone.now() + timedelta(seconds=1))
    jobs.advance(taken, 2)
    taken.refresh_from_db()
    assert (taken.done, taken.total) == (2, 3)
    # Who reports keeps the lease.
    assert Job.objects.filter(lease_until__gt=timezone.now() + timedelta(seconds=30)).exists()
    jobs.finish(taken, {"sum": 6})
    taken.refresh_from_db()
    assert (taken.state, taken.done, taken.result, taken.lease_until) == ("done", 3, {"sum": 6}, None)
    assert jobs.take(taken.pk.hex) is None


def test_late_worker_changes_nothing(rung: list[Job]) -> None:
    """A worker that was thought dead comes back when another one has taken over."""
    slow = taken_of(requested())
    lapse(slow)
    quick = taken_of(slow)
    assert (quick.lease_no, quick.attempts) == (2, 2)
    deeds: tuple[Callable[[], object], ...] = (
        lambda: jobs.advance(slow, 1),
        lambda: jobs.finish(slow, 1),
        lambda: jobs.fail(slow, "no"),
    )
    for deed in deeds:
        with pytest.raises(jobs.LeaseLost):
            deed()
    jobs.finish(quick, 7)
    quick.refresh_from_db()
    assert quick.result == 7


def test_cancelled_job_stops_its_worker(rung: list[Job]) -> None:
    taken = taken_of(requested())
    assert jobs.cancel(taken)
    with pytest.raises(jobs.LeaseLost):
        jobs.advance(taken, 1)
    assert not jobs.cancel(taken)


def test_sweep_rings_again_for_what_was_lost(rung: list[Job]) -> None:
    forgotten, fresh, lapsed = requested(1), requested(2), taken_of(requested(3))
    Job.objects.filter(pk=forgotten.pk).update(changed_at=timezone.now() - timedelta(seconds=61))
    lapse(lapsed)
    assert jobs.sweep() == 2
    assert {job.pk for job in rung} == {forgotten.pk, lapsed.pk}
    assert fresh.pk not in {job.pk for job in rung}


def test_rings_of_the_sweeps_do_not_pile_up_while_no_worker_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The broker throws away what was rung before the last sweep; the oldest job is rung for first."""
    lasts: list[tuple[list[str], float | None]] = []
    monkeypatch.setattr(
        current_app, "send_task", lambda name, args, queue, expires: lasts.append((args, expires))
    )
    first, second = requested(1), requested(2)
    Job.objects.update(changed_at=timezone.now() - 2 * jobs.FORGOTTEN)
    jobs.sweep()
    every = settings.CELERY_BEAT_SCHEDULE["sweep-jobs"]["schedule"]
    assert lasts == [([job.pk.hex], every) for job in (first, second)]


@every_case(
    "handed_out, sweeps",
    [
        ("ds.out.deliver", ["tell-who-is-called", "tell-whose-time-runs-out"]),
        ("ds.out.deliver_weekly_letter", ["write-weekly"]),
        ("ds.out.deliver_to_webhook", ["tell-webhooks"]),
        ("ds.out.deliver_asking_letter", ["tell-who-is-asked"]),
        ("ds.out.deliver_tournament_letter", ["tell-of-tournaments"]),
        ("ds.out.deliver_result_letter", ["tell-of-results"]),
    ],
)
def test_letters_handed_out_again_by_each_sweep_do_not_pile_up(handed_out: str, sweeps: list[str]) -> None:
    current_app.loader.import_default_modules()  # as a worker does
    periods = [settings.CELERY_BEAT_SCHEDULE[sweep]["schedule"] for sweep in sweeps]
    assert current_app.tasks[handed_out].expires == min(periods)


def test_silence_of_a_worker_is_counted_from_its_last_word(rung: list[Job]) -> None:
    job = requested()
    assert jobs.silence(job) == 0
    taken = taken_of(job)
    Job.objects.filter(pk=job.pk).update(changed_at=timezone.now() - timedelta(seconds=50))
    taken.refresh_from_db()
    assert 50 <= jobs.silence(taken) < 60
    jobs.advance(taken, 1)
    taken.refresh_from_db()
    assert jobs.silence(taken) < 10


def test_sweep_gives_up_what_was_begun_too_often(rung: list[Job]) -> None:
    job = requested()
    for _ in range(jobs.MOST_ATTEMPTS):
        lapse(taken_of(job))
    assert jobs.sweep() == 0
    job.refresh_from_db()
    assert (job.state, rung) == (Job.State.FAILED, [])
    assert "never finished" in job.error


def test_member_has_three_jobs_at_a_time(rung: list[Job]) -> None:
    member = Member.objects.create_user("Ainsworth", "a@example.org", "a long enough phrase")
    done = taken_of(requested(0, member))
    jobs.finish(done, None)
    waiting = [requested(number, member) for number in range(1, 4)]
    with pytest.raises(jobs.TooManyJobs):
        requested(4, member)
    assert requested(3, member) == waiting[2]
    assert requested(5).owner is None


def test_job_waits_for_the_sweep_where_the_broker_is_away(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise OperationalError("Connection refused")

    monkeypatch.setattr(current_app, "send_task", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        job = requested()
    job.refresh_from_db()
    assert job.state == Job.State.QUEUED
    assert "the broker is unreachable" in caplog.text
    Job.objects.update(changed_at=timezone.now() - 2 * jobs.FORGOTTEN)
    assert jobs.sweep() == 1
