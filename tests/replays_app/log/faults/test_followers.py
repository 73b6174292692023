"""A-6: who follows a log waits for an entry under way, passes one given up, and never stands still."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from django.db.utils import ConnectionHandler

from darkseas.database.url import postgresql_database
from darkseas.engine.events import DiceRolled, Fact
from replays_app.log import store as log_store
from replays_app.log.heads import heads
from replays_app.models import Battle
from tests.support.builders import bare_battle
from tests.support.runs import requirements

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_S = 120
ANY_LOCK = 20261122
STEP = [Fact(DiceRolled("t1/held", 6, (1,), 1)), Fact(DiceRolled("t1/held", 6, (2,), 1))]


class GivenUp(Exception):
    """The transaction is rolled back."""


def follow(battle: Battle, known: list[int]) -> list[int]:
    """Look once, as streams do, and read on; return what is new."""
    head = heads([battle.pk])[battle.pk]
    new = [entry.seq for entry in log_store.read(battle.pk, len(known))] if head.length > len(known) else []
    known += new
    return new


@contextmanager
def held_open(deed: Callable[[], object], at_end: type[Exception] | None = None) -> Iterator[None]:
    """Do something in somebody else's transaction that lasts as long as this; then keep it, or give it up."""
    is_done, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                deed()
                is_done.set()
                may_end.wait(PATIENCE_S)
                if at_end is not None:
                    raise at_end
        except GivenUp:
            pass
        finally:
            connection.close()

    somebody = threading.Thread(target=hold)
    somebody.start()
    assert is_done.wait(PATIENCE_S)
    try:
        yield
    finally:
        may_end.set()
        somebody.join(PATIENCE_S)


def test_a6_entry_under_way_is_waited_for_and_then_seen_whole() -> None:
    battle, known = bare_battle(), list[int]()
    assert follow(battle, known) == [0]
    with held_open(lambda: log_store.append(battle.pk, 1, 1, STEP)):
        for _ in range(20):
            assert follow(battle, known) == []
    assert follow(battle, known) == [1, 2]
    assert follow(battle, known) == []


def test_a6_entry_that_was_given_up_leaves_no_gap_and_nobody_waits_for_it() -> None:
    battle, known = bare_battle(), list[int]()
    with held_open(lambda: log_store.append(battle.pk, 1, 1, STEP), GivenUp):
        assert follow(battle, known) == [0]
    log_store.append(battle.pk, 1, 1, STEP[:1])
    assert follow(battle, known) == [1]
    assert log_store.verify(battle.pk) is None


def test_a6_battle_whose_writer_is_slow_holds_up_no_other() -> None:
    slow, other, known = bare_battle("slow"), bare_battle("other"), list[int]()
    with held_open(lambda: log_store.append(slow.pk, 1, 1, STEP)):
        if connection.vendor == "postgresql":  # on SQLite all writers stand in one line
            log_store.append(other.pk, 1, 1, STEP)
        assert len(follow(other, known)) == log_store.length(other.pk)


@pytest.mark.needs_postgres
def test_a6_session_that_idles_in_a_transaction_is_ended_and_others_go_on() -> None:
    sessions = ConnectionHandler({"default": postgresql_database(requirements.POSTGRES_URL)})
    with sessions["default"].cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("30s",)
        cursor.execute("SET idle_in_transaction_session_timeout = '50ms'")
        cursor.execute(f"BEGIN; SELECT pg_advisory_xact_lock({ANY_LOCK})")
        with psycopg.connect(requirements.POSTGRES_URL) as other:
            other.execute(f"SELECT pg_advisory_xact_lock({ANY_LOCK})")
        with pytest.raises(DatabaseError, match="idle-in-transaction"):
            cursor.execute("SELECT 1")
    sessions["default"].close()
