"""The outline, the lines and the charts of a battle, from every perspective."""

from typing import Any

import pytest

from darkseas.engine.events import DiceRolled, PhaseBegan, TurnBegan
from darkseas.engine.serialization.codec import write
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.replay import cursor_cache, outline
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.lines import lines_json, step_json
from replays_app.replay.perspectives import ALL, OBSERVER, counterpart, open_to
from replays_app.simulation import verification
from tests.replays_app.log.test_log import change
from tests.support.builders import seats_of, toy_battle, toy_started
from tests.support.every_case import every_case
from tests.support.toys.toy_system import TOY

pytestmark = pytest.mark.django_db

PERSPECTIVES = (ALL, "red", "blue", OBSERVER)


def outlined(battle: Battle, perspective: str = ALL) -> dict[str, Any]:
    """The outline as everybody may have it."""
    return outline.outline(BattleContext.of(battle), perspective, open_to(battle))


def test_outline_names_battle_system_and_perspectives() -> None:
    battle = toy_battle()
    payload = outlined(battle, "blue")
    assert payload["battle"] == battle.pk.hex
    assert (payload["title"], payload["system"], payload["system_title"]) == ("The coves", "toy", "Coves")
    assert payload["perspective"] == "blue"
    assert [perspective_json["key"] for perspective_json in payload["perspectives"]] == [
        ALL,
        "red",
        "blue",
        OBSERVER,
    ]
    assert [perspective_json["name"] for perspective_json in payload["perspectives"]][1:3] == ["Red", "Blue"]
    assert payload["ground"] == write(
        TOY.chart(cursor_cache.state_at(BattleContext.of(battle), 0, ALL)).ground
    )
    assert payload["options"][0] == {
        "key": "coves",
        "title": "Number of coves",
        "value": 3,
        "is_default": True,
        "origin": "house",
        "rule": "T-1",
        "note": "",
    }
    assert payload["house"] == ["options.coves"]


@every_case("perspective", PERSPECTIVES)
def test_outline_points_at_the_entries_that_it_names(perspective: str) -> None:
    battle = toy_battle()
    payload = outlined(battle, perspective)
    entries = [
        entry.event for _, entry in cursor_cache.entries_from(BattleContext.of(battle), perspective, 0)
    ]
    assert payload["entries"] == len(entries)
    assert [entries[turn["first"]] for turn in payload["turns"]] == [
        event for event in entries if isinstance(event, TurnBegan)
    ]
    phases = [entries[phase["first"]] for turn in payload["turns"] for phase in turn["phases"]]
    assert phases == [event for event in entries if isinstance(event, PhaseBegan)]
    rolls = [number for number, event in enumerate(entries) if isinstance(event, DiceRolled)]
    assert payload["marks"]["rolls"] == rolls != []


@every_case("perspective", PERSPECTIVES)
@every_case("seed", ["1", "2", "5"])
def test_losses_and_scores_stand_at_the_entry_after_which_the_battle_stands_so(
    perspective: str, seed: str
) -> None:
    battle = toy_battle(seed)
    payload = outlined(battle, perspective)
    sunk: set[str] = set()
    scores: Any = None
    losses, curve = [], []
    for number in range(payload["entries"]):
        standing = TOY.standing(cursor_cache.state_at(BattleContext.of(battle), number, perspective))
        losses += [
            {"n": number, "side": lost.side, "name": lost.name}
            for lost in standing.sunk
            if lost.ship not in sunk
        ]
        sunk = {lost.ship for lost in standing.sunk}
        if standing.scores != scores:
            scores = standing.scores
            curve.append({"n": number, "scores": {side: str(points) for side, points in scores.items()}})
    assert payload["marks"]["losses"] == losses
    assert payload["scores"] == curve
    assert curve[0] == {"n": 0, "scores": {"red": "0", "blue": "0"}}


def test_some_battle_has_losses() -> None:
    assert any(outlined(toy_battle(seed))["marks"]["losses"] for seed in ("1", "2", "5"))


def test_result_is_there_only_after_the_end() -> None:
    assert outlined(toy_started().battle, OBSERVER)["result"] is None
    battle = toy_battle()
    result = outlined(battle)["result"]
    assert set(result) == {"n", "winner", "reason", "rule", "scores", "told", "head"}
    assert lines_json(BattleContext.of(battle), ALL, result["n"], 1)[0]["kind"] == "battle_ended"
    assert result["head"] == log_store.rows(battle.pk)[-1].link.hex()
    assert result["rule"] == "T-5"


@every_case("perspective", PERSPECTIVES)
def test_line_tells_its_event_from_the_state_before_it(perspective: str) -> None:
    battle = toy_battle()
    lines = lines_json(BattleContext.of(battle), perspective, 0, 1000)
    codec = log_store.codec_of("toy")
    turn, phase = 0, ""
    for number, (cursor, entry) in enumerate(
        cursor_cache.entries_from(BattleContext.of(battle), perspective, 0)
    ):
        if isinstance(entry.event, TurnBegan):
            turn, phase = entry.event.turn, ""
        if isinstance(entry.event, PhaseBegan):
            phase = entry.event.phase
        narration = TOY.describe(cursor.state, entry.event)
        line = lines[number]
        assert (line["n"], line["turn"], line["phase"]) == (number, turn, phase)
        assert line["kind"] == codec.names[type(entry.event)]
        assert (line["sentence"], line["rules"]) == (narration.sentence, list(narration.rules))
        assert {"side": "", **write(narration)}.items() <= line.items()
    assert len(lines) == number + 1


def test_lines_are_the_part_that_was_asked_for() -> None:
    battle = toy_battle()
    full = lines_json(BattleContext.of(battle), ALL, 0, 1000)
    assert lines_json(BattleContext.of(battle), ALL, 10, 5) == full[10:15]
    assert lines_json(BattleContext.of(battle), ALL, len(full) - 2, 5) == full[-2:]
    assert lines_json(BattleContext.of(battle), ALL, len(full), 5) == []
    assert lines_json(BattleContext.of(battle), ALL, 3, 0) == []


@every_case("perspective", PERSPECTIVES)
def test_step_is_its_line_and_the_chart_after_it(perspective: str) -> None:
    battle = toy_battle()
    lines = lines_json(BattleContext.of(battle), perspective, 0, 1000)
    for number in (0, 5, len(lines) - 1):
        picture = write(TOY.chart(cursor_cache.state_at(BattleContext.of(battle), number, perspective)))
        del picture["ground"]
        assert step_json(BattleContext.of(battle), perspective, number) == {
            "n": number,
            "line": lines[number],
            "chart": picture,
        }
    with pytest.raises(LookupError):
        step_json(BattleContext.of(battle), perspective, len(lines))


def test_frozen_battle_says_from_where_on_it_cannot_be_trusted() -> None:
    battle = toy_battle()
    change(battle, 20, "salt", bytes(16))
    verification.check(battle)
    payload = outlined(battle, "red")
    known = sum(
        "red" in entry.audience or entry.audience == ("everyone",)
        for entry in log_store.read(battle.pk, 0, 20)
    )
    assert payload["broken"]["n"] == payload["entries"] == known
    assert "bytes" in payload["broken"]["why"]
    assert "broken" not in outlined(toy_battle("2"))


def test_running_battle_is_open_to_a_seat_and_to_observers() -> None:
    battle = toy_started(seats=["red", "umpire"]).battle
    seats = seats_of(battle)
    assert open_to(battle) == (OBSERVER,)
    assert open_to(battle, seats["red"]) == ("red", OBSERVER)
    assert open_to(battle, seats["umpire"]) == (ALL, "red", "blue", OBSERVER)
    assert open_to(toy_battle()) == (ALL, "red", "blue", OBSERVER)


def test_a_moment_is_found_in_every_perspective_that_knows_it() -> None:
    battle = toy_battle()
    audiences = log_store.audiences(battle.pk)
    for of in PERSPECTIVES:
        lines = lines_json(BattleContext.of(battle), of, 0, 1000)
        for perspective in PERSPECTIVES:
            others = lines_json(BattleContext.of(battle), perspective, 0, 1000)
            for line in lines:
                there = counterpart(audiences, line["n"], of, perspective)
                if there.is_same:
                    assert others[there.n]["kind"] == line["kind"]
                back = counterpart(audiences, there.n, perspective, of)
                assert back.n <= line["n"]
                assert not there.is_same or back == (line["n"], True)


def test_a_moment_beyond_the_log_has_no_counterpart() -> None:
    audiences = log_store.audiences(toy_battle().pk)
    with pytest.raises(LookupError):
        counterpart(audiences, len(audiences), ALL, "red")
