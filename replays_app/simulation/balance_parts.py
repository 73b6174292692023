"""A balance computed by all free workers. It is split into parts of a few battles, and each part is a job.

The worker with the balance's job creates the parts, and does the parts that no other worker has begun. Other
workers take parts as they are notified. The seeds of a part are fixed, so its result does not depend on the
worker. The result is stored in the part's row. So any worker may die, and each battle is still counted once.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded

from darkseas.engine.bots.battle import BattleStuck
from darkseas.engine.scenario.spec import BadScenario
from replays_app.models import Job
from scenarios_app.models import Revision
from scenarios_app.revisions.store import spec_of

from . import balance, jobs
from .balance import Tally
from .bot_battles import MOST_S

KIND = "balance-part"
#: The most battles in a part: half a second of CPU time or more, so that the overhead is small. Then the
#: approximate limit of CPU seconds for a part of several battles.
BATTLES, PART_S = 10, 3.0
#: The most seconds of CPU time for a balance, estimated from its first battle.
MOST_BALANCE_S = 300.0
#: Seconds between two checks of the other workers' progress.
LOOKS_AGAIN_S = 0.2


class PartFailed(Exception):
    """A part cannot be completed; the sentence says why."""


def fight(job: Job, revision: Revision) -> Tally:
    """Play the battles of a balance together with other workers, and return the results.

    Raises PartFailed, and LeaseLost if the job was cancelled or another worker has taken it.
    """
    keys = [part.pk for part in _parts(job, revision, _battles_of_part(job, revision))]
    try:
        while waiting := _unfinished(keys):
            part = next(filter(None, (jobs.take(key.hex) for key in waiting)), None)
            if part is None:
                time.sleep(LOOKS_AGAIN_S)
            else:
                with suppress(jobs.LeaseLost):
                    _work(part, job)
            jobs.advance(job, _done(keys))
        return _sum(keys)
    except (PartFailed, SoftTimeLimitExceeded):
        drop_parts_of(job)
        raise
    except jobs.LeaseLost:
        # A worker that takes the job over reuses its parts; the parts of a cancelled job are useless.
        if Job.objects.get(pk=job.pk).state != Job.State.RUNNING:
            drop_parts_of(job)
        raise


def work(part: Job) -> None:
    """Play the battles of one part, and store its counts. Raises LeaseLost."""
    _work(part)


def _work(part: Job, whole: Job | None = None) -> None:
    """Do the work of a part, given its parent job, which may be cancelled meanwhile."""

    def report(done: int) -> None:
        if whole is not None:
            jobs.still_held(whole)
        jobs.advance(part, done)

    assert part.revision is not None  # noqa: S101 (a part is of a revision's balance)
    spec = spec_of(part.revision)
    first = int(part.args["first"])
    try:
        tally = balance.fight_through(spec, part.total, report, first, MOST_S)
    except BadScenario as fault:
        jobs.fail(part, f"The scenario is not ready to play: {fault}")
    except BattleStuck as fault:
        jobs.fail(part, f"The captains could not finish the battle: {fault.why}")
    else:
        jobs.finish(part, tally.all_counts(spec))


def drop_parts_of(job: Job) -> None:
    """Delete the parts of a job that has ended; their workers lose their leases."""
    Job.objects.filter(kind=KIND, args__job=job.pk.hex).delete()


def _battles_of_part(job: Job, revision: Revision) -> int:
    """Return how many battles a part has, based on the time of the first battle.

    A worker that takes the job over uses the same number. Raises PartFailed if all battles would take too
    long.
    """
    if "of_part" not in job.args:
        # The first battle is played again with its part, whose counts do not depend on the worker.
        began = time.process_time()
        try:
            balance.fight_through(spec_of(revision), 1, lambda _: jobs.still_held(job), 1, MOST_S)
        except BattleStuck as fault:
            raise PartFailed(f"The captains could not finish the battle: {fault.why}") from None
        seconds = max(time.process_time() - began, 0.001)
        if seconds * job.total > MOST_BALANCE_S:
            most = max(1, int(MOST_BALANCE_S / seconds))
            raise PartFailed(
                f"One battle takes the captains {seconds:.0f} seconds. Choose at most {most} battles."
            )
        job.args = {**job.args, "of_part": min(BATTLES, max(1, int(PART_S / seconds)))}
        Job.objects.filter(pk=job.pk).update(args=job.args)
    return int(job.args["of_part"])


def _parts(job: Job, revision: Revision, battles: int) -> list[Job]:
    """Return the parts of a job. They are created once, even if the job restarts."""
    return [
        jobs.request(
            KIND,
            {"job": job.pk.hex, "first": first},
            total=min(battles, job.total - first + 1),
            revision=revision,
        )
        for first in range(1, job.total + 1, battles)
    ]


def _unfinished(keys: Sequence[UUID]) -> list[UUID]:
    """Return the unfinished parts. Raises PartFailed; LeaseLost if parts are missing."""
    parts = Job.objects.filter(pk__in=keys).order_by("created_at", "pk").only("state", "error")
    if len(parts) < len(keys):
        raise jobs.LeaseLost
    failed = next((part for part in parts if part.state == Job.State.FAILED), None)
    if failed is not None:
        raise PartFailed(failed.error)
    return [part.pk for part in parts if part.state != Job.State.DONE]


def _done(keys: Sequence[UUID]) -> int:
    return sum(Job.objects.filter(pk__in=keys).values_list("done", flat=True))


def _sum(keys: Sequence[UUID]) -> Tally:
    """Return the results of all parts. Raises LeaseLost if a part is missing."""
    results = [part.result for part in Job.objects.filter(pk__in=keys) if part.result is not None]
    if len(results) < len(keys):
        raise jobs.LeaseLost
    return sum((Tally.of(result) for result in results), Tally())
