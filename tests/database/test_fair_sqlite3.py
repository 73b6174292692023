"""D-4: who waits to write to an SQLite file waits in line, not for luck."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connections, transaction

from darkseas.database.fair_sqlite3 import writer_queue
from darkseas.database.fair_sqlite3.writer_queue import Turn
from darkseas.database.url import sqlite_database

ROOT = Path(__file__).resolve().parents[2]
ALIAS = "line"
#: How long somebody holds what another one waits for.
HELD_S = 0.3
#: Far more than a turn takes, on any machine.
SOON_S = 5
WRITE = "INSERT INTO word (said) VALUES ('now')"


@pytest.fixture
def path(tmp_path: Path, django_db_blocker: Any) -> Iterator[Path]:
    """Make a database with a table, known to Django by ``ALIAS``; each thread closes what it opens."""
    path = tmp_path / "line.sqlite3"
    made = sqlite3.connect(path)
    made.execute("CREATE TABLE word (said TEXT)")
    made.close()
    connections.settings[ALIAS] = connections.configure_settings(
        {"default": {}, ALIAS: sqlite_database(path)}
    )[ALIAS]
    with django_db_blocker.unblock():
        yield path
        close()
    del connections.settings[ALIAS]


def close() -> None:
    """Close this thread's connection, and let the next one be made anew."""
    connections[ALIAS].close()
    del connections[ALIAS]


def be_patient_for(seconds: float) -> None:
    """Let connections to come wait only so long."""
    connections.settings[ALIAS]["OPTIONS"]["timeout"] = seconds


def write() -> None:
    """Write in a transaction."""
    with transaction.atomic(using=ALIAS):
        say(WRITE)


def say(statement: str) -> list[tuple[Any, ...]]:
    """Run one statement and return what it found."""
    with connections[ALIAS].cursor() as cursor:
        cursor.execute(statement)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def words() -> int:
    """Count what was written."""
    return int(say("SELECT count(*) FROM word")[0][0])


def is_free(path: Path, within_s: float = SOON_S) -> bool:
    """Say whether the next one could write; who asked in vain may still hold the turn for a moment."""
    turn = Turn(str(path))
    try:
        return turn.take(within_s)
    finally:
        turn.give()


def locking(path: Path, *statements: str) -> sqlite3.Connection:
    """Return a connection of another program; what it holds is free when it is closed."""
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for statement in statements:
        other.execute(statement).fetchall()
    return other


@contextmanager
def meanwhile(deed: Callable[[], None]) -> Iterator[None]:
    """Do something in another thread."""
    thread = threading.Thread(target=deed)
    thread.start()
    try:
        yield
    finally:
        thread.join()


@contextmanager
def taker(path: Path, *deed: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a process of ``turn_takers.py``; lends it with the first line that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.sqlite_writers", *deed],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{path}", "DARKSEAS_VAR": str(path.parent)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


# --- the line itself -------------------------------------------------------------------


def test_turn_is_waited_for_until_it_is_given(tmp_path: Path) -> None:
    first, second = Turn(str(tmp_path / "x")), Turn(str(tmp_path / "x"))
    assert first.take(0)
    given = threading.Timer(HELD_S, first.give)
    given.start()
    began = time.monotonic()
    assert second.take(SOON_S)
    assert HELD_S * 0.9 < time.monotonic() - began < SOON_S
    assert not first.take(0)
    second.give()


def test_turn_that_is_waited_for_in_vain_goes_to_the_next(tmp_path: Path) -> None:
    first, second, third = (Turn(str(tmp_path / "x")) for _ in range(3))
    assert first.take(0)
    assert not second.take(0.1)
    first.give()
    assert third.take(SOON_S)
    third.give()
    assert second.take(SOON_S)
    second.give()


def test_who_has_just_written_stands_behind_the_one_that_waits(tmp_path: Path) -> None:
    first, second = Turn(str(tmp_path / "x")), Turn(str(tmp_path / "x"))
    assert first.take(0)
    served: list[bool] = []
    with meanwhile(lambda: served.append(second.take(SOON_S))):
        time.sleep(HELD_S)
        first.give()
        assert not first.take(0)
    assert served == [True]
    second.give()


def test_without_a_place_for_the_line_all_go_at_once(tmp_path: Path) -> None:
    path = str(tmp_path / "nowhere" / "x")
    assert Turn(path).take(0)
    assert Turn(path).take(0)


def test_without_such_locks_all_go_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_queue, "HAS_LOCKS", False)
    assert Turn(str(tmp_path / "x")).take(0)
    assert Turn(str(tmp_path / "x")).take(0)
    assert list(tmp_path.iterdir()) == []


# --- who takes a turn, and gives it back -------------------------------------------------


def test_transaction_keeps_its_turn_until_the_outermost_ends(path: Path) -> None:
    with transaction.atomic(using=ALIAS):
        with transaction.atomic(using=ALIAS):
            say(WRITE)
        assert not is_free(path, within_s=0)
    assert is_free(path)
    assert words() == 1


def test_turn_is_free_after_an_exception(path: Path) -> None:
    with pytest.raises(LookupError), transaction.atomic(using=ALIAS):
        say(WRITE)
        raise LookupError
    assert is_free(path)
    assert words() == 0


def test_turn_is_free_when_the_connection_closes_in_a_transaction(path: Path) -> None:
    with transaction.atomic(using=ALIAS):
        say(WRITE)
        connections[ALIAS].close()
        assert is_free(path)
    assert words() == 0


def test_turn_is_free_after_a_statement_of_its_own(path: Path) -> None:
    say(WRITE)
    assert is_free(path)
    with pytest.raises(OperationalError, match="no such table"):
        say("DELETE FROM nobody")
    assert is_free(path)


@pytest.mark.parametrize("statement", [WRITE, "DELETE FROM word", "BEGIN IMMEDIATE", "create table more (x)"])
def test_what_writes_waits_for_its_turn(path: Path, statement: str) -> None:
    be_patient_for(0.1)
    turn = Turn(str(path))
    assert turn.take(0)
    with pytest.raises(OperationalError, match=r"database is locked: no turn .* 0\.1 s"):
        say(statement)
    turn.give()
    say(statement)


def test_who_reads_needs_no_turn(path: Path) -> None:
    turn = Turn(str(path))
    assert turn.take(0)
    assert words() == 0
    turn.give()


def test_line_stands_beside_the_file_however_it_is_named(path: Path) -> None:
    connections.settings[ALIAS]["NAME"] = f"file:{path}?mode=rw"
    with transaction.atomic(using=ALIAS):
        assert not is_free(path, within_s=0)


@pytest.mark.parametrize("name", [":memory:", "file:words?mode=memory&cache=shared"])
def test_database_in_memory_has_no_line(
    path: Path, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    connections.settings[ALIAS]["NAME"] = name
    with transaction.atomic(using=ALIAS):
        say("CREATE TABLE word (said TEXT)")
        say(WRITE)
    assert words() == 1
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    connections[ALIAS].connection.close()


# --- how long one waits ---------------------------------------------------------------------


def test_thread_waits_for_the_transaction_of_another(path: Path) -> None:
    has_begun = threading.Event()

    def hold() -> None:
        with transaction.atomic(using=ALIAS):
            say(WRITE)
            has_begun.set()
            time.sleep(HELD_S)
        close()

    with meanwhile(hold):
        has_begun.wait(SOON_S)
        began = time.monotonic()
        write()
        assert HELD_S * 0.9 < time.monotonic() - began < SOON_S
    assert words() == 2


def test_deadline_is_kept_and_told(path: Path) -> None:
    be_patient_for(HELD_S)
    with taker(path, "hold"):
        began = time.monotonic()
        with pytest.raises(OperationalError, match="database is locked"):
            write()
        assert HELD_S <= time.monotonic() - began < SOON_S
        assert words() == 0
    write()
    assert words() == 1


def test_deadline_is_kept_where_another_program_writes_without_a_turn(path: Path) -> None:
    be_patient_for(HELD_S)
    other = locking(path, "BEGIN IMMEDIATE")
    began = time.monotonic()
    with pytest.raises(OperationalError, match="database is locked"):
        write()
    assert HELD_S <= time.monotonic() - began < SOON_S
    assert is_free(path)
    other.close()
    write()


def test_killed_process_holds_nobody_up(path: Path) -> None:
    with taker(path, "hold") as (process, _):
        threading.Timer(HELD_S, process.kill).start()
        began = time.monotonic()
        write()
        assert HELD_S * 0.9 < time.monotonic() - began < SOON_S
    assert words() == 1


def test_child_does_not_hold_what_its_killed_parent_held(path: Path) -> None:
    with taker(path, "hold_and_fork") as (process, child):
        process.kill()
        process.wait()
        try:
            assert is_free(path)
        finally:
            os.kill(int(child), signal.SIGKILL)


def test_writer_gets_its_turn_beside_one_that_writes_in_a_tight_loop(path: Path) -> None:
    with taker(path, "loop", "20"):
        words()
        for _ in range(5):
            began = time.monotonic()
            write()
            assert time.monotonic() - began < SOON_S
            time.sleep(0.05)


def test_connection_opens_once_the_file_is_free(path: Path) -> None:
    other = locking(path, "BEGIN EXCLUSIVE")
    threading.Timer(HELD_S, other.close).start()
    assert words() == 0


@pytest.mark.parametrize(
    "deed",
    [write, lambda: say(WRITE), lambda: say(f"{WRITE} RETURNING said")],
    ids=["transaction", "statement", "returning"],
)
def test_commit_waits_for_a_reader(path: Path, deed: Callable[[], object]) -> None:
    reader = locking(path, "BEGIN", "SELECT * FROM word")
    threading.Timer(HELD_S, reader.close).start()
    deed()
    assert words() == 1


def test_many_statements_wait_for_a_reader_without_doing_one_twice(path: Path) -> None:
    def values() -> Iterator[tuple[str]]:
        yield ("now",)
        reader = locking(path, "BEGIN", "SELECT * FROM word")
        threading.Timer(HELD_S, reader.close).start()
        yield ("then",)

    with connections[ALIAS].cursor() as cursor:
        # The stubs ask for a sequence; Django takes an iterator too.
        cursor.executemany("INSERT INTO word (said) VALUES (%s)", values())  # type: ignore[arg-type]
    assert say("SELECT said FROM word") == [("now",), ("then",)]
