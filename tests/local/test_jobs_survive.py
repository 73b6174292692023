"""W-1: a worker that is killed in the middle of a job loses nothing, and the job is finished once."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from typing import Any

import pytest

from tests.local.sites import PATIENCE_S, ROOT, Running, wait_until
from tests.support.sites.prepared_site import site_environment

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the site's processes are found in /proc"),
]

BATTLES = 60
ASK = f"""
from replays_app.simulation import playtest_battles
from scenarios_app.models import Scenario
revision = Scenario.objects.get(key="savo-island").current
print(playtest_battles.request(revision, {BATTLES}).pk.hex)
"""
#: It is minutes later for whatever a worker has begun, the parts of a job too, and a sweep comes before any
#: worker that is up again takes one of them; prints how many there were, and how many were sent again.
LATER_AND_SWEEP = """
from datetime import timedelta
from django.db import transaction
from django.utils import timezone
from replays_app.models import Job
from replays_app.simulation import jobs
with transaction.atomic():
    past = timezone.now() - timedelta(minutes=5)
    print(Job.objects.filter(state="running").update(lease_until=past), jobs.sweep())
"""


def output_of(site: Running, code: str) -> str:
    """What a program says that runs beside the site, with its database and its broker."""
    (door,) = site.scratch.glob("**/broker.sock")
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", code],
        cwd=ROOT,
        env=site_environment(site.var_dir, REDIS_URL=f"unix://{door}"),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    return done.stdout.strip()


def ask(site: Running, question: str, *values: object) -> tuple[Any, ...]:
    """The one line that the site's database answers."""
    with contextlib.closing(sqlite3.connect(site.var_dir / "darkseas.sqlite3", timeout=20)) as database:
        return database.execute(question, values).fetchone() or ()


def job_of(site: Running, job: str) -> tuple[str, int, int]:
    """State, battles done, and how often a worker has begun."""
    return ask(site, "SELECT state, done, attempts FROM replays_app_job WHERE id = ?", job)


def test_w1_job_of_a_killed_worker_is_finished_once(site: Running) -> None:
    job = output_of(site, ASK)
    wait_until(lambda: job_of(site, job)[1] >= 3)
    for worker in site.workers():
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
    state, done, attempts = job_of(site, job)
    assert (state, attempts) == ("running", 1)
    assert done < BATTLES
    lapsed, sent = map(int, output_of(site, LATER_AND_SWEEP).split())
    assert sent >= lapsed >= 1
    wait_until(lambda: job_of(site, job)[0] == "done")
    assert job_of(site, job) == ("done", BATTLES, 2)
    kept = ask(site, "SELECT count(*), sum(battles) FROM replays_app_balance WHERE battles = ?", BATTLES)
    assert kept == (1, BATTLES)
