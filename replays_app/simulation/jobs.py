"""Work in the background: asked for, taken by one worker at a time, finished once or given up.

The row is the truth (`models.Job`): Celery carries its id, may lose it and may bring it twice. A worker
holds a lease with a number; whoever lost it finds that nothing they report is taken any more.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from darkseas.database.enqueue import enqueue
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from darkseas.members.models import Member
from darkseas.web.extensions import extensions
from replays_app.models import Job
from scenarios_app.models import Revision

TASK = "ds.sim.work"
LEASE = timedelta(minutes=2)
#: A queued job that no worker has taken by then is sent again, by each sweep: a ring lasts until the next.
FORGOTTEN = timedelta(seconds=60)
SWEPT_EVERY_S = 30
MOST_ATTEMPTS = 5
#: Jobs of one member that wait or run at the same time.
MOST_OF_A_MEMBER = 3

_STANDING = (Job.State.QUEUED, Job.State.RUNNING)


@dataclass(frozen=True, slots=True)
class JobWorker:
    """Extension point: the function that does the jobs of one kind."""

    kind: str
    work: Callable[[Job], None]


class TooManyJobs(Exception):
    """The member has as many jobs at work as one may have."""


class LeaseLost(Exception):
    """The job was cancelled, or another worker has taken it over."""


def worker_for(kind: str) -> Callable[[Job], None]:
    """Return the function that does the jobs of a kind."""
    return {worker.kind: worker.work for worker in extensions(JobWorker)}[kind]


def request(
    kind: str,
    args: Mapping[str, Json],
    *,
    total: int,
    owner: Member | None = None,
    revision: Revision | None = None,
) -> Job:
    """Return the job that does this; the same request of the same owner is the same job, unless it failed.

    ``total`` is what ``done`` will count up to. Raises TooManyJobs.
    """
    whose = {"owner": owner.pk if owner else None, "revision": revision.pk if revision else None}
    stated = canonical_json.encode({"kind": kind, "args": dict(args), **whose})
    input_hash = sha256(stated).hexdigest()
    known = Job.objects.filter(kind=kind, input_hash=input_hash).exclude(
        state__in=(Job.State.FAILED, Job.State.CANCELLED)
    )
    job = known.first()
    if job is not None:
        return job
    if owner is not None and owner.jobs.filter(state__in=_STANDING).count() >= MOST_OF_A_MEMBER:
        raise TooManyJobs
    try:
        with transaction.atomic():
            job = Job.objects.create(
                kind=kind,
                args=dict(args),
                input_hash=input_hash,
                owner=owner,
                revision=revision,
                total=total,
            )
            transaction.on_commit(lambda: send(job))
    except IntegrityError:  # the same request came in between
        return known.get()
    return job


def send(job: Job, lasts_s: float | None = None) -> None:
    """Ring for a worker to take the job; a ring that lasts so many seconds is not heard after them.

    Parts of somebody's job wait in a queue of their own; workers take from it and from the other in turn.
    """
    enqueue(TASK, job.pk, lasts_s, "parts" if "job" in job.args else "sim")


def take(job_id: str) -> Job | None:
    """Return the job for the caller to work on, its lease taken; None where there is nothing to do.

    One job of a member is at work at a time, so that nobody holds all workers: the others wait for it.
    """
    now = timezone.now()
    others = Job.objects.filter(state=Job.State.RUNNING, lease_until__gte=now).exclude(pk=job_id)
    if others.filter(owner__jobs__in=Job.objects.filter(pk=job_id)).exists():
        return None
    free = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, lease_until__lt=now)
    taken = Job.objects.filter(free, pk=job_id).update(
        state=Job.State.RUNNING,
        attempts=F("attempts") + 1,
        lease_no=F("lease_no") + 1,
        lease_until=now + LEASE,
        changed_at=now,
    )
    return Job.objects.get(pk=job_id) if taken else None


def ring_for_next_of(owner: int | None) -> None:
    """Ring for the job that a member has waiting longest, now that another one of theirs has ended."""
    waiting = Job.objects.filter(owner=owner, state=Job.State.QUEUED).order_by("created_at").first()
    if owner is not None and waiting is not None:
        send(waiting)


def advance(job: Job, done: int) -> None:
    """Say how far it has come, and hold the lease on. Raises LeaseLost."""
    now = timezone.now()
    _change(job, done=done, lease_until=now + LEASE)


def still_held(job: Job) -> None:
    """Raise LeaseLost where the job was cancelled, or another worker has it."""
    _change(job)


def silence(job: Job) -> int:
    """Return for how many whole seconds the worker that has the job has said nothing; 0 where none has it."""
    if job.state != Job.State.RUNNING:
        return 0
    return max(0, int((timezone.now() - job.changed_at).total_seconds()))


def finish(job: Job, result: Json) -> None:
    """Set the result. Raises LeaseLost; call it in the transaction that stores what the job made."""
    _change(job, state=Job.State.DONE, done=job.total, result=result, lease_until=None)


def fail(job: Job, error: str) -> None:
    """Give the job up with a sentence for its owner. Raises LeaseLost."""
    _change(job, state=Job.State.FAILED, error=error, lease_until=None)


def cancel(job: Job) -> bool:
    """Stop a job that waits or runs; its worker notices at its next report. Return whether there was one."""
    stopped = Job.objects.filter(pk=job.pk, state__in=_STANDING).update(
        state=Job.State.CANCELLED, lease_until=None, changed_at=timezone.now()
    )
    return bool(stopped)


def sweep() -> int:
    """Send again what was lost on the way, give up what failed too often; return how many were sent."""
    now = timezone.now()
    lapsed = Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=now)
    lapsed.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=Job.State.FAILED,
        error="The work was begun several times and never ended.",
        lease_until=None,
        changed_at=now,
    )
    forgotten = Job.objects.filter(state=Job.State.QUEUED, changed_at__lt=now - FORGOTTEN)
    lost = [*forgotten.order_by("created_at"), *lapsed.order_by("created_at")]
    for job in lost:
        send(job, SWEPT_EVERY_S)
    return len(lost)


def _change(job: Job, **fields: object) -> None:
    held = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, lease_no=job.lease_no)
    if not held.update(changed_at=timezone.now(), **fields):
        raise LeaseLost
