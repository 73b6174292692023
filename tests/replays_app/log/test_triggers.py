"""A-5: nothing that the application can do changes or removes an entry, or a revision."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, models, transaction
from django.db.models import ProtectedError
from django.db.models.deletion import Collector

from darkseas.engine.events import DiceRolled, Fact
from replays_app.log import store as log_store
from replays_app.log import triggers
from replays_app.models import Battle, LogEntry
from scenarios_app.models import Revision
from tests.support.builders import bare_battle
from tests.support.every_case import every_case

TABLE = LogEntry._meta.db_table


def fought() -> Battle:
    """A battle with a few entries."""
    battle = bare_battle()
    log_store.append(battle.pk, 1, 1, [Fact(DiceRolled(f"t1/{place}", 6, (3,), 1)) for place in range(4)])
    return battle


def run(statement: str, *values: str | int | bytes | None) -> None:
    """Run SQL past the ORM."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
    connection.check_constraints()


def save(battle: Battle) -> None:
    entry = LogEntry.objects.get(battle=battle, seq=2)
    entry.kind = "forged"
    entry.save()


def save_as_new(battle: Battle) -> None:
    entry = LogEntry.objects.get(battle=battle, seq=2)
    entry.kind = "forged"
    entry.save(force_insert=True)


def bulk_update(battle: Battle) -> None:
    entries = list(LogEntry.objects.filter(battle=battle))
    for entry in entries:
        entry.step = 99
    LogEntry.objects.bulk_update(entries, ["step"])


def bulk_upsert(battle: Battle) -> None:
    entry = LogEntry.objects.get(battle=battle, seq=2)
    entry.kind = "forged"
    LogEntry.objects.bulk_create(
        [entry], update_conflicts=True, unique_fields=["battle_id", "seq"], update_fields=["kind"]
    )


def delete_quickly(battle: Battle) -> None:
    entries = LogEntry.objects.filter(battle=battle)
    entries._raw_delete(entries.db)


def cascade(battle: Battle) -> None:
    collector = Collector(using="default")
    collector.collect([battle])
    collector.delete()


def forge_raw(battle: Battle) -> None:
    run(f"UPDATE {TABLE} SET data = salt WHERE seq = 2")


def upsert_raw(battle: Battle) -> None:
    run(
        f"INSERT INTO {TABLE} SELECT * FROM {TABLE} WHERE seq = 2 "
        "ON CONFLICT (battle_id, seq) DO UPDATE SET kind = 'forged'"
    )


def replace_raw(battle: Battle) -> None:
    verb = "INSERT OR REPLACE" if connection.vendor == "sqlite" else "INSERT"
    run(f"{verb} INTO {TABLE} SELECT * FROM {TABLE} WHERE seq = 4")


PATHS: dict[str, Callable[[Battle], object]] = {
    "save": save,
    "save as new": save_as_new,
    "entry.delete": lambda battle: LogEntry.objects.get(battle=battle, seq=4).delete(),
    "queryset.update": lambda battle: LogEntry.objects.filter(battle=battle).update(kind="forged"),
    "queryset.delete": lambda battle: LogEntry.objects.filter(battle=battle).delete(),
    "bulk_update": bulk_update,
    "bulk_create over it": bulk_upsert,
    "_raw_delete": delete_quickly,
    "delete the battle": lambda battle: battle.delete(),
    "delete the revision": lambda battle: battle.revision.delete(),
    "cascade by hand": cascade,
    "raw update": forge_raw,
    "raw delete": lambda battle: run(f"DELETE FROM {TABLE}"),
    "raw delete of the last": lambda battle: run(f"DELETE FROM {TABLE} WHERE seq = 4"),
    "raw delete of the battle": lambda battle: run("DELETE FROM replays_app_battle"),
    "raw upsert": upsert_raw,
    "raw replace": replace_raw,
    "change a revision": lambda battle: Revision.objects.update(spec=b"{}"),
    "raw change of a revision": lambda battle: run("UPDATE scenarios_app_revision SET digest = 'x'"),
    "raw delete of a revision": lambda battle: run("DELETE FROM scenarios_app_revision"),
}


@pytest.mark.django_db
@every_case("path", PATHS)
def test_a5_path_is_refused_and_the_log_stays(path: str) -> None:
    battle = fought()
    before = log_store.rows(battle.pk)
    with pytest.raises((IntegrityError, ProtectedError)), transaction.atomic():
        PATHS[path](battle)
    assert log_store.rows(battle.pk) == before
    assert log_store.verify(battle.pk) is None
    assert Revision.objects.get(pk=battle.revision_id).spec == battle.revision.spec


@pytest.mark.django_db
def test_a5_table_cannot_be_emptied_at_once() -> None:
    battle = fought()
    connection.check_constraints()
    statement = f"TRUNCATE {TABLE}" if connection.vendor == "postgresql" else f"DELETE FROM {TABLE}"
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        run(statement)
    assert log_store.length(battle.pk) == 5


def insert_again(battle: Battle, seq: int) -> None:
    """Store a copy of entry 4 under another number."""
    entry = LogEntry.objects.get(battle=battle, seq=4)
    entry.seq = seq
    with transaction.atomic():
        entry.save(force_insert=True)


@pytest.mark.django_db
def test_entry_that_stands_there_already_is_refused() -> None:
    battle = fought()
    with pytest.raises(IntegrityError):
        insert_again(battle, 3)
    assert log_store.length(battle.pk) == 5


@pytest.mark.django_db
@every_case("seq", [6, 7, 400])
def test_entry_that_leaves_a_gap_is_refused_or_found(seq: int) -> None:
    """SQLite refuses it; on PostgreSQL only the log's own lock numbers the entries."""
    battle = fought()
    if connection.vendor == "sqlite":
        with pytest.raises(IntegrityError, match="without gaps"):
            insert_again(battle, seq)
        assert log_store.verify(battle.pk) is None
    else:
        insert_again(battle, seq)
        assert log_store.verify(battle.pk) == log_store.Fault(5, "sequence")


@pytest.mark.django_db
def test_absent_trigger_is_an_error_until_it_is_put_back() -> None:
    assert triggers.check_triggers(databases=["default"]) == []
    triggers.remove("default")
    [error] = triggers.check_triggers(databases=["default"])
    assert error.is_serious()
    assert all(name in error.msg for name in triggers.missing("default"))
    assert len(triggers.missing("default")) >= 2
    assert triggers.check_triggers() == []
    triggers.install("default")
    triggers.install("default")
    assert triggers.missing("default") == []


@pytest.mark.django_db(transaction=True)
def test_migrate_puts_back_what_a_table_made_anew_has_lost() -> None:
    """On SQLite any AlterField makes the table anew, and its triggers are gone without a word."""
    old = LogEntry._meta.get_field("kind")
    new = models.CharField(max_length=101)
    new.set_attributes_from_name("kind")
    new.model = LogEntry
    with connection.schema_editor() as editor:
        editor.alter_field(LogEntry, old, new)
    lost = triggers.missing("default")
    assert bool(lost) == (connection.vendor == "sqlite")
    call_command("migrate", verbosity=0, skip_checks=True)
    assert triggers.missing("default") == []
    with connection.schema_editor() as editor:
        editor.alter_field(LogEntry, new, old)
    call_command("migrate", verbosity=0, skip_checks=True)
    battle = fought()
    with pytest.raises(DatabaseError, match="append-only"):
        run(f"DELETE FROM {TABLE}")
    assert log_store.length(battle.pk) == 5
