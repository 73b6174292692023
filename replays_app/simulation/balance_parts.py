"""A balance fought by as many workers as are free: in parts of a few battles, each a job of its own.

Whoever has the job of the balance asks for its parts and does those that nobody has begun; other workers
take theirs when they hear of them. A part is the same whoever fights it, since its seeds are, and its counts
lie in its row: so a worker may die in any of them, the one who has the whole job too, and each battle is
counted once.
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
#: Battles of one part at the most: half a second of a processor and more, so that asking for it costs little
#: beside; and about how many seconds of a processor a part takes at the most, where there are several in it.
BATTLES, PART_S = 10, 3.0
#: Seconds of a processor that a balance takes at the most, by its first battle.
MOST_BALANCE_S = 300.0
#: For so many seconds one waits before looking again what the others have done.
LOOKS_AGAIN_S = 0.2


class PartFailed(Exception):
    """A part cannot be fought to its end; the sentence says why."""


def fight(job: Job, revision: Revision) -> Tally:
    """Fight the battles of a balance together with other workers, and return what they came to.

    Raises PartFailed, and LeaseLost where the job was cancelled or another worker has it.
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
        # Whoever has taken the job over goes on with its parts; of one that was cancelled nobody does.
        if Job.objects.get(pk=job.pk).state != Job.State.RUNNING:
            drop_parts_of(job)
        raise


def work(part: Job) -> None:
    """Fight the battles of one part, and set its counts. Raises LeaseLost."""
    _work(part)


def _work(part: Job, whole: Job | None = None) -> None:
    """The same; with the job that it is a part of, which may be cancelled meanwhile."""

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
        jobs.fail(part, f"It cannot be fought yet: {fault}")
    except BattleStuck as fault:
        jobs.fail(part, f"The captains could not end the battle: {fault.why}")
    else:
        jobs.finish(part, tally.all_counts(spec))


def drop_parts_of(job: Job) -> None:
    """Delete the parts of a job that has ended; who is at work on one finds nothing of it taken any more."""
    Job.objects.filter(kind=KIND, args__job=job.pk.hex).delete()


def _battles_of_part(job: Job, revision: Revision) -> int:
    """Return how many battles a part has, by how long the first takes; it stays so for who goes on.

    Raises PartFailed where all of them would take too long.
    """
    if "of_part" not in job.args:
        # It is fought again with its part, whose counts then are the same whoever fights it.
        began = time.process_time()
        try:
            balance.fight_through(spec_of(revision), 1, lambda _: jobs.still_held(job), 1, MOST_S)
        except BattleStuck as fault:
            raise PartFailed(f"The captains could not end the battle: {fault.why}") from None
        seconds = max(time.process_time() - began, 0.001)
        if seconds * job.total > MOST_BALANCE_S:
            most = max(1, int(MOST_BALANCE_S / seconds))
            raise PartFailed(
                f"A battle of it takes the captains {seconds:.0f} seconds. Ask for {most} at a time, at most."
            )
        job.args = {**job.args, "of_part": min(BATTLES, max(1, int(PART_S / seconds)))}
        Job.objects.filter(pk=job.pk).update(args=job.args)
    return int(job.args["of_part"])


def _parts(job: Job, revision: Revision, battles: int) -> list[Job]:
    """Return the parts of a job, which are asked for once, however often it is begun anew."""
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
    """Return which parts are not done yet. Raises PartFailed; LeaseLost where parts are gone."""
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
    """Return what all parts came to. Raises LeaseLost where one is gone."""
    results = [part.result for part in Job.objects.filter(pk__in=keys) if part.result is not None]
    if len(results) < len(keys):
        raise jobs.LeaseLost
    return sum((Tally.of(result) for result in results), Tally())
