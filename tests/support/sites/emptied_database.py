"""After a test that commits, the database is as it was after it was migrated, without migrating again."""

from django.core.management.color import no_style
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase

from replays_app.log import triggers

#: What migrating has filled, and nobody changes: making it anew takes longer than the rest.
STAYS = {"django_migrations", "django_content_type", "auth_permission"}


def install() -> None:
    """Let tests with ``transaction=True`` empty their databases so, even of the log that nobody may empty."""
    # The stubs leave out what Django keeps to itself.
    TransactionTestCase._fixture_teardown = _empty_all  # type: ignore[attr-defined]


def _empty_all(test: TransactionTestCase) -> None:
    for alias in test._databases_names(include_mirrors=False):  # type: ignore[attr-defined]
        triggers.remove(alias)
        try:
            _empty(connections[alias])
        except DatabaseError:
            # A stream whose reader has just gone may read once more: PostgreSQL then lets one give way.
            _empty(connections[alias])
        triggers.install(alias)


def _empty(connection: BaseDatabaseWrapper) -> None:
    tables = [
        table
        for table in connection.introspection.django_table_names(only_existing=True, include_views=False)
        if table not in STAYS
    ]
    connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), tables))
