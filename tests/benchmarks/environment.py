"""What the subjects need around them: a database and a cache of their own, and Showdown where it runs."""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import django
from django.core.management import call_command

from darkseas.local.broker import broker_call, broker_program

from .showdown.process import Showdown

ANSWERS_WITHIN_S = 10


@dataclass
class Surroundings:
    """A folder for files, the environment of child processes, and where node's packages may go."""

    folder: Path
    cache: str
    node_folder: Path | None = None
    why_no_showdown: str = ""
    _showdown: Showdown | None = field(default=None, repr=False)

    def showdown(self) -> Showdown | None:
        """Return Showdown, started when it is first asked for; None when it cannot be had."""
        if self._showdown is None and not self.why_no_showdown:
            showdown = Showdown.start(self.node_folder)
            if isinstance(showdown, str):
                self.why_no_showdown = showdown
            else:
                self._showdown = showdown
        return self._showdown

    def stop(self) -> None:
        """End what was started."""
        if self._showdown is not None:
            self._showdown.stop()


@contextmanager
def surroundings(node_folder: Path | None = None) -> Iterator[Surroundings]:
    """Lend a site on an empty SQLite file, with the cache that a local site has; then take it down."""
    with tempfile.TemporaryDirectory(prefix="darkseas-benchmark-") as name, _cache(Path(name)) as url:
        folder = Path(name)
        (folder / "static").mkdir()
        os.environ.update(environment(folder, f"sqlite:///{folder / 'site.sqlite3'}", url))
        django.setup()
        call_command("migrate", verbosity=0)
        lent = Surroundings(folder, "Valkey" if url else "the memory of the process", node_folder)
        try:
            yield lent
        finally:
            lent.stop()


def environment(folder: Path, database_url: str, cache_url: str = "") -> dict[str, str]:
    """Return what the environment of a site on this database says."""
    return {
        "DJANGO_SETTINGS_MODULE": "tests.benchmarks.site.settings",
        "DARKSEAS_VAR": str(folder),
        "DATABASE_URL": database_url,
        "DARKSEAS_CACHE_URL": cache_url,
        "REDIS_URL": "",
    }


@contextmanager
def _cache(folder: Path) -> Iterator[str]:
    """Lend the address of a cache like the one that `manage.py up` brings along; none where it has none."""
    program = broker_program()
    if program is None:
        yield ""
        return
    door, directory = folder / "cache.sock", folder / "cache"
    directory.mkdir()
    process = subprocess.Popen(broker_call(program, door, directory), stdout=subprocess.DEVNULL)
    try:
        _await(door)
        yield f"unix://{door}"
    finally:
        process.terminate()
        process.wait()


def _await(door: Path) -> None:
    until = time.monotonic() + ANSWERS_WITHIN_S
    while not door.exists():
        if time.monotonic() > until:
            raise TimeoutError("the cache does not start")
        time.sleep(0.05)
