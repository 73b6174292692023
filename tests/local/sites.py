"""Sites that ``manage.py up`` starts for a test: their processes, what they answer, and their end."""

import contextlib
import os
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
from pathlib import Path

from tests.support.sites.prepared_site import site_environment

ROOT = Path(__file__).resolve().parents[2]
#: How long something may take on a machine that does much else. Where all is well nobody waits for it.
PATIENCE_S = 300
#: How long a site that was looked at has to end by itself before it is killed.
ENDS_WITHIN_S = 60
BROKEN = "SELECT count(*) FROM replays_app_battle WHERE broken_at IS NOT NULL"


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
