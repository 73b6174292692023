"""A hash of all that a database holds: whether something was changed."""

from hashlib import sha256
from typing import Any

from django.db import connection


def fingerprint() -> dict[str, str]:
    """A hash of each table, row by row."""
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows = sorted(map(repr, map(_plain, cursor)))
            found[table] = sha256("\n".join(rows).encode()).hexdigest()
    return found


def _plain(row: tuple[Any, ...]) -> list[Any]:
    """A row with its bytes to be read."""
    return [bytes(value) if isinstance(value, memoryview) else value for value in row]
