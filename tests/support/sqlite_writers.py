"""A process that writes to a database of its own, to be waited for and killed.

Run as ``python -m tests.support.sqlite_writers <deed> ...`` with DATABASE_URL naming an SQLite database.
"""

import os
import sys
import time
from collections.abc import Callable

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")
django.setup()

from django.db import connection, transaction  # noqa: E402

WRITE = "INSERT INTO word (said) VALUES ('again')"


def hold() -> None:
    """Write in a transaction and never end it."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(WRITE)
        tell("held")
        time.sleep(1_000)


def hold_and_fork() -> None:
    """Do the same, and leave a child that lives on; tells its process id."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(WRITE)
        child = os.fork()
        if child == 0:
            tell(str(os.getpid()))
        time.sleep(1_000)


def loop(held_ms: str) -> None:
    """Write transactions that take so long, one straight after the other."""
    tell("begins")
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(WRITE)
            time.sleep(int(held_ms) / 1000)


def tell(what: str) -> None:
    """Print at once."""
    print(what, flush=True)


DEEDS: dict[str, Callable[..., None]] = {"hold": hold, "hold_and_fork": hold_and_fork, "loop": loop}

if __name__ == "__main__":
    DEEDS[sys.argv[1]](*sys.argv[2:])
