"""A whole SQLite database as one file, out while the site runs, and back into an instance that is empty."""

import os
import sqlite3
from pathlib import Path

from django.apps import apps
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

#: Whoever has a row of these is not empty: accounts, clubs, battles. The library is loaded anew anywhere.
PEOPLE = ("members.Member", "club.Club", "replays_app.Battle")
_NOT_HERE = "The database is not SQLite: use pg_dump, as README says."


class BackupRefused(Exception):
    """There is nothing to copy, or it would overwrite something; the message is a sentence for operators."""


def back_up(target: Path) -> None:
    """Write all of the database into a new file, as it was at one moment. Raises BackupRefused."""
    _ask_for_sqlite(connection)
    if target.exists():
        raise BackupRefused(f"{target} is there already: name a file that is not.")
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)  # accounts and private battles are in it: its owner's alone
    connection.ensure_connection()
    copy = sqlite3.connect(unfinished)
    try:
        connection.connection.backup(copy)
        # One file, whatever journal the database keeps: a log beside it would be forgotten.
        copy.execute("PRAGMA journal_mode=DELETE")
    finally:
        copy.close()
    os.replace(unfinished, target)


def restore(source: Path) -> None:
    """Put the content of such a file into the database, which has to be empty. Raises BackupRefused.

    Its triggers and views are left behind: ours are made anew with the tables, others would act unseen.
    """
    _ask_for_sqlite(connection)
    backup = opened(source)
    try:
        if not is_empty():
            raise BackupRefused("There are accounts, clubs or battles here: restore into an empty instance.")
        connection.ensure_connection()
        backup.backup(connection.connection)
        _drop_triggers_and_views(connection.connection)
    finally:
        backup.close()
    connection.close()


def opened(source: Path) -> sqlite3.Connection:
    """Return a connection that reads such a file. Raises BackupRefused where it is none, or damaged."""
    if not source.is_file():
        raise BackupRefused(f"There is no file {source}.")
    backup = sqlite3.connect(source.resolve().as_uri() + "?mode=ro", uri=True)
    if not _is_sound(backup):
        backup.close()
        raise BackupRefused(f"{source} is no backup of this site, or is damaged.")
    return backup


def is_empty() -> bool:
    """Whether nobody has done anything in this database, or it has no table at all."""
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
