"""P5: append one order with its events, durably, in a transaction of its own.

Set against a bare insert of the same rows into a table with the same columns and the same key, by the
driver alone, in one transaction as durable. Each database is asked in a process of its own, run as
``python -m tests.benchmarks.append DATABASE_URL FOLDER``.
"""

import json
import os
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import truediv
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import django
import psycopg
from django.core.management import call_command
from psycopg import sql

from tests.support.runs import requirements

from .environment import Surroundings, environment
from .measuring import Goal, Report, spread

GOAL = Goal(target=2.5, floor=4, at_least=False)
ROUNDS = 9
CHILD_WITHIN_S = 300

_TABLE = (
    "CREATE TABLE bare (battle_id {uuid}, seq integer, step integer, kind text, shape integer, "
    "audience text, "
    "data {blob}, salt {blob}, leaf {blob}, link {blob}, given_by text, recorded_at text, "
    "PRIMARY KEY (battle_id, seq))"
)
_COLUMNS = 12


def run(around: Surroundings) -> Report:
    """Measure P5 on both databases."""
    report = Report("P5  append one order with its events, in its own durable transaction")
    _tell(report, "SQLite, synchronous=FULL", f"sqlite:///{around.folder / 'append.sqlite3'}", around.folder)
    absence = requirements.postgres_absence()
    if absence:
        report.say(f"{absence} Its side is left out.")
        return report
    with _own_database() as url:
        _tell(report, "PostgreSQL", url, around.folder)
    return report


def _tell(report: Report, name: str, url: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.append", url, str(folder)],
        env={**os.environ, **environment(folder, url)},
        capture_output=True, text=True, timeout=CHILD_WITHIN_S, check=True,
    )  # fmt: skip
    result = json.loads(done.stdout)
    report.say(f"{name}: {result['orders']} orders of Savo Island, {result['facts']:.1f} entries each")
    ours, bare, busy, bare_busy = zip(*result["rounds"], strict=True)
    report.figure("log.append", [1e6 * value for value in ours], "µs an order")
    report.figure("bare insert", [1e6 * value for value in bare], "µs an order")
    report.ratio(f"append ÷ bare insert, {name}", map(truediv, ours, bare), GOAL)
    report.figure(
        "log.append, of that our own processor time", [1e6 * value for value in busy], "µs an order"
    )
    report.figure("bare insert, the same", [1e6 * value for value in bare_busy], "µs an order")


@contextmanager
def _own_database() -> Iterator[str]:
    name = f"darkseas_benchmark_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(requirements.POSTGRES_URL, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlunsplit(urlsplit(requirements.POSTGRES_URL)._replace(path=f"/{name}"))
        finally:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


# --- in the child --------------------------------------------------------------------------


def measure(url: str, folder: Path) -> dict[str, Any]:
    """Return the median seconds of an order on both sides, and of processor time, round by round."""
    steps = _steps()
    bare = _bare_postgresql(url) if url.startswith("postgresql") else _bare_sqlite(folder / "bare.sqlite3")
    rounds = []
    for place in range(ROUNDS + 1):
        order = _one_order_each(steps, bare)
        if place:
            rounds.append(order)
    return {"orders": len(steps), "facts": sum(map(len, steps)) / len(steps), "rounds": rounds}


def _one_order_each(steps: Sequence[Sequence[Any]], bare: Callable[[list[Any]], None]) -> tuple[float, ...]:
    """Write a battle both ways, order by order in turn, so that both meet the same neighbours."""
    battle = stored_sizes.begun(battles.spec())
    length, ours, theirs = 1, [], []
    for number, facts in enumerate(steps, start=1):
        ours.append(_timed(log_store.append, battle.pk, length, number, facts, stored_sizes.PARTICIPANT))
        rows = _as_stored(battle.pk, length)
        length += len(facts)
        theirs.append(_timed(bare, rows))
    (waited, busy), (bare_waited, bare_busy) = zip(*ours, strict=True), zip(*theirs, strict=True)
    return tuple(spread(values).median for values in (waited, bare_waited, busy, bare_busy))


def _timed(deed: Callable[..., object], *given: Any) -> tuple[float, float]:
    """Return how long a deed took, and how long it had a processor."""
    began, had = time.perf_counter(), time.process_time()
    deed(*given)
    return time.perf_counter() - began, time.process_time() - had


def _as_stored(battle_id: uuid.UUID, first: int) -> list[Any]:
    columns = ", ".join(log_store._COLUMNS)
    rows = log_store._fetch(columns, battle_id, first, 2**31 - 1)
    return [(*row[:11], str(row[11])) for row in rows]


def _steps() -> list[list[Any]]:
    """Return the facts of each order of a battle between captains."""
    entries = battles.between_bots(1)[0].entries[1:-1]
    groups = [list(group) for _, group in groupby(entries, key=lambda entry: entry.step)]
    return [[Fact(entry.event, entry.audience) for entry in group] for group in groups]


def _bare_sqlite(path: Path) -> Callable[[list[Any]], None]:
    """Return what inserts rows with the standard library's driver, as durably as the site does."""
    bare = sqlite3.connect(path, isolation_level="IMMEDIATE")
    bare.executescript(opening_statements(sqlite3.sqlite_version_info))
    bare.execute(_TABLE.format(uuid="text", blob="blob"))
    insert = f"INSERT INTO bare VALUES ({', '.join('?' * _COLUMNS)})"

    def write(rows: list[Any]) -> None:
        with bare:
            bare.executemany(insert, rows)

    return write


def _bare_postgresql(url: str) -> Callable[[list[Any]], None]:
    """Return what inserts rows with psycopg, in one transaction."""
    bare = psycopg.connect(url)
    bare.execute(_TABLE.format(uuid="uuid", blob="bytea"))
    bare.commit()
    insert = f"INSERT INTO bare VALUES ({', '.join(['%s'] * _COLUMNS)})"

    def write(rows: list[Any]) -> None:
        with bare.transaction(), bare.cursor() as cursor:
            cursor.executemany(insert, rows)

    return write


if __name__ == "__main__":
    django.setup()
    call_command("migrate", verbosity=0)

    from darkseas.database.journal_mode import opening_statements
    from darkseas.engine.events import Fact
    from replays_app.log import store as log_store

    from . import battles, stored_sizes

    sys.stdout.write(json.dumps(measure(sys.argv[1], Path(sys.argv[2]))))
