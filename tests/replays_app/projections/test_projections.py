"""Rows made from logs: right, the same when made again, and silent about a running battle's secrets."""

from collections import Counter
from typing import Any

import pytest
from django.core.management import call_command

from darkseas.engine.events import BattleEnded, DiceRolled, TurnBegan
from replays_app import projections
from replays_app.log import store as log_store
from replays_app.models import Battle, DiceTally, Listing, ShipRecord, Summary
from replays_app.projections.source import Source, read_source
from replays_app.replay.battle_context import BattleContext
from tests.support.builders import fight_turns, forms_of, give, plot, seats_of, toy_battle, toy_started
from tests.support.every_case import every_case
from tests.support.toys.toy_rules import HITS_TO_SINK
from tests.support.toys.toy_state import ShipHit

pytestmark = pytest.mark.django_db

ROWS = (Summary, DiceTally, ShipRecord)


def rows() -> dict[str, list[dict[str, Any]]]:
    """All rows of all projections, whatever their own ids."""
    return {
        model.__name__: sorted(
            ({k: v for k, v in row.items() if k != "id"} for row in model.objects.values()), key=repr
        )
        for model in ROWS
    }


@every_case("seed", ["1", "2", "5"])
def test_summary_says_how_the_battle_went(seed: str) -> None:
    battle = toy_battle(seed)
    events = [entry.event for entry in log_store.read(battle.pk)]
    ended = next(event for event in events if isinstance(event, BattleEnded))
    summary = battle.summary
    assert summary.turns == sum(isinstance(event, TurnBegan) for event in events)
    assert summary.entries == len(events)
    assert (summary.winner, summary.reason) == (ended.winner, ended.reason)
    assert summary.scores == dict(ended.scores)
    fates = list(ShipRecord.objects.filter(battle=battle).values_list("side", "fate"))
    assert summary.losses == {side: fates.count((side, "sunk")) for side in ("red", "blue")}


def test_tally_counts_every_face_once() -> None:
    battle = toy_battle()
    fallen: Counter[Any] = Counter()
    for entry in log_store.read(battle.pk):
        if isinstance(entry.event, DiceRolled):
            fallen.update((entry.event.scope, entry.event.sides, face) for face in entry.event.faces)
    tallies = DiceTally.objects.filter(battle=battle)
    assert {(row.scope, row.sides, row.face): row.count for row in tallies} == dict(fallen)
    assert {row.origin for row in tallies} == {"house"}
    assert sum(fallen.values()) > 15


def test_ship_record_says_what_became_of_each_ship() -> None:
    for seed in ("1", "2", "5"):
        battle = toy_battle(seed)
        hits: dict[str, int] = {}
        for entry in log_store.read(battle.pk):
            if isinstance(entry.event, ShipHit):
                hits[entry.event.ship] = entry.event.hits
        fates = {row.ship: row.fate for row in ShipRecord.objects.filter(battle=battle)}
        assert set(fates) == {"red-1", "red-2", "blue-1", "blue-2"}
        for ship, fate in fates.items():
            expected = {0: "afloat", HITS_TO_SINK: "sunk"}.get(hits.get(ship, 0), "damaged")
            assert fate == expected


def test_a7_rows_thrown_away_and_made_again_are_the_same() -> None:
    for seed in "123":
        toy_battle(seed)
    fight_turns(toy_started().battle, 3)
    before = rows()
    assert all(before.values())
    for model in ROWS:
        model.objects.all().delete()
    call_command("rebuild_projections", verbosity=0)
    assert rows() == before
    call_command("rebuild_projections", verbosity=0)
    assert rows() == before


def test_rebuilding_one_battle_leaves_the_others() -> None:
    first, second = toy_battle("1"), toy_battle("2")
    Summary.objects.all().delete()
    call_command("rebuild_projections", first.pk.hex, verbosity=0)
    assert [summary.battle for summary in Summary.objects.all()] == [first]
    assert second.ship_records.count() == 4


def test_rows_follow_a_battle_turn_by_turn() -> None:
    battle = toy_started().battle
    assert (battle.summary.turns, battle.summary.winner) == (0, None)
    for turn in (1, 2, 3):
        fight_turns(battle, 1)
        assert Summary.objects.get(battle=battle).turns == turn
    fight_turns(battle, 3)
    summary = Summary.objects.get(battle=battle)
    assert summary.entries == log_store.length(battle.pk)
    assert summary.reason


def test_who_reads_slowly_writes_over_no_newer_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = toy_started().battle
    fight_turns(battle, 1)
    red = seats_of(battle)["red"]
    still_to_come = ["resign"]

    def slowly(context: BattleContext) -> Source:
        source = read_source(context)
        if still_to_come:
            give(red, still_to_come.pop(), {}, expected=forms_of(red)[0])
        return source

    monkeypatch.setattr(projections, "read_source", slowly)
    projections.project(BattleContext.of(battle))
    assert Summary.objects.get(battle=battle).winner == "blue"
    assert Listing.objects.get(battle=battle).winner == "blue"


def test_h6_rows_of_a_running_battle_hold_nothing_hidden() -> None:
    """Two battles that differ only in what nobody may know have the same rows."""
    shown = []
    for hide in (1, 2):
        battle = toy_started().battle
        fight_turns(battle, 1)
        plot(seats_of(battle)["red"], hide, hide)
        projections.project(BattleContext.of(Battle.objects.get(pk=battle.pk)))
        made = rows()
        shown.append(
            {
                name: [
                    {k: v for k, v in row.items() if k != "battle_id"}
                    for row in made[name]
                    if row["battle_id"] == battle.pk
                ]
                for name in made
            }
        )
    assert shown[0] == shown[1]
    assert {row["scope"] for row in shown[0]["DiceTally"]} <= {"pub"}
    assert shown[0]["Summary"][0]["entries"] < log_store.length(battle.pk)
