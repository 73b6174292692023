"""Parses ``DATABASE_URL`` into Django's ``DATABASES`` entry."""

import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from .journal_mode import opening_statements

# Seconds that a writer waits for another writer.
LOCK_WAIT_S = 20
# PostgreSQL ends longer idle transactions, because readers of the log wait for open ones.
IDLE_IN_TRANSACTION_MS = 30_000
# Seconds that a thread keeps its connection.
CONNECTION_AGE_S = 60


class BadDatabaseURL(ValueError):
    """The URL does not name a database that the site can use."""


def sqlite_database(path: Path | str) -> dict[str, Any]:
    """Return the entry for an SQLite file.

    ``IMMEDIATE`` takes the write lock when a transaction begins; one that reads first and writes later would
    otherwise fail at once, whatever the timeout. Threads keep their connections, because opening the file
    costs as much time as all queries of a light page.
    """
    return {
        "ENGINE": "darkseas.database.fair_sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": CONNECTION_AGE_S,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": LOCK_WAIT_S,
            "init_command": opening_statements(sqlite3.sqlite_version_info),
        },
    }


def postgresql_database(url: str) -> dict[str, Any]:
    """Return the entry for a ``postgresql://`` URL.

    The query part goes to the driver (such as ``sslmode``), except ``pool``: the size of a connection pool,
    for an ASGI server, whose threads keep no connections.
    """
    parts = urlsplit(url)
    options: dict[str, Any] = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
    pool = options.pop("pool", None)
    options["options"] = f"-c idle_in_transaction_session_timeout={IDLE_IN_TRANSACTION_MS}"
    if pool is not None:
        options["pool"] = {"min_size": 1, "max_size": int(pool), "timeout": LOCK_WAIT_S}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0 if pool is not None else CONNECTION_AGE_S,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def database(url: str) -> dict[str, Any]:
    """Return the ``DATABASES`` entry for a URL.

    ``sqlite:///name.db`` is relative to the working directory, ``sqlite:////dir/name.db`` is absolute.
    Raises BadDatabaseURL for any other scheme, or if the database name is missing.
    """
    parts = urlsplit(url)
    if len(parts.path) < len("/x"):
        raise BadDatabaseURL("DATABASE_URL names no database.")
    if parts.scheme == "sqlite":
        return sqlite_database(unquote(parts.path[1:]))
    if parts.scheme in {"postgres", "postgresql"}:
        return postgresql_database(url)
    raise BadDatabaseURL(f"DATABASE_URL begins with {parts.scheme!r}; use postgresql:// or sqlite:///.")
