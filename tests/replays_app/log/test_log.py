"""The log itself: what is appended is read back, all or nothing, and no change goes unseen."""

import uuid

import pytest
from django.db import DatabaseError, connection, transaction

from darkseas.engine.events import EVERYONE, UMPIRE_ONLY, DiceRolled, Fact, RulingMade, TurnBegan
from darkseas.engine.log.chain import GENESIS_LINK, first_break
from replays_app.log import store as log_store
from replays_app.log import triggers
from replays_app.models import Battle
from tests.support.builders import bare_battle
from tests.support.every_case import every_case

pytestmark = pytest.mark.django_db

GIVER = "5" * 32


def step(count: int, audience: tuple[str, ...] = EVERYONE) -> list[Fact]:
    """So many facts, told apart by their purpose."""
    return [Fact(DiceRolled(f"t1/roll/{number}", 6, (6, 1), 1), audience) for number in range(count)]


def change(battle: Battle, seq: int, column: str, value: str | int | bytes) -> None:
    """Change an entry behind the triggers' back, as somebody at the disk could."""
    triggers.remove("default")
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE replays_app_logentry SET {column} = %s WHERE battle_id = %s AND seq = %s",
            [value, battle.pk if connection.vendor == "postgresql" else battle.pk.hex, seq],
        )


def test_append_is_read_back_as_it_was() -> None:
    battle = bare_battle()
    facts = [
        Fact(TurnBegan(1, "Night")),
        Fact(RulingMade("“Ran aground”"), ("red", "blue")),
        *step(2, UMPIRE_ONLY),
    ]
    appended = log_store.append(battle.pk, 1, 1, facts, GIVER)
    read = log_store.read(battle.pk, 1)
    assert read == appended
    assert [(entry.seq, entry.step) for entry in read] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert [Fact(entry.event, entry.audience) for entry in read] == facts
    assert log_store.length(battle.pk) == 5


def test_read_gives_the_part_that_was_asked_for() -> None:
    battle = bare_battle()
    log_store.append(battle.pk, 1, 1, step(9))
    assert [entry.seq for entry in log_store.read(battle.pk, 3, 6)] == [3, 4, 5]
    assert [row.seq for row in log_store.rows(battle.pk, 8)] == [8, 9]
    linked = log_store.read_linked(battle.pk, log_store.reader_of("toy"), 9)
    assert [(entry.seq, link) for entry, link in linked] == [(9, log_store.rows(battle.pk, 9)[0].link)]


def test_stored_rows_are_one_chain_from_the_beginning() -> None:
    battle = bare_battle()
    log_store.append(battle.pk, 1, 1, step(3))
    log_store.append(battle.pk, 4, 2, step(3))
    rows = log_store.rows(battle.pk)
    assert first_break(rows, after=GENESIS_LINK) is None
    assert len({row.salt for row in rows}) == 7
    assert log_store.verify(battle.pk) is None


@every_case("expected", [0, 3, 5, 400])
def test_append_to_another_length_is_a_conflict_and_writes_nothing(expected: int) -> None:
    battle = bare_battle()
    log_store.append(battle.pk, 1, 1, step(3))
    with pytest.raises(log_store.LogConflict) as conflict:
        log_store.append(battle.pk, expected, 2, step(2))
    assert (conflict.value.expected, conflict.value.length) == (expected, 4)
    assert log_store.length(battle.pk) == 4


def test_append_to_no_battle_is_refused() -> None:
    with pytest.raises(Battle.DoesNotExist):
        log_store.append(uuid.uuid4(), 0, 0, step(1))


def test_conflict_that_only_the_database_sees_is_a_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    """On PostgreSQL a writer that waited may still believe the length from before its wait."""
    battle = bare_battle()
    stale = log_store._lock(battle.pk)
    log_store.append(battle.pk, 1, 1, step(2))
    monkeypatch.setattr(log_store, "_lock", lambda battle_id: stale)
    with pytest.raises(log_store.LogConflict) as conflict:
        log_store.append(battle.pk, 1, 1, step(2))
    assert conflict.value.length == 3
    assert log_store.length(battle.pk) == 3


# --- all or nothing -------------------------------------------------------------------

FAULT_AT = {
    "sqlite": (
        """CREATE TEMP TRIGGER fault {when} INSERT ON main.replays_app_logentry WHEN NEW.seq = {seq}
        BEGIN SELECT RAISE(ABORT, 'fault'); END""",
    ),
    "postgresql": (
        """CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.seq = {seq} THEN RAISE EXCEPTION 'fault'; END IF; RETURN NEW; END $$""",
        "CREATE TRIGGER fault {when} INSERT ON replays_app_logentry FOR EACH ROW EXECUTE FUNCTION fault()",
    ),
}


@every_case("when", ["BEFORE", "AFTER"])
@every_case("place", range(12))
def test_a4_fault_at_any_insert_leaves_the_old_log(when: str, place: int) -> None:
    battle = bare_battle()
    log_store.append(battle.pk, 1, 1, step(2))
    before = log_store.rows(battle.pk)
    with connection.cursor() as cursor:
        for statement in FAULT_AT[connection.vendor]:
            cursor.execute(statement.format(when=when, seq=3 + place))
    with pytest.raises(DatabaseError, match="fault"):
        log_store.append(battle.pk, 3, 2, step(12))
    assert log_store.rows(battle.pk) == before
    with connection.cursor() as cursor:
        cursor.execute(
            "DROP TRIGGER fault" + ("" if connection.vendor == "sqlite" else " ON replays_app_logentry")
        )
    assert len(log_store.append(battle.pk, 3, 2, step(12))) == 12
    assert log_store.verify(battle.pk) is None


def test_a4_step_that_cannot_be_written_as_bytes_leaves_the_old_log() -> None:
    battle = bare_battle()
    for place in range(6):
        facts = step(6)
        facts[place] = Fact(object())
        with pytest.raises((KeyError, TypeError)):
            log_store.append(battle.pk, 1, 1, facts)
        assert log_store.length(battle.pk) == 1


def test_a4_step_of_four_hundred_entries_is_one_append() -> None:
    battle = bare_battle()
    assert len(log_store.append(battle.pk, 1, 1, step(400))) == 400
    assert log_store.length(battle.pk) == 401
    assert log_store.verify(battle.pk) is None


# --- a changed byte is found and named -------------------------------------------------------


def flipped(data: bytes, place: int, bit: int) -> bytes:
    """Return the bytes with one bit changed."""
    return data[:place] + bytes([data[place] ^ (1 << bit)]) + data[place + 1 :]


@every_case("column, what", [("data", "leaf"), ("salt", "leaf"), ("leaf", "leaf"), ("link", "link")])
@every_case("seq", [0, 3, 5])
def test_t5_each_changed_byte_is_found_and_named_by_entry(column: str, what: str, seq: int) -> None:
    battle = bare_battle()
    log_store.append(battle.pk, 1, 1, step(5))
    sound = getattr(log_store.rows(battle.pk)[seq], column)
    for place in range(0, len(sound), 1 + len(sound) // 64):
        change(battle, seq, column, flipped(bytes(sound), place, place % 8))
        assert log_store.verify(battle.pk) == log_store.Fault(seq, what)
        change(battle, seq, column, bytes(sound))
    assert log_store.verify(battle.pk) is None


@every_case(
    "column, value",
    [("step", 7), ("kind", "turn_began"), ("shape", 2), ("audience", "red"), ("given_by", "6" * 32)],
)
def test_changed_copy_beside_the_bytes_is_found(column: str, value: str | int | bytes) -> None:
    battle = bare_battle()
    log_store.append(battle.pk, 1, 1, step(3), GIVER)
    change(battle, 2, column, value)
    assert log_store.verify(battle.pk) == log_store.Fault(2, "copy")


def test_log_of_another_battle_is_found() -> None:
    battle, other = bare_battle(), bare_battle()
    triggers.remove("default")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM replays_app_logentry")
        cursor.execute("SELECT 1")
    assert log_store.verify(battle.pk) == log_store.Fault(0, "sequence")
    log_store.append(battle.pk, 0, 0, [Fact(TurnBegan(1))])
    assert log_store.verify(battle.pk) == log_store.Fault(0, "copy")
    assert log_store.verify(other.pk) == log_store.Fault(0, "sequence")


def test_lost_entry_is_found() -> None:
    battle = bare_battle()
    log_store.append(battle.pk, 1, 1, step(5))
    triggers.remove("default")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM replays_app_logentry WHERE seq = 3")
    assert log_store.verify(battle.pk) == log_store.Fault(3, "sequence")


def test_verify_goes_through_a_log_longer_than_what_is_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_store, "CHUNK", 4)
    battle = bare_battle()
    log_store.append(battle.pk, 1, 1, step(11))
    assert log_store.verify(battle.pk) is None
    change(battle, 10, "salt", bytes(16))
    assert log_store.verify(battle.pk) == log_store.Fault(10, "leaf")


def test_append_inside_a_transaction_that_is_undone_is_undone() -> None:
    battle = bare_battle()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        log_store.append(battle.pk, 1, 1, step(3))
        raise ZeroDivisionError
    assert log_store.length(battle.pk) == 1
