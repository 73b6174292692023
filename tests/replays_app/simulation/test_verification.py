"""Checks of stored battles: what is wrong is found, named, stored, and makes the command fail."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Model

from darkseas.celery import app
from darkseas.engine.events import DiceRolled
from darkseas.engine.log import chain
from darkseas.engine.serialization import canonical_json
from replays_app import projections
from replays_app.log import store as log_store
from replays_app.log import triggers
from replays_app.models import Battle, DiceTally, Finding, Listing, ShipRecord, Summary
from replays_app.replay.battle_context import BattleContext
from replays_app.simulation import verification
from replays_app.simulation.tasks import check_all_battles, check_battle
from scenarios_app.models import Scenario
from tests.replays_app.log.test_log import change, flipped
from tests.support.builders import fight_turns, toy_battle, toy_started
from tests.support.every_case import every_case
from tests.support.toys.toy_state import CoveShelled

pytestmark = pytest.mark.django_db


def rewrite(battle: Battle, seq: int, old: bytes, new: bytes) -> None:
    """Change an entry and every hash after it, as somebody with the whole database could (T-3)."""
    triggers.remove("default")
    previous = chain.GENESIS_LINK
    for row in log_store.rows(battle.pk):
        data = row.data.replace(old, new) if row.seq == seq else row.data
        assert row.seq != seq or data != row.data
        canonical_json.decode(data)
        leaf = chain.leaf(row.salt, data)
        previous = chain.link(previous, row.seq, leaf)
        for column, value in (("data", data), ("leaf", leaf), ("link", previous)):
            change(battle, row.seq, column, value)


def seq_of(battle: Battle, kind: str) -> int:
    """The first entry of a kind."""
    first = battle.entries.filter(kind=kind).order_by("seq").first()
    assert first is not None
    return first.seq


def findings_of(battle: Battle) -> list[tuple[str, int | None]]:
    """What a check finds, as stored."""
    verification.check(battle)
    return list(battle.findings.values_list("kind", "seq"))


def test_sound_battles_have_no_findings() -> None:
    running = toy_started().battle
    fight_turns(running, 2)
    assert findings_of(toy_battle()) == []
    assert findings_of(running) == []


@every_case("column", ["data", "salt", "leaf", "link"])
def test_t5_planted_byte_freezes_the_battle_at_its_entry(column: str) -> None:
    battle = toy_battle()
    sound = bytes(getattr(log_store.rows(battle.pk)[33], column))
    change(battle, 33, column, flipped(sound, 5, 3))
    assert findings_of(battle) == [("chain", 33)]
    battle.refresh_from_db()
    assert battle.broken_at == 33
    change(battle, 33, column, sound)
    assert findings_of(battle) == []
    battle.refresh_from_db()
    assert battle.broken_at is None


def test_rewritten_die_is_found_by_the_seed() -> None:
    battle = toy_battle()
    seq = seq_of(battle, "dice_rolled")
    rolled = log_store.read(battle.pk, seq, seq + 1)[0].event
    assert isinstance(rolled, DiceRolled)
    face = rolled.faces[0]
    rewrite(battle, seq, b'"faces":[%d' % face, b'"faces":[%d' % (face % 6 + 1))
    assert ("dice", seq) in findings_of(battle)


def test_rewritten_outcome_is_found_by_deciding_again() -> None:
    battle = toy_battle()
    seq = seq_of(battle, "toy.cove_shelled")
    shelled = log_store.read(battle.pk, seq, seq + 1)[0].event
    assert isinstance(shelled, CoveShelled)
    cove = shelled.cove
    rewrite(battle, seq, b'"cove":%d' % cove, b'"cove":%d' % (cove % 3 + 1))
    assert findings_of(battle) == [("stamp", None), ("divergence", seq)]


def test_entry_of_another_release_is_found_as_unreadable() -> None:
    battle = toy_battle()
    rewrite(battle, seq_of(battle, "toy.cove_shelled"), b"toy.cove_shelled", b"toy.cove_shellec")
    kinds = [kind for kind, _ in findings_of(battle)]
    assert "unreadable" in kinds
    assert "copy" in kinds


def test_command_fails_with_a_finding_and_names_the_entry() -> None:
    sound, broken = toy_battle("1"), toy_battle("2")
    out = io.StringIO()
    call_command("check_battles", stdout=out)
    assert "2 battles checked, no errors." in out.getvalue()
    change(broken, 12, "salt", bytes(16))
    out = io.StringIO()
    with pytest.raises(CommandError, match="2 battles checked, 1 errors"):
        call_command("check_battles", stdout=out)
    assert f"{broken.pk.hex} entry 12: chain" in out.getvalue()
    call_command("check_battles", sound.pk.hex, stdout=out)
    assert Finding.objects.get().battle == broken


def test_task_checks_one_battle() -> None:
    battle = toy_battle()
    change(battle, 3, "leaf", bytes(32))
    check_battle(battle.pk.hex)
    check_battle(battle.pk.hex)
    assert Finding.objects.get().seq == 3


def test_task_makes_the_rows_of_a_battle_that_is_over_anew() -> None:
    battle = toy_battle()
    before = Summary.objects.values().get(battle=battle)
    Summary.objects.filter(battle=battle).update(winner=None, entries=1)
    check_battle(battle.pk.hex)
    assert Summary.objects.values().get(battle=battle) == before
    assert before["entries"] > 1


def test_task_for_all_battles_asks_for_each_and_each_scenario_by_its_id() -> None:
    battles = {toy_battle(seed).pk.hex for seed in "12"}
    scenarios = set(Scenario.objects.values_list("pk", flat=True))
    with app.connection_for_write() as connection, connection.SimpleQueue("sim") as queue:
        queue.clear()  # of what other tests have asked for
        check_all_battles()
        messages = [queue.get(block=True, timeout=5) for _ in (*battles, *scenarios)]
        asked = {(message.headers["task"], message.payload[0][0]) for message in messages}
        assert asked == {("ds.sim.check_battle", pk) for pk in battles} | {
            ("ds.sim.check_scenario", pk) for pk in scenarios
        }
        for message in messages:
            message.ack()


def test_log_that_lost_its_end_is_not_seen_by_the_chain_but_by_its_head() -> None:
    """A chain alone cannot show that its tail was cut; the head that was handed out can."""
    battle = toy_battle()
    head = log_store.rows(battle.pk)[-1].link
    triggers.remove("default")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM replays_app_logentry WHERE seq > 40")
    assert log_store.verify(battle.pk) is None
    assert log_store.rows(battle.pk)[-1].link != head


def test_a_check_rebuilds_projections_that_were_changed_or_left_behind() -> None:
    battle = toy_battle()
    context = BattleContext.of(battle)
    projections.project(context)
    kinds: tuple[type[Model], ...] = (Summary, Listing, DiceTally, ShipRecord)
    before = [_rows(kind, battle) for kind in kinds]
    Summary.objects.filter(battle=battle).update(winner=None, turns=9)
    Listing.objects.filter(battle=battle).update(is_public=False, own_title="Forged")
    DiceTally.objects.filter(battle=battle).delete()
    ShipRecord.objects.filter(battle=battle).update(fate="sunk")
    assert verification.check(battle) == []
    assert [_rows(kind, battle) for kind in kinds] == before


def _rows(kind: type[Model], battle: Battle) -> list[dict[str, Any]]:
    rows = kind._default_manager.filter(battle=battle).values()
    return sorted(({name: row[name] for name in row if name != "id"} for row in rows), key=repr)
