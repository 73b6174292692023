"""P10: bulk work in the background: events a second of two Celery workers against twice one bare process.

The work is a balance: battles of Savo Island between captains, which the workers share in parts, as they do
for an author who asks for one. The bare process fights the same battles by the same function, without queue
and rows; both must count the same. Each side is timed by the clock on the wall, in turn. A process of its own
asks, run as ``python -m tests.benchmarks.site.background``, for it needs the broker that the workers have.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django

from ..environment import Surroundings
from ..measuring import Goal, Report, in_turn, wall_seconds

BATTLES, ROUNDS = 60, 5
WORKERS = 2
GOAL = Goal(target=0.85, floor=0.7)
CHILD_WITHIN_S = 1800
LOOKS_EVERY_S = 0.01
NO_BROKER = "there is no server here that speaks Redis's protocol, and so no worker: it is left out"


def run(around: Surroundings) -> Report:
    """Measure P10."""
    report = Report(f"P10  battles between captains: {WORKERS} workers against one bare process")
    cache = os.environ["DARKSEAS_CACHE_URL"]
    if not cache:
        report.say(NO_BROKER)
        return report
    environment = {**os.environ, "REDIS_URL": cache, "DARKSEAS_CACHE_URL": f"{cache}?db=1"}
    with _workers(environment, around.folder):
        done = subprocess.run(
            [sys.executable, "-m", __name__],
            env=environment, capture_output=True, text=True, timeout=CHILD_WITHIN_S, check=True,
        )  # fmt: skip
    found = json.loads(done.stdout)
    report.say(
        f"{BATTLES} battles of Savo Island a round, {found['events']} events; SQLite, 10 battles a task"
    )
    seconds = zip(*found["rounds"], strict=True)
    bare, workers = ([found["events"] / taken for taken in side] for side in seconds)
    report.figure("one bare process", bare, "events/s")
    report.figure(f"{WORKERS} workers, from asking to the last count", workers, "events/s")
    ratios = [theirs / (WORKERS * alone) for alone, theirs in zip(bare, workers, strict=True)]
    report.ratio(f"{WORKERS} workers ÷ {WORKERS} × one bare process", ratios, GOAL)
    return report


@contextmanager
def _workers(environment: dict[str, str], folder: Path) -> Iterator[None]:
    """Let workers wait for long work, as `manage.py up` starts them."""
    call = [
        *(sys.executable, "-m", "celery", "--app", "darkseas.celery:app", "--quiet", "worker"),
        *("--queues", "sim,parts", "--concurrency", str(WORKERS), "--loglevel", "WARNING"),
        *("--without-gossip", "--without-mingle"),
    ]
    with open(folder / "workers.log", "wb") as log:
        process = subprocess.Popen(call, env=environment, stdout=log, stderr=log)
        try:
            yield
        finally:
            process.terminate()
            process.wait()


# --- in the child --------------------------------------------------------------------------


def _measure() -> dict[str, object]:
    """Return the seconds of each round on both sides, and how many events a round has."""
    revision, counted = publish(battles.spec()), set[int]()
    sides = (
        lambda: wall_seconds(lambda: counted.add(_bare())),
        lambda: wall_seconds(lambda: counted.add(_by_workers(revision))),
    )
    rounds = in_turn(*sides, rounds=ROUNDS)
    (events,) = counted
    return {"events": events, "rounds": rounds}


def _bare() -> int:
    """Fight all battles in this process; return their events."""
    return balance.fight_through(battles.spec(), BATTLES, lambda done: None).entries


def _by_workers(revision: Any) -> int:
    """Ask the workers for a balance, wait until it stands, and return its events; then it is forgotten."""
    job = playtest_battles.request(revision, BATTLES)
    while job.state in (Job.State.QUEUED, Job.State.RUNNING):
        time.sleep(LOOKS_EVERY_S)
        job.refresh_from_db()
    if job.state != Job.State.DONE:
        raise AssertionError(f"the balance was not fought: {job.error}")
    events = Balance.objects.get(revision=revision).entries
    Job.objects.all().delete()
    Balance.objects.all().delete()
    return events


if __name__ == "__main__":
    django.setup()

    from replays_app.models import Balance, Job
    from replays_app.simulation import balance, playtest_battles
    from scenarios_app.revisions.store import publish

    from .. import battles

    sys.stdout.write(json.dumps(_measure()))
