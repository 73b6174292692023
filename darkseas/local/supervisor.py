"""Starts and supervises the programs of ``up``: web server, streams, workers, their clock and a broker."""

import contextlib
import fcntl
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType

from .bootstrap import ROOT
from .broker import broker_call, broker_program
from .restarted_processes import Child, KeepsFalling

WEB_THREADS = 8
WEB_PROCESSES = 2
WORKER_PROCESSES = 2
#: Queues of the workers: long work, and e-mails, which must not wait for it.
WORK, LETTERS = "sim,parts", "out"
CELERY = (sys.executable, "-m", "celery", "--app", "darkseas.celery:app", "--quiet")
ANSWERS_WITHIN_S = 60
LOOK_EVERY_S = 0.2


class CannotStart(RuntimeError):
    """The site cannot start. The message says why and what to do."""


def keep_private(var_dir: Path) -> None:
    """Make all files of the site, including logs and e-mails, readable by their owner only."""
    os.umask(0o077)
    var_dir.mkdir(parents=True, exist_ok=True)
    var_dir.chmod(0o700)
    for path in var_dir.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o700 if path.is_dir() else 0o600)


@contextlib.contextmanager
def only_one(var_dir: Path, address: str) -> Iterator[None]:
    """Lock this directory for running the site. Raises CannotStart if another process has the lock.

    The operating system releases the lock when the process ends, even after a crash.
    """
    keep_private(var_dir)
    with open(var_dir / "up.lock", "a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise CannotStart(f"The site is already running: {lock.read().strip()}") from None
        lock.truncate(0)
        lock.write(f"{address} (process {os.getpid()})\n")
        lock.flush()
        yield


def refuse_taken_port(host: str, port: int) -> None:
    """Raise CannotStart if the port is in use."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as reason:
            raise CannotStart(
                f"Port {port} on {host} cannot be used: {reason.strerror}. Choose another one:\n"
                f"    python3 manage.py up --port {port + 1}"
            ) from None


def port_beside(host: str, port: int) -> int:
    """Return a port for the streams: the next port if it is free, otherwise any free port."""
    for candidate in (port + 1, 0):
        with contextlib.suppress(OSError, OverflowError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, candidate))
            return int(probe.getsockname()[1])
    raise CannotStart(f"No free port on {host} for the streams of battles.")


@dataclass(frozen=True)
class Site:
    """The site's address, its data directory and a temporary directory for sockets."""

    host: str
    port: int
    stream_port: int
    var_dir: Path
    run_dir: Path

    def log(self, name: str) -> Path:
        """Return a child's log file. Renames the log of the previous run."""
        path = self.var_dir / "log" / f"{name}.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            path.replace(path.with_suffix(".log.1"))
        return path


def children(site: Site, environment: Mapping[str, str]) -> list[Child]:
    """Return the programs to run, in the order of starting.

    Uses the broker from the environment, or the bundled one. If there is none for this machine, the web
    process runs alone and does the background work itself.
    """
    ports = {"DARKSEAS_PORT": str(site.port), "DARKSEAS_STREAM_PORT": str(site.stream_port)}
    environment = {**environment, **ports}
    if environment.get("REDIS_URL"):
        return with_workers(site, environment)
    program = broker_program()
    if program is None:
        alone = {**environment, "DARKSEAS_WORKER_THREAD": "1"}
        return [streams(site, environment), web(site, alone)]
    door = site.run_dir / "broker.sock"
    environment = {
        **environment,
        "REDIS_URL": f"unix://{door}",
        "DARKSEAS_CACHE_URL": f"unix://{door}?db=1",
    }
    return [broker(site, program, door), *with_workers(site, environment)]


def with_workers(site: Site, environment: Mapping[str, str]) -> list[Child]:
    """Return the programs that need a broker."""
    return [
        worker(site, environment),
        courier(site, environment),
        beat(site, environment),
        streams(site, environment),
        *(web(site, environment, number) for number in range(WEB_PROCESSES, 0, -1)),
    ]


def broker(site: Site, program: str, door: Path) -> Child:
    """Return the bundled broker; its queue survives a restart."""
    directory = site.var_dir / "broker"
    directory.mkdir(parents=True, exist_ok=True)
    return Child("broker", broker_call(program, door, directory), os.environ, site.log("broker"))


def worker(site: Site, environment: Mapping[str, str]) -> Child:
    """Return the worker for long work. When it stops, it returns unfinished tasks to the queue.

    If the supervisor is killed, so is the broker. A worker that stops normally would then wait for the broker
    forever, so it is killed too. Tasks are acknowledged late, so none is lost.
    """
    return _worker(site, environment, "worker", WORK, "--concurrency", str(WORKER_PROCESSES))


def courier(site: Site, environment: Mapping[str, str]) -> Child:
    """Return the worker that sends e-mails. A separate process keeps e-mails from waiting for long work."""
    return _worker(site, environment, "courier", LETTERS, "--pool", "solo")


def _worker(site: Site, environment: Mapping[str, str], name: str, queue: str, *pool: str) -> Child:
    call = [
        *(*CELERY, "worker"),
        *("--queues", queue, *pool, "--hostname", f"{name}@%h", "--loglevel", "WARNING"),
        *("--without-gossip", "--without-mingle"),
    ]
    environment = {**environment, "REMAP_SIGTERM": "SIGQUIT"}
    return Child(name, call, environment, site.log(name), 10, signal.SIGKILL, is_vital=False)


def beat(site: Site, environment: Mapping[str, str]) -> Child:
    """Return the clock (Celery beat) that enqueues the periodic tasks of the settings.

    Running it inside a worker (``--beat``) would leave it running if that worker is killed.
    """
    call = [*CELERY, "beat", "--loglevel", "WARNING"]
    return Child("beat", call, environment, site.log("beat"), is_vital=False)


def streams(site: Site, environment: Mapping[str, str]) -> Child:
    """Return the server for battle streams. When it stops, it closes all streams at once."""
    call = [
        *(sys.executable, "-m", "gunicorn", "darkseas.asgi:application"),
        *("--bind", f"{site.host}:{site.stream_port}", "--worker-class", "asgi", "--workers", "1"),
        *("--asgi-lifespan", "off"),
        *("--graceful-timeout", "1", "--log-level", "warning", "--no-control-socket"),
    ]
    return Child("stream server", call, environment, site.log("streams"), is_vital=False)


def web(site: Site, environment: Mapping[str, str], number: int = 1) -> Child:
    """Return one web server process. All of them listen on the site's port."""
    call = [
        *(sys.executable, "-m", "darkseas.local.pages_server"),
        *(site.host, str(site.port), str(WEB_THREADS)),
    ]
    name, log = ("web server", "web") if number == 1 else (f"web server {number}", f"web-{number}")
    return Child(name, call, environment, site.log(log))


def errand(site: Site, command: str, *arguments: str) -> Child:
    """Return a management command that runs once, in parallel to the site, and is not restarted."""
    call = [sys.executable, str(ROOT / "manage.py"), command, *arguments]
    return Child(command, call, {**os.environ, "PYTHONUNBUFFERED": "1"}, site.log(command))


def run(
    host: str, port: int, var_dir: Path, announce: Callable[[], None], errands: Sequence[Sequence[str]] = ()
) -> None:
    """Start everything, announce it, and keep it running until a signal arrives.

    ``errands`` are management commands with arguments; they start once the site responds. Raises CannotStart
    if the site does not respond, or if a vital program keeps failing.
    """
    signals: list[int] = []

    def ask_for_the_end(number: int, frame: FrameType | None) -> None:
        signals.append(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, ask_for_the_end)
    # A socket's path must be short, and not every file system supports sockets.
    site = Site(host, port, port_beside(host, port), var_dir, Path(tempfile.mkdtemp(prefix="darkseas-")))
    started = children(site, {**os.environ, "PYTHONUNBUFFERED": "1"})
    begun: list[Child] = []
    try:
        for child in started:
            child.start()
        _watch(started, lambda: bool(signals) or _answers(host, port), time.monotonic() + ANSWERS_WITHIN_S)
        if not signals:
            announce()
            for call in errands:
                begun.append(errand(site, *call))
                begun[-1].start()
        _watch(started, lambda: bool(signals))
    except KeepsFalling as reason:
        raise CannotStart(str(reason)) from None
    finally:
        for child in reversed([*started, *begun]):
            child.stop()
        shutil.rmtree(site.run_dir, ignore_errors=True)


def _watch(started: list[Child], is_done: Callable[[], bool], until: float = float("inf")) -> None:
    while not is_done():
        if time.monotonic() > until:
            log = started[-1].log
            raise CannotStart(f"The site did not answer within {ANSWERS_WITHIN_S} seconds; see {log}.")
        # Check the web server first: if all programs fail for one reason, the error should name this one.
        for child in reversed(started):
            child.keep_up()
        time.sleep(LOOK_EVERY_S)


def _answers(host: str, port: int) -> bool:
    """Return whether the web server responds, with any status."""
    question = HTTPConnection(host, port, timeout=LOOK_EVERY_S * 10)
    with contextlib.closing(question), contextlib.suppress(OSError, HTTPException):
        question.request("GET", "/")
        question.getresponse()
        return True
    return False
