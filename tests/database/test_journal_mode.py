"""D-3: no journal mode under which this SQLite is known to lose what it acknowledged."""

import sqlite3
import threading
from pathlib import Path

import pytest

from darkseas.database.journal_mode import Release, journal_mode, opening_statements


@pytest.mark.parametrize(
    ("release", "mode"),
    [
        ((3, 6, 23), "TRUNCATE"),
        ((3, 7, 0), "TRUNCATE"),
        ((3, 40, 1), "TRUNCATE"),
        ((3, 44, 5), "TRUNCATE"),
        ((3, 44, 6), "WAL"),
        ((3, 45, 0), "TRUNCATE"),
        ((3, 50, 6), "TRUNCATE"),
        ((3, 50, 7), "WAL"),
        ((3, 51, 2), "TRUNCATE"),
        ((3, 51, 3), "WAL"),
        ((3, 52, 0), "WAL"),
    ],
)
def test_journal_mode_follows_the_release(release: Release, mode: str) -> None:
    assert journal_mode(release) == mode


@pytest.mark.parametrize("release", [(3, 40, 1), (3, 51, 3)])
def test_opening_statements_take_effect(tmp_path: Path, release: Release) -> None:
    connection = sqlite3.connect(tmp_path / "log.sqlite3")
    connection.executescript(opening_statements(release))

    def pragma_value(pragma: str) -> object:
        return connection.execute(f"PRAGMA {pragma}").fetchone()[0]

    assert pragma_value("journal_mode") == journal_mode(release).lower()
    assert pragma_value("synchronous") == 2
    assert pragma_value("foreign_keys") == 1
    assert pragma_value("recursive_triggers") == 1
    connection.close()


def test_connection_opens_while_another_writes(tmp_path: Path) -> None:
    writer = sqlite3.connect(tmp_path / "log.sqlite3", isolation_level=None)
    writer.executescript(opening_statements(sqlite3.sqlite_version_info))
    writer.execute("CREATE TABLE entry (seq INTEGER)")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("INSERT INTO entry VALUES (1)")
    reader = sqlite3.connect(tmp_path / "log.sqlite3", timeout=0)
    reader.executescript(opening_statements(sqlite3.sqlite_version_info))
    assert reader.execute("SELECT count(*) FROM entry").fetchone() == (0,)
    writer.execute("COMMIT")
    assert reader.execute("SELECT count(*) FROM entry").fetchone() == (1,)
    reader.close()
    writer.close()


def test_replacing_a_row_meets_its_delete_trigger(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "log.sqlite3")
    connection.executescript(opening_statements(sqlite3.sqlite_version_info))
    connection.executescript(
        "CREATE TABLE entry (seq INTEGER PRIMARY KEY, fact TEXT);"
        "CREATE TRIGGER no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'append-only'); END;"
        "INSERT INTO entry VALUES (1, 'hit');"
    )
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute("INSERT OR REPLACE INTO entry VALUES (1, 'miss')")
    assert connection.execute("SELECT fact FROM entry").fetchall() == [("hit",)]
    connection.close()


def test_second_writer_waits_for_the_first(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    first = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    first.executescript(opening_statements(sqlite3.sqlite_version_info) + "CREATE TABLE entry (seq INTEGER)")
    first.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.3, lambda: first.execute("COMMIT"))
    timer.start()
    second = sqlite3.connect(path, isolation_level=None, timeout=20)
    second.execute("BEGIN IMMEDIATE")
    second.execute("INSERT INTO entry VALUES (2)")
    second.execute("COMMIT")
    timer.join()
    assert second.execute("SELECT seq FROM entry").fetchall() == [(2,)]
    first.close()
    second.close()
