"""Checks that the database settings make every commit survive a power loss."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

# SQLite's name for FULL; EXTRA is 3.
FULL = 2


def durability_findings(
    app_configs: Sequence[AppConfig] | None, databases: Iterable[str] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Return one error for each setting with which a power loss could undo a committed die roll."""
    return [
        Error(f"Database {alias!r}: {finding}", hint="See darkseas/database/url.py.", id="darkseas.E001")
        for alias in databases or ()
        for finding in _findings(connections[alias])
    ]


def _findings(connection: BaseDatabaseWrapper) -> list[str]:
    if connection.vendor == "sqlite":
        return _sqlite_findings(connection)
    if connection.vendor == "postgresql":
        return _postgresql_findings(connection)
    return [f"{connection.vendor} is not a database that the log has been tested on."]


def _sqlite_findings(connection: BaseDatabaseWrapper) -> list[str]:
    faults = {
        "synchronous below FULL": _ask(connection, "PRAGMA synchronous") < FULL,
        "foreign_keys is off": _ask(connection, "PRAGMA foreign_keys") == 0,
        "recursive_triggers is off": _ask(connection, "PRAGMA recursive_triggers") == 0,
    }
    return [finding for finding, is_so in faults.items() if is_so]


def _postgresql_findings(connection: BaseDatabaseWrapper) -> list[str]:
    names = ("fsync", "full_page_writes", "synchronous_commit")
    return [f"{name} is off" for name in names if _ask(connection, f"SHOW {name}") == "off"]


def _ask(connection: BaseDatabaseWrapper, question: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]
