"""The pages of the site on a test's database, by processes that may be killed."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from tests.replays_app.live.stream.stream_server import ROOT, database_url
from tests.replays_app.log.faults.fought import NAP_S, PATIENCE_S, reply_to


@dataclass(frozen=True)
class Site:
    """A web server: the port that it answers on, and the process whose children answer."""

    port: int
    master: int

    def worker(self) -> int | None:
        """The process that answers now; None where the next one is still to come."""
        children = Path(f"/proc/{self.master}/task/{self.master}/children").read_text().split()
        return int(children[0]) if children else None

    def kill_worker(self) -> None:
        """Kill the process that answers, and wait for the one that takes its place."""
        victim = self.worker()
        if victim is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
        wait_until(lambda: self.worker() not in (victim, None))


def wait_until(is_so: Callable[[], object]) -> None:
    """Wait for something to be so; fail when it is not in time."""
    until = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < until, "not in time"
        time.sleep(NAP_S)


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[Site]:
    """Serve the test's database; at the end nothing may stand in the site's log that nobody has caught."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    log = folder / "served.log"
    call = [
        *(sys.executable, "-m", "gunicorn", "tests.replays_app.log.faults.served:application", "--preload"),
        *("--bind", f"127.0.0.1:{port}", "--worker-class", "gthread", "--threads", "4"),
        *("--workers", "1"),
        *("--graceful-timeout", "1", "--log-level", "warning", "--no-control-socket"),
    ]
    with open(log, "wb") as out:
        master = subprocess.Popen(call, cwd=ROOT, env=_environment(folder), stdout=out, stderr=out)
    site = Site(port, master.pid)
    try:
        wait_until(lambda: reply_to(port, "/about/", "", {}) is not None or master.poll() is not None)
        assert master.poll() is None, log.read_text()
        yield site
    finally:
        master.terminate()
        master.wait(PATIENCE_S)
    assert "Traceback" not in log.read_text(), log.read_text()


def _environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "DATABASE_URL": database_url(),
        "DARKSEAS_VAR": str(folder),
        "DARKSEAS_SECRET_KEY": settings.SECRET_KEY,
        "DJANGO_SETTINGS_MODULE": "darkseas.settings",
    }
