"""T-6: whatever is changed in the database past the site, the check finds it, and names what it was."""

import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from darkseas.engine.events import Fact, TurnBegan
from darkseas.engine.log import chain
from replays_app.log import store as log_store
from replays_app.log import stored_integrity_tags, triggers
from replays_app.models import Battle, BattleSecret, LogStamp, Receipt, Summary
from replays_app.recording import abandoning
from replays_app.replay.battle_context import BattleContext
from replays_app.simulation import verification
from replays_app.simulation.tasks import check_all_battles
from scenarios_app.models import Revision
from scenarios_app.revisions.store import publish
from tests.replays_app.log.test_log import change
from tests.support.builders import forms_of, give, plot, seats_of, toy_started
from tests.support.library.library_specs import library_spec

pytestmark = pytest.mark.django_db


def fought(turns: int = 3) -> Battle:
    """A running battle of this site, its orders given with keys."""
    battle = toy_started().battle
    seats = seats_of(battle)
    for turn in range(turns):
        plot(seats["red"], 1, 1, idempotency_key=f"red-{turn}")
        plot(seats["blue"], 2, 2, idempotency_key=f"blue-{turn}")
    return battle


def finished() -> Battle:
    """The same, to its end."""
    battle = fought()
    red = seats_of(battle)["red"]
    give(red, "resign", {}, expected=forms_of(red)[0], idempotency_key="end")
    battle.refresh_from_db()
    return battle


def sql(statement: str, *values: Any) -> None:
    """Do something to the database that no trigger and no foreign key stands in the way of."""
    triggers.remove("default")
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def cut(battle: Battle, entries: int) -> None:
    """Take the last entries away."""
    stop = log_store.length(battle.pk) - entries
    sql("DELETE FROM replays_app_logentry WHERE battle_id = %s AND seq >= %s", _id(battle), stop)


def chain_anew(battle: Battle, old: bytes, new: bytes) -> None:
    """Change what entry 0 says, and make every hash after it anew; without a change, new salts alone."""
    previous = chain.GENESIS_LINK
    for row in log_store.rows(battle.pk):
        data, salt = (row.data.replace(old, new) if row.seq == 0 else row.data), bytes(16)
        leaf = chain.leaf(salt, data)
        previous = chain.link(previous, row.seq, leaf)
        for column, value in (("salt", salt), ("data", data), ("leaf", leaf), ("link", previous)):
            change(battle, row.seq, column, value)


def later(battle: Battle) -> None:
    """Say that an entry was recorded a microsecond later."""
    entry = battle.entries.get(seq=2)
    moment = entry.recorded_at + timedelta(microseconds=1)
    change(battle, 2, "recorded_at", f"{moment:%Y-%m-%d %H:%M:%S.%f}")


def back_with_its_stamp(battle: Battle) -> None:
    """Undo the last order as an old copy of log and stamp would."""
    length = log_store.length(battle.pk)
    cut(battle, 6)
    assert log_store.length(battle.pk) < length
    stored_integrity_tags.stamp_anew(battle.pk)


def other_answer(battle: Battle) -> None:
    """Change what a seat was told."""
    receipt = Receipt.objects.get(key="red-1", seat__battle=battle)
    receipt.answer = bytes(receipt.answer).replace(b'"shell":1', b'"shell":2')
    receipt.save()


def answer_without_sense(battle: Battle) -> None:
    """Put something in the place of what a seat was told that is no list of entries."""
    Receipt.objects.filter(key="red-1", seat__battle=battle).update(answer=b'{"entries":5,"length":1}')


def other_seed(battle: Battle) -> None:
    """Put nothing in the place of the sealed seed."""
    BattleSecret.objects.filter(battle=battle).update(sealed_seed=bytes(32))


def revision_of_other_rules(battle: Battle) -> None:
    """Let the row say that another scenario was fought, one that these rules do not know."""
    _updated(battle, {"revision": publish(library_spec("savo-island"))})


def revision_without_sense(battle: Battle) -> None:
    """Put bytes that are no JSON in the place of the scenario that was fought."""
    triggers.remove("default")
    Revision.objects.filter(pk=battle.revision_id).update(spec=b"\xff{")


def _id(battle: Battle) -> Any:
    return battle.pk if connection.vendor == "postgresql" else battle.pk.hex


def row(**columns: Any) -> Callable[[Battle], None]:
    """Something that changes a battle's row."""
    return lambda battle: _updated(battle, columns)


def _updated(battle: Battle, columns: dict[str, Any]) -> None:
    Battle.objects.filter(pk=battle.pk).update(**columns)


Case = tuple[str, Callable[[], Battle], Callable[[Battle], None], list[tuple[str, str]]]
CASES: list[Case] = [
    ("the end of a finished battle cut off", finished, lambda battle: cut(battle, 3), [
        ("stamp", "The end was cut off"), ("row", "by its log it is running"),
        ("row", "the seed of its dice is missing"), ("receipt", "Side red was sent"),
    ]),
    ("its opened seed alone cut off", finished, lambda battle: cut(battle, 1), [
        ("stamp", "The end was cut off"), ("row", "the seed of its dice was not opened"),
        ("receipt", "Side red was sent"),
    ]),
    ("a running battle rolled back", fought, lambda battle: cut(battle, 6), [
        ("stamp", "The end was cut off"), ("receipt", "Side blue was sent"),
    ]),
    ("rolled back with its stamp", fought, back_with_its_stamp, [("receipt", "Side blue was sent")]),
    ("the chain made anew", finished, lambda battle: chain_anew(battle, b"", b""), [
        ("stamp", "The hash chain was rebuilt"),
    ]),
    ("another scenario, the chain made anew", finished,
     lambda battle: chain_anew(battle, b'"title":"The coves"', b'"title":"The caves"'), [
        ("stamp", "The hash chain was rebuilt"), ("row", "another scenario than the battle's revision"),
    ]),
    ("another title", finished, row(title="Forged"), [("stamp", "The battle's row was changed")]),
    ("another release", finished, row(release="r0"), [
        ("stamp", "The battle's row was changed"), ("row", "other rules or dice"),
        ("rules", "No release of the rules is called"),
    ]),
    ("another status", finished, row(status="broken-off"), [("row", "Its status is abandoned")]),
    ("taken up again", finished, row(status="running"), [("row", "Its status is running")]),
    ("ended by its row", fought, row(status="finished"), [("row", "by its log it is running")]),
    ("another time of an entry", finished, later, [("stamp", "The recording time of an entry")]),
    ("another answer", fought, other_answer, [("receipt", "another version of this entry")]),
    ("no stamp", fought, lambda battle: sql("DELETE FROM replays_app_logstamp"), [
        ("stamp", "It has no integrity tag"),
    ]),
    ("another player", fought, lambda battle: sql(
        "UPDATE replays_app_seat SET participant = %s WHERE side = 'red'", "6" * 32
     ), [("stamp", "A seat was changed"), ("row", "other participants than the seats")]),
    ("a player gone", fought, lambda battle: sql(
        "UPDATE replays_app_seat SET side = 'nobody' WHERE side = 'red'"
     ), [
        ("stamp", "A seat was changed"), ("row", "other participants than the seats"),
        ("row", "There is a seat of “nobody”"), ("receipt", "Side nobody was sent"),
    ]),
    ("another seed", fought, other_seed, [("row", "the seed of its dice is missing or another one")]),
    ("an answer that says nothing", fought, answer_without_sense, [("receipt", "Side red was sent")]),
    ("a revision of other rules", finished, revision_of_other_rules, [
        ("stamp", "The battle's row was changed"), ("row", "another scenario than the battle's revision"),
        ("unreadable", "unreadable data"),
    ]),
    ("a revision without sense", finished, revision_without_sense, [
        ("row", "another scenario than the battle's revision"), ("unreadable", "BadJson"),
    ]),
]  # fmt: skip


def test_t6_change_past_the_site_is_found_and_named() -> None:
    assert wrongly_checked(CASES) == []


def wrongly_checked(cases: list[Case]) -> list[object]:
    """The cases whose change a check does not find, or names otherwise; each is undone."""
    wrong: list[object] = []
    for name, begun, tamper, expected in cases:
        with transaction.atomic():
            battle = begun()
            assert verification.check(battle) == []
            tamper(battle)
            found = verification.check(Battle.objects.get(pk=battle.pk))
            named = [(one.kind, one.text) for one in found if one.kind not in ("dice", "divergence")]
            if [kind for kind, _ in named] != [kind for kind, _ in expected] or any(
                words not in text for (_, text), (_, words) in zip(named, expected, strict=True)
            ):
                wrong.append((name, named))
            transaction.set_rollback(True)
    return wrong


def test_t6_what_is_wrong_with_one_battle_keeps_no_other_from_being_checked() -> None:
    first, second = finished(), fought()
    revision_of_other_rules(first)
    _updated(second, {"title": "Forged"})
    out = io.StringIO()
    with pytest.raises(CommandError, match="2 battles checked, 4 errors"):
        call_command("check_battles", stdout=out)
    assert f"{second.pk.hex}: stamp: The battle's row was changed" in out.getvalue()
    assert first.findings.filter(kind="unreadable").exists()


def test_t6_battle_that_goes_on_after_a_change_stays_found() -> None:
    battle = fought(2)
    cut(battle, 1)
    log_store.append(battle.pk, log_store.length(battle.pk), 99, [Fact(TurnBegan(9))])
    assert verification.check(battle)[0].text.startswith("The hash chain was rebuilt")
    other = fought(2)
    chain_anew(other, b"", b"")
    red = seats_of(other)["red"]
    plot(red)
    assert ("stamp", None) in [(finding.kind, finding.seq) for finding in verification.check(other)]


def test_t6_battle_whose_row_is_gone_is_found(caplog: pytest.LogCaptureFixture) -> None:
    lost, wholly, kept = fought(1), fought(1), fought(1)
    Summary.objects.exclude(battle=kept).delete()
    lost_id, wholly_id = lost.pk.hex, wholly.pk.hex
    with connection.constraint_checks_disabled():
        sql("DELETE FROM replays_app_logentry WHERE battle_id = %s", _id(wholly))
        for battle in (lost, wholly):
            sql("DELETE FROM replays_app_battle WHERE id = %s", _id(battle))
        out = io.StringIO()
        with pytest.raises(CommandError, match="2 errors"):
            call_command("check_battles", stdout=out)
        check_all_battles()
        for battle_id in (lost_id, wholly_id):
            assert f"{battle_id}: its row is gone" in out.getvalue()
            assert f"{battle_id}: its row is gone" in caplog.text
        assert kept.pk.hex not in out.getvalue()
        transaction.set_rollback(True)


def test_t6_whatever_the_site_does_itself_is_sound(settings: Any) -> None:
    battle = fought()
    abandoning.break_off(BattleContext.of(battle), log_store.length(battle.pk), ["red"], "A storm.")
    assert verification.check(battle) == []
    settings.SECRET_KEY = "another key, as long as it has to be for a site of its own"
    assert [finding.kind for finding in verification.check(battle)] == ["stamp"]
    call_command("check_battles", "--stamp-anew", stdout=io.StringIO())
    assert verification.check(battle) == []
    assert LogStamp.objects.get().length == log_store.length(battle.pk)
