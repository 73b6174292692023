"""PostgreSQL's databases for tests begin as copies of one that was migrated before, kept on the server."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests.support.runs import requirements
from tests.support.sites.prepared_site import ROOT, site_environment

KEPT = "darkseas_test_migrated_"
#: Who makes, copies or drops what is kept holds this lock: one at a time, of all runs on the server.
LOCK = 0x5EA_D0_0D
READY_WITHIN_S = 300


def database_address(name: str) -> str:
    """The URL of a database on the tests' server."""
    return urlunsplit(urlsplit(requirements.POSTGRES_URL)._replace(path=f"/{name}"))


@contextmanager
def template(mark: str, folder: Path) -> Iterator[tuple[psycopg.Connection, str]]:
    """Lend a connection to the server and the name of the database to copy, until the end of the block.

    It is made if there is none for this ``mark`` of all migrations; those of other marks are dropped then.
    """
    with psycopg.connect(requirements.POSTGRES_URL, autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        name, kept = f"{KEPT}{mark}", _kept(server)
        if name not in kept:
            for other in kept:
                server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(other)))
            _make(server, name, folder)
        yield server, name


def _kept(server: psycopg.Connection) -> list[str]:
    found = server.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{KEPT}%"])
    return [name for (name,) in found]


def _make(server: psycopg.Connection, name: str, folder: Path) -> None:
    making = sql.Identifier(f"{KEPT}being_made")
    server.execute(sql.SQL("CREATE DATABASE {}").format(making))
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"],
        cwd=ROOT,
        env=site_environment(folder, DATABASE_URL=database_address(f"{KEPT}being_made")),
        capture_output=True,
        text=True,
        timeout=READY_WITHIN_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    server.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(making, sql.Identifier(name)))


def is_of_the_site() -> bool:
    """Whether the site's own database in this run is on the tests' server."""
    return os.environ.get("DATABASE_URL") == requirements.POSTGRES_URL


def send_away(database: str) -> None:
    """End what is still connected to a database: beside anybody PostgreSQL refuses to drop it.

    Threads that serve a browser keep a connection each, and the browser may be closed later than that.
    """
    with psycopg.connect(requirements.POSTGRES_URL, autocommit=True) as server:
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database]
        )
