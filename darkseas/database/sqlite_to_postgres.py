"""Copies an SQLite backup into an empty PostgreSQL database, to move a local site to a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, connections, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import ConnectionHandler

from .backups import BackupRefused, opened

_BACKUP = "backup"
_ROWS_AT_ONCE = 1_000
#: Tables that `migrate` fills. All other tables must be empty.
_OF_MIGRATE = ("auth.Permission", "contenttypes.ContentType")
_NOT_EMPTY = "The table {table} has rows. Create a new PostgreSQL database and restore into that one."
_OTHER_TABLES = (
    "The backup has other tables than this code ({names}). Run migrate with this code on the SQLite site, "
    "write a new backup, and restore that one."
)


def move_rows(source: Path) -> dict[str, int]:
    """Copy every row of the backup into the site's migrated database, in one transaction.

    Returns the number of rows by table. Raises BackupRefused if the file is not a backup, if a table already
    has rows, or if the backup was written with other migrations.
    """
    opened(source).close()
    with _readable(source):
        _ask_for_same_tables()
        with transaction.atomic():
            _empty_what_migrate_wrote()
            return {model._meta.db_table: _move(model) for model in _models()}


@contextmanager
def _readable(source: Path) -> Iterator[None]:
    """Register the backup file as a read-only database for Django's models."""
    entry = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": f"{source.resolve().as_uri()}?mode=ro",
        "OPTIONS": {"uri": True},
    }
    connections.databases[_BACKUP] = ConnectionHandler({"default": entry}).databases["default"]
    try:
        yield
    finally:
        connections[_BACKUP].close()
        del connections[_BACKUP]
        del connections.databases[_BACKUP]


def _models() -> list[type[models.Model]]:
    """Return all models with a table, including many-to-many tables, in the order of INSTALLED_APPS."""
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


def _ask_for_same_tables() -> None:
    theirs, ours = (
        set(MigrationRecorder(connections[alias]).applied_migrations()) for alias in (_BACKUP, "default")
    )
    if theirs != ours:
        names = sorted(".".join(name) for name in theirs ^ ours)
        raise BackupRefused(_OTHER_TABLES.format(names=", ".join(names)))


def _empty_what_migrate_wrote() -> None:
    written = [apps.get_model(label) for label in _OF_MIGRATE]
    for model in _models():
        if model not in written and model._base_manager.exists():
            raise BackupRefused(_NOT_EMPTY.format(table=model._meta.db_table))
    for model in written:
        model._base_manager.all()._raw_delete("default")


def _move(model: type[models.Model]) -> int:
    """Copy the rows of one table and set its sequence to the next id. Return the number of rows.

    Foreign keys are checked at the end of the transaction, so the tables can be copied in any order.
    """
    fields = [field for field in model._meta.local_concrete_fields if not field.generated]
    rows = model._base_manager.using(_BACKUP).order_by("pk").values_list(*(f.attname for f in fields))
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    statement = (
        f"INSERT INTO {connection.ops.quote_name(model._meta.db_table)} ({columns}) "  # noqa: S608 — names of ours
        f"VALUES ({', '.join(['%s'] * len(fields))})"
    )
    count = 0
    with connection.cursor() as cursor:
        stream = rows.iterator(_ROWS_AT_ONCE)
        while part := [_prepared(fields, row) for row in islice(stream, _ROWS_AT_ONCE)]:
            cursor.executemany(statement, part)
            count += len(part)
        for sequence in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(sequence)
    return count


def _prepared(fields: list[Any], row: tuple[Any, ...]) -> list[Any]:
    """Return a row with times, bytes and JSON converted to the driver's types."""
    return [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)]
