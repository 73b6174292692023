"""What ``up`` starts: web server, streams, workers, their clock and a broker, under one watch."""

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
from .processes import Child, KeepsFalling

WEB_THREADS = 8
WEB_PROCESSES = 2
WORKER_PROCESSES = 2
#: What the workers empty: long work, and letters, which wait for nobody.
WORK, LETTERS = "sim,parts", "out"
CELERY = (sys.executable, "-m", "celery", "--app", "darkseas.celery:app", "--quiet")
ANSWERS_WITHIN_S = 60
LOOK_EVERY_S = 0.2


class CannotStart(RuntimeError):
    """The site cannot be started here; the message says why, and what to do."""


def keep_private(var_dir: Path) -> None:
    """Let nobody but its owner read what the site keeps and writes from now on, its logs and letters too."""
    os.umask(0o077)
    var_dir.mkdir(parents=True, exist_ok=True)
    var_dir.chmod(0o700)
    for path in var_dir.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o700 if path.is_dir() else 0o600)


@contextlib.contextmanager
def only_one(var_dir: Path, address: str) -> Iterator[None]:
    """Hold the right to run the site on this directory. Raises CannotStart when another does.

    The lock ends with the process, however that ends.
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
    """Raise CannotStart when something else answers on the port."""
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
    """Return a port for the streams: the next one where it is unused, else any."""
    for candidate in (port + 1, 0):
        with contextlib.suppress(OSError, OverflowError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, candidate))
            return int(probe.getsockname()[1])
    raise CannotStart(f"There is no unused port on {host} for the streams of battles.")


@dataclass(frozen=True)
class Site:
    """Where a site runs: its address, what it keeps, and a short-lived place for sockets."""

    host: str
    port: int
    stream_port: int
    var_dir: Path
    run_dir: Path

    def log(self, name: str) -> Path:
        """Return the file that a child's words go to; the last run's are kept beside it."""
        path = self.var_dir / "log" / f"{name}.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            path.replace(path.with_suffix(".log.1"))
        return path


def children(site: Site, environment: Mapping[str, str]) -> list[Child]:
    """Return what has to run, in the order of starting.

    A broker that the environment names is used; else we bring one along; where there is
    none for this machine, the web process stays alone and does the work itself.
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
    """Return what runs beside a broker."""
    return [
        worker(site, environment),
        courier(site, environment),
        beat(site, environment),
        streams(site, environment),
        *(web(site, environment, number) for number in range(WEB_PROCESSES, 0, -1)),
    ]


def broker(site: Site, program: str, door: Path) -> Child:
    """Return the broker that we bring along; its queue outlives a restart."""
    directory = site.var_dir / "broker"
    directory.mkdir(parents=True, exist_ok=True)
    return Child("broker", broker_call(program, door, directory), os.environ, site.log("broker"))


def worker(site: Site, environment: Mapping[str, str]) -> Child:
    """Return the worker for long work. At the end it gives what it cannot finish back to the queue.

    When we are killed the broker ends with us, and a worker that is asked to end would look
    for it for ever. It is killed too; a task is acknowledged late, so none is lost by that.
    """
    return _worker(site, environment, "worker", WORK, "--concurrency", str(WORKER_PROCESSES))


def courier(site: Site, environment: Mapping[str, str]) -> Child:
    """Return the worker that sends letters: one process of its own, so that none waits for long work."""
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
    """Return the clock that asks for what the settings have at fixed times.

    Celery's worker could bring it along (``--beat``), but then it would outlive a killed worker.
    """
    call = [*CELERY, "beat", "--loglevel", "WARNING"]
    return Child("beat", call, environment, site.log("beat"), is_vital=False)


def streams(site: Site, environment: Mapping[str, str]) -> Child:
    """Return the server that keeps the streams of battles open; at the end it waits for nobody."""
    call = [
        *(sys.executable, "-m", "gunicorn", "darkseas.asgi:application"),
        *("--bind", f"{site.host}:{site.stream_port}", "--worker-class", "asgi", "--workers", "1"),
        *("--asgi-lifespan", "off"),
        *("--graceful-timeout", "1", "--log-level", "warning", "--no-control-socket"),
    ]
    return Child("stream server", call, environment, site.log("streams"), is_vital=False)


def web(site: Site, environment: Mapping[str, str], number: int = 1) -> Child:
    """Return one process of the web server; all of them listen on the site's port."""
    call = [
        *(sys.executable, "-m", "darkseas.local.pages_server"),
        *(site.host, str(site.port), str(WEB_THREADS)),
    ]
    name, log = ("web server", "web") if number == 1 else (f"web server {number}", f"web-{number}")
    return Child(name, call, environment, site.log(log))


def errand(site: Site, command: str, *arguments: str) -> Child:
    """Return a command of ours that runs beside the site, once: nobody starts it again when it has ended."""
    call = [sys.executable, str(ROOT / "manage.py"), command, *arguments]
    return Child(command, call, {**os.environ, "PYTHONUNBUFFERED": "1"}, site.log(command))


def run(
    host: str, port: int, var_dir: Path, announce: Callable[[], None], errands: Sequence[Sequence[str]] = ()
) -> None:
    """Start everything, announce it, and keep it up until a signal asks for the end.

    ``errands`` are commands with their arguments, begun when the site has answered.
    Raises CannotStart when the site does not answer, or a part keeps falling that no page can do without.
    """
    signals: list[int] = []

    def ask_for_the_end(number: int, frame: FrameType | None) -> None:
        signals.append(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, ask_for_the_end)
    # A socket's path has to be short, and not every file system takes one.
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
        # What people see first: where all fall for one reason, the web server is the one that is named.
        for child in reversed(started):
            child.keep_up()
        time.sleep(LOOK_EVERY_S)


def _answers(host: str, port: int) -> bool:
    """Return whether the web server answers; with what does not matter."""
    question = HTTPConnection(host, port, timeout=LOOK_EVERY_S * 10)
    with contextlib.closing(question), contextlib.suppress(OSError, HTTPException):
        question.request("GET", "/")
        question.getresponse()
        return True
    return False
