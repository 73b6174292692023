"""The toy system in the registry, and databases of their own for tests that need real commits."""

import json
import os
import shutil
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.cache import cache
from psycopg import sql

from tests.support import builders
from tests.support.runs import requirements
from tests.support.sites import migrated_postgres
from tests.support.sites.migrated_database import migrations_mark

ROOT = Path(__file__).resolve().parent.parent.parent
PROCESS_WITHIN_S = 240

builders.register_toy()


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Begin each test with nothing kept: battles from files have the same id in every test."""
    cache.clear()


@dataclass
class OwnDatabase:
    """A database that only this test writes to, and processes that do so."""

    url: str
    folder: Path
    processes: list[subprocess.Popen[str]] = field(default_factory=list)

    def start(self, *deed: str, before: tuple[str, ...] = ()) -> subprocess.Popen[str]:
        """Start a process of `writers.py` on this database; ``before`` stands before the call."""
        process = subprocess.Popen(
            [*before, sys.executable, "-m", "tests.replays_app.log.writers", *deed],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": self.url, "DARKSEAS_VAR": str(self.folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.processes.append(process)
        return process

    def finish(self, process: subprocess.Popen[str]) -> str:
        """Return what a process printed, once it has ended well."""
        out, err = process.communicate(timeout=PROCESS_WITHIN_S)
        assert process.returncode == 0, err
        return out

    def run(self, *deed: str) -> str:
        """Run a process to its end and return what it printed."""
        return self.finish(self.start(*deed))

    def battles(self, count: int) -> list[str]:
        """Make so many battles with an empty log, and return their ids."""
        return self.run("make", str(count)).split()

    def look(self, *battles: str) -> list[dict[str, Any]]:
        """Return length, seqs and first fault of each battle."""
        return [json.loads(line) for line in self.run("check", *battles).splitlines()]

    def stop(self) -> None:
        """End what is still running, a crowd's members included."""
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate(timeout=PROCESS_WITHIN_S)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.needs_postgres)])
def own_database(
    request: pytest.FixtureRequest, tmp_path: Path, django_db_setup: None, migrated_copy: Path
) -> Iterator[OwnDatabase]:
    """Lend a database on which commits are real, once of each kind; it has its tables."""
    if request.param == "sqlite":
        file = shutil.copyfile(migrated_copy, tmp_path / "own.sqlite3")
        database = OwnDatabase(f"sqlite:///{file}", tmp_path)
        yield database
        database.stop()
        return
    name = f"darkseas_test_{uuid.uuid4().hex[:12]}"
    with migrated_postgres.template(migrations_mark(), tmp_path) as (server, template):
        copied = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        server.execute(copied.format(sql.Identifier(name), sql.Identifier(template)))
    database = OwnDatabase(migrated_postgres.database_address(name), tmp_path)
    yield database
    database.stop()
    with psycopg.connect(requirements.POSTGRES_URL, autocommit=True) as server:
        server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
