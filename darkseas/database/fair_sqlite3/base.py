"""Django's SQLite backend with a fair queue for writers and short waits.

It fixes two problems. SQLite serves writers in no order: here a connection waits for its turn before a
transaction, or before a single writing statement outside of one. And SQLite's sleep between retries grows to
100 ms, so that even readers miss the gaps between busy writers: here it is one millisecond. The longest wait
is still the database's ``timeout``, and the error after it is the same.

Meant for ``transaction_mode`` ``IMMEDIATE``, in which only the first statement and the commit can meet a
lock. In-memory databases are not affected.
"""

import re
import sqlite3
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from .writer_queue import Turn

NAP_S = 0.001
#: The driver's default timeout.
USUAL_TIMEOUT_S = 5.0

_WRITES = re.compile(
    r"\s*(BEGIN (IMMEDIATE|EXCLUSIVE)|INSERT|REPLACE|UPDATE|DELETE|CREATE|ALTER|DROP)\b", re.IGNORECASE
)
#: The low byte of an extended error code is the primary code.
_ERROR = 0xFF


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits for its turn to write, and retries at short intervals on other locks."""

    init_commands: list[str]
    _turn: Turn | None = None
    _timeout_s = USUAL_TIMEOUT_S
    _library_waits_s = USUAL_TIMEOUT_S

    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        """Open the database. Some opening statements read it, so they may have to wait for locks."""
        commands, self.init_commands = self.init_commands, []
        connection: sqlite3.Connection = super().get_new_connection(conn_params)
        self._timeout_s = self._library_waits_s = conn_params.get("timeout", USUAL_TIMEOUT_S)
        try:
            self._let_library_wait(0, connection)
            for command in filter(None, map(str.strip, commands)):
                _repeated(partial(connection.execute, command), self._deadline())
            self._turn = None if self.is_in_memory_db() else Turn(_path(connection))
        except BaseException:
            connection.close()
            raise
        return connection

    def create_cursor(self, name: str | None = None) -> base.SQLiteCursorWrapper:
        """Return a cursor whose statements wait as this connection does."""
        cursor: base.SQLiteCursorWrapper
        if self._turn is None:
            cursor = super().create_cursor(name)
        else:
            cursor = self.connection.cursor(factory=partial(WaitingCursor, self))
        return cursor

    def wait_and_run(self, statement: str, run: Callable[[], Any], is_repeatable: bool) -> Any:
        """Run a statement outside a transaction; if it writes, wait for our turn first.

        A transaction keeps the turn until it ends. ``is_repeatable`` means that the statement has no effect
        when it meets a lock; other statements wait the way SQLite does. Raises OperationalError if the turn
        does not come in time.
        """
        deadline = self._deadline()
        turn = self._turn
        if turn is not None and _WRITES.match(statement) and not turn.take(self._timeout_s):
            raise sqlite3.OperationalError(
                f"database is locked: no turn to write came within {self._timeout_s} s"
            )
        try:
            self._let_library_wait(0 if is_repeatable else self._timeout_s)
            return _repeated(run, deadline) if is_repeatable else run()
        finally:
            if not self.connection.in_transaction:
                self._give_turn()

    def _commit(self) -> None:
        try:
            _repeated(super()._commit, self._deadline())  # type: ignore[misc]  # private: not in the stubs
        finally:
            self._give_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # private: not in the stubs
        finally:
            self._give_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # private: not in the stubs
        finally:
            self._give_turn()

    def _give_turn(self) -> None:
        if self._turn is not None:
            self._turn.give()

    def _deadline(self) -> float:
        return time.monotonic() + self._timeout_s

    def _let_library_wait(self, seconds: float, connection: sqlite3.Connection | None = None) -> None:
        """Set SQLite's own busy timeout."""
        if seconds != self._library_waits_s:
            (connection or self.connection).execute(f"PRAGMA busy_timeout = {int(1000 * seconds)}")
            self._library_waits_s = seconds


class WaitingCursor(base.SQLiteCursorWrapper):
    """A cursor whose statements outside a transaction wait as its connection does."""

    def __init__(self, wrapper: DatabaseWrapper, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self._wrapper = wrapper

    def execute(self, query: str, params: Any = None) -> Any:
        """Run one statement. One that writes and returns rows commits on fetch, so it cannot be repeated."""
        if self.connection.in_transaction:
            return super().execute(query, params)
        run = partial(super().execute, query, params)
        return self._wrapper.wait_and_run(query, run, is_repeatable="RETURNING" not in query)

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        """Run one statement many times; outside a transaction, each run is its own transaction."""
        if self.connection.in_transaction:
            return super().executemany(query, param_list)
        run = partial(super().executemany, query, param_list)
        return self._wrapper.wait_and_run(query, run, is_repeatable=False)


def _repeated(run: Callable[[], Any], deadline: float) -> Any:
    """Retry at short intervals while the database is locked, until the deadline."""
    while True:
        try:
            return run()
        except (sqlite3.OperationalError, OperationalError) as error:
            if not _is_busy(error) or time.monotonic() > deadline:
                raise
        time.sleep(NAP_S)


def _is_busy(error: Exception) -> bool:
    """Return whether an error of the driver, possibly wrapped by Django, means a lock."""
    code = getattr(error.__cause__ or error, "sqlite_errorcode", 0)
    return code & _ERROR == sqlite3.SQLITE_BUSY


def _path(connection: sqlite3.Connection) -> str:
    """Return the absolute path of the database file from its URI or relative name."""
    databases = connection.execute("PRAGMA database_list")
    main: str = next(path for _, name, path in databases if name == "main")
    return main
