"""Background jobs: each is requested, taken by one worker at a time, and finished once or failed.

The row (`models.Job`) is authoritative. Celery only sends the job's id, and may lose or repeat it. A worker
holds a numbered lease; results reported under a lost lease are ignored.
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
#: Each sweep enqueues jobs again that no worker has taken within this time. A message expires at the next
#: sweep.
FORGOTTEN = timedelta(seconds=60)
SWEPT_EVERY_S = 30
MOST_ATTEMPTS = 5
#: How many waiting or running jobs a member may have.
MOST_OF_A_MEMBER = 3

_STANDING = (Job.State.QUEUED, Job.State.RUNNING)


@dataclass(frozen=True, slots=True)
class JobWorker:
    """Extension point: the function that does the jobs of one kind."""

    kind: str
    work: Callable[[Job], None]


class TooManyJobs(Exception):
    """The member already has as many unfinished jobs as allowed."""


class LeaseLost(Exception):
    """The job was cancelled, or another worker has taken it over."""


def worker_for(kind: str) -> Callable[[Job], None]:
    return {worker.kind: worker.work for worker in extensions(JobWorker)}[kind]


def request(
    kind: str,
    args: Mapping[str, Json],
    *,
    total: int,
    owner: Member | None = None,
    revision: Revision | None = None,
) -> Job:
    """Return the job for a request. Equal requests of one owner share a job, unless it failed.

    ``total`` is the final value of ``done``. Raises TooManyJobs.
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
    except IntegrityError:  # another process stored the same request meanwhile
        return known.get()
    return job


def send(job: Job, lasts_s: float | None = None) -> None:
    """Enqueue the job for a worker; the message expires after so many seconds.

    Parts of a job have a separate queue; workers alternate between the queues.
    """
    enqueue(TASK, job.pk, lasts_s, "parts" if "job" in job.args else "sim")


def take(job_id: str) -> Job | None:
    """Take the lease of a job and return the job; None if there is nothing to do.

    Only one job of a member runs at a time, so that no member occupies all workers. The member's other jobs
    wait.
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
    """Enqueue the member's longest waiting job after another job of this member has ended."""
    waiting = Job.objects.filter(owner=owner, state=Job.State.QUEUED).order_by("created_at").first()
    if owner is not None and waiting is not None:
        send(waiting)


def advance(job: Job, done: int) -> None:
    """Report progress and extend the lease. Raises LeaseLost."""
    now = timezone.now()
    _change(job, done=done, lease_until=now + LEASE)


def still_held(job: Job) -> None:
    """Raise LeaseLost if the job was cancelled or another worker has taken it."""
    _change(job)


def silence(job: Job) -> int:
    """Return the whole seconds since the job's worker last reported; 0 if it has no worker."""
    if job.state != Job.State.RUNNING:
        return 0
    return max(0, int((timezone.now() - job.changed_at).total_seconds()))


def finish(job: Job, result: Json) -> None:
    """Store the result. Raises LeaseLost. Call this in the transaction that stores the job's products."""
    _change(job, state=Job.State.DONE, done=job.total, result=result, lease_until=None)


def fail(job: Job, error: str) -> None:
    """Mark the job as failed, with a sentence for its owner. Raises LeaseLost."""
    _change(job, state=Job.State.FAILED, error=error, lease_until=None)


def cancel(job: Job) -> bool:
    """Cancel a waiting or running job; return whether there was one.

    A running worker stops at its next report.
    """
    stopped = Job.objects.filter(pk=job.pk, state__in=_STANDING).update(
        state=Job.State.CANCELLED, lease_until=None, changed_at=timezone.now()
    )
    return bool(stopped)


def sweep() -> int:
    """Enqueue lost jobs again, and fail jobs that were started too often; return how many were enqueued."""
    now = timezone.now()
    lapsed = Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=now)
    lapsed.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=Job.State.FAILED,
        error="The job was started several times and never finished.",
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
