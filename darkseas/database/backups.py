"""Backup of an SQLite database into one file while the site runs, and restore into an empty instance."""

import os
import sqlite3
from pathlib import Path

from django.apps import apps
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

#: An instance with rows in these tables is not empty. Other tables do not count: the library can be reloaded.
PEOPLE = ("members.Member", "club.Club", "replays_app.Battle")
_NOT_HERE = "The database is not SQLite: use pg_dump, as README says."


class BackupRefused(Exception):
    """The backup or restore is not possible; the message tells the operator why."""


def back_up(target: Path) -> None:
    """Write a consistent snapshot of the database into a new file. Raises BackupRefused."""
    _ask_for_sqlite(connection)
    if target.exists():
        raise BackupRefused(f"{target} already exists. Choose a new file.")
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)  # has accounts and private battles, so only the owner may read it
    connection.ensure_connection()
    copy = sqlite3.connect(unfinished)
    try:
        connection.connection.backup(copy)
        # One file, whatever the database's journal mode: people would forget to copy a separate WAL file.
        copy.execute("PRAGMA journal_mode=DELETE")
    finally:
        copy.close()
    os.replace(unfinished, target)


def restore(source: Path) -> None:
    """Restore a backup into the database, which must be empty. Raises BackupRefused.

    Triggers and views of the file are dropped: migrations create ours again, and foreign ones would run
    unnoticed.
    """
    _ask_for_sqlite(connection)
    backup = opened(source)
    try:
        if not is_empty():
            raise BackupRefused("This instance has accounts, clubs or battles. Restore into an empty one.")
        connection.ensure_connection()
        backup.backup(connection.connection)
        _drop_triggers_and_views(connection.connection)
    finally:
        backup.close()
    connection.close()


def opened(source: Path) -> sqlite3.Connection:
    """Return a read connection to a backup. Raises BackupRefused if it is missing, damaged or no backup."""
    if not source.is_file():
        raise BackupRefused(f"File not found: {source}.")
    backup = sqlite3.connect(source.resolve().as_uri() + "?mode=ro", uri=True)
    if not _is_sound(backup):
        backup.close()
        raise BackupRefused(f"{source} is damaged or not a backup of this site.")
    return backup


def is_empty() -> bool:
    """Whether the database has no accounts, clubs or battles, or no tables at all."""
    tables = set(connection.introspection.table_names())
    models = [apps.get_model(label) for label in PEOPLE]
    return not any(model._meta.db_table in tables and model._default_manager.exists() for model in models)


def _ask_for_sqlite(database: BaseDatabaseWrapper) -> None:
    if database.vendor != "sqlite":
        raise BackupRefused(_NOT_HERE)


def _drop_triggers_and_views(database: sqlite3.Connection) -> None:
    found = "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view')"
    for kind, name in database.execute(found).fetchall():
        quoted = name.replace('"', '""')
        database.execute(f'DROP {kind} "{quoted}"')
    database.commit()


def _is_sound(backup: sqlite3.Connection) -> bool:
    try:
        is_whole = backup.execute("PRAGMA quick_check").fetchone() == ("ok",)
        is_ours = backup.execute("SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'").fetchone()
    except sqlite3.DatabaseError:
        return False
    return is_whole and is_ours is not None
