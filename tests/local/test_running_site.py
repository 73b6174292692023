"""A site that runs: its workers are there for it, and come back when they fall."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.local.sites import PATIENCE_S, ROOT, Running, wait_until
from tests.support.sites.prepared_site import site_environment

pytestmark = pytest.mark.slow


def worker_started_by(site: Running) -> int:
    """Return the worker for long work, whose parent is the site itself; its numbers may come in any order."""
    words = {number: command.split(b"\0") for number, command in site.parts().items()}
    (leader,) = (
        number
        for number, call in words.items()
        if b"--concurrency" in call and parent_of(number) == site.process.pid
    )
    return leader


def parent_of(number: int) -> int:
    """Return the parent of a process (proc_pid_stat(5))."""
    return int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])


def test_fallen_worker_is_started_again(site: Running) -> None:
    wait_until(lambda: len(site.workers()) >= 3)
    first, clocks = site.workers(), site.clocks()
    os.kill(worker_started_by(site), signal.SIGKILL)
    wait_until(lambda: len(site.workers() - first) >= 3)
    assert site.clocks() == clocks
    assert site.process.poll() is None


PING = """
import django
django.setup()
from darkseas.celery import app
print(app.control.ping(timeout=20, limit=1))
"""


def test_worker_is_reached_through_the_broker_that_came_along(site: Running) -> None:
    brokers = [command for command in site.parts().values() if b"broker.sock" in command]
    door = re.search(rb"unixsocket:(\S+?broker\.sock)", brokers[0])
    assert door is not None
    environment = site_environment(
        site.var_dir,
        REDIS_URL=f"unix://{door.group(1).decode()}",
        DJANGO_SETTINGS_MODULE="darkseas.settings",
    )

    def ping() -> str:
        return subprocess.run(
            [sys.executable, "-c", PING],
            cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        ).stdout  # fmt: skip

    wait_until(lambda: "pong" in ping())
