"""Database triggers that refuse changes to the log, to published revisions and to other write-once rows.

They are installed after every migrate and not by a migration, because SQLite rebuilds a table whenever a
migration changes it, and silently drops its triggers.
"""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

LOG_TABLE = "replays_app_logentry"

_FUNCTION = """
CREATE OR REPLACE FUNCTION darkseas_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""
_POSTGRESQL = (
    "CREATE OR REPLACE TRIGGER {name} BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
    "FOR EACH STATEMENT EXECUTE FUNCTION darkseas_append_only()"
)
_SQLITE_REFUSAL = (
    "CREATE TRIGGER IF NOT EXISTS {name} BEFORE {deed} ON {table} "
    "BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
)
_SQLITE_NUMBERS = (
    "CREATE TRIGGER IF NOT EXISTS {name} BEFORE INSERT ON {table} WHEN NEW.seq <> "
    "(SELECT COALESCE(MAX(seq) + 1, 0) FROM {table} WHERE battle_id = NEW.battle_id) "
    "BEGIN SELECT RAISE(ABORT, '{table} is numbered without gaps'); END"
)


def install(using: str) -> None:
    """Create the missing triggers on each guarded table that exists."""
    connection = connections[using]
    tables = _existing(connection)
    with connection.cursor() as cursor:
        if tables and connection.vendor == "postgresql":
            cursor.execute(_FUNCTION)
        for table in tables:
            for statement in _statements(connection.vendor, table).values():
                cursor.execute(statement)


def remove(using: str) -> None:
    """Drop the triggers, so that a test database can be emptied."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for table in _existing(connection):
            for name in _statements(connection.vendor, table):
                place = f" ON {table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{place}")


def missing(using: str) -> list[str]:
    """Return the names of the triggers that this database should have but does not."""
    connection = connections[using]
    wanted = [name for table in _existing(connection) for name in _statements(connection.vendor, table)]
    present = _present(connection)
    return [name for name in wanted if name not in present]


def check_triggers(databases: Iterable[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Return an error for each database whose log is not guarded (A-5)."""
    return [
        Error(
            f"The log of database {using!r} is not guarded: {', '.join(absent)} missing.",
            hint="Run manage.py migrate --skip-checks to restore them.",
            id="replays_app.E001",
        )
        for using in databases or ()
        if (absent := missing(using))
    ]


def _existing(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
    return [table for table in settings.WRITTEN_ONCE_TABLES if table in names]


def _statements(vendor: str, table: str) -> dict[str, str]:
    """Return the CREATE statement of each trigger of a table, by the trigger's name."""
    if vendor == "postgresql":
        name = f"{table}_append_only"
        return {name: _POSTGRESQL.format(name=name, table=table)}
    made = {
        f"{table}_no_{deed.lower()}": _SQLITE_REFUSAL.format(
            name=f"{table}_no_{deed.lower()}", deed=deed, table=table
        )
        for deed in ("UPDATE", "DELETE")
    }
    if table == LOG_TABLE:
        made[f"{table}_numbers"] = _SQLITE_NUMBERS.format(name=f"{table}_numbers", table=table)
    return made


def _present(connection: BaseDatabaseWrapper) -> set[str]:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'")
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        rows: Iterable[tuple[str]] = cursor.fetchall()
    return {name for (name,) in rows}
