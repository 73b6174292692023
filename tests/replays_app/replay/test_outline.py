"""The outline of a battle goes on from what was gathered of it, and says the same as one made anew."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.db import connections

from darkseas.engine.events import BattleEnded, DiceRolled, Fact, TurnBegan
from replays_app.log import store as log_store
from replays_app.log.reader import DecodedEntry, LogReader
from replays_app.models import Battle
from replays_app.replay import cursor_cache, outline, whole_battle_facts
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import ALL, OBSERVER
from tests.support.builders import bare_battle, fight_turns, plot, seats_of, toy_battle, toy_started
from tests.support.every_case import every_case
from tests.support.toys.toy_rules import HITS_TO_SINK
from tests.support.toys.toy_state import ShipHit

pytestmark = pytest.mark.django_db

PERSPECTIVES = (ALL, "red", "blue", OBSERVER)
#: What reading one entry takes at least in the test of many viewers, in seconds.
SLOW_S = 0.02


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries were fetched each time that a part of a log was read."""
    counts: list[int] = []
    read = log_store.read_linked

    def counted(battle_id: UUID, reader: LogReader, *part: int) -> list[tuple[DecodedEntry, bytes]]:
        entries = read(battle_id, reader, *part)
        counts.append(len(entries))
        return entries

    monkeypatch.setattr(log_store, "read_linked", counted)
    return counts


def outlined(battle: Battle, perspective: str = ALL) -> str:
    """The outline, as text."""
    return json.dumps(outline.outline(BattleContext.of(battle), perspective, ()))


def anew(battle: Battle, perspective: str = ALL) -> str:
    """The outline with nothing kept."""
    cache.clear()
    return outlined(battle, perspective)


@every_case("perspective", PERSPECTIVES)
def test_outline_of_a_running_battle_is_always_the_one_made_anew(perspective: str) -> None:
    battle = toy_started().battle
    seats = seats_of(battle)
    followed = [outlined(battle, perspective)]
    for turn in range(1, 6):
        for side, hide, shell in (("red", 1, 1 + (turn == 2)), ("blue", 2, 2 - (turn == 3))):
            plot(seats[side], hide, shell)
            followed.append(outlined(battle, perspective))
            cursor, kept = cursor_cache.cached(
                BattleContext.of(battle), perspective, whole_battle_facts.OUTLINE
            )
            assert followed[-1] == anew(battle, perspective)
            if cursor is not None:
                cursor_cache.store(BattleContext.of(battle), cursor, whole_battle_facts.OUTLINE, kept)
    assert len(set(followed)) > 5


def test_outline_is_gone_through_once(fetched: list[int]) -> None:
    battle = toy_battle()
    first = outlined(battle)
    full = sum(fetched)
    fetched.clear()
    assert outlined(battle) == first
    assert sum(fetched) < full / 4


def test_outline_of_a_running_battle_reads_what_is_new(fetched: list[int]) -> None:
    battle = toy_started().battle
    fight_turns(battle, 5)
    outlined(battle)
    before = log_store.length(battle.pk)
    plot(seats_of(battle)["red"])
    fetched.clear()
    outlined(battle)
    assert log_store.length(battle.pk) - before <= sum(fetched) < before / 2


@every_case("parts", [[2, 2], [1, 3], [1, 1, 1, 1]])
def test_step_that_comes_in_parts_is_compared_as_a_whole(parts: list[int]) -> None:
    """A ship that goes down and comes up again within one step is no loss."""
    facts = [
        Fact(TurnBegan(1)),
        Fact(ShipHit("red-1", HITS_TO_SINK)),
        Fact(ShipHit("red-1", 0)),
        Fact(DiceRolled("t1/shelling/red", 6, (6,), 1)),
    ]
    battle, place = bare_battle(), 1
    for count in parts:
        log_store.append(battle.pk, place, 1, facts[place - 1 : place - 1 + count])
        place += count
        followed = outlined(battle)
    assert followed == anew(battle)
    assert json.loads(followed)["marks"] == {"rolls": [4], "losses": [], "firsts": []}


@pytest.mark.parametrize("is_of_another_past", [False, True])
def test_what_was_gathered_holds_only_for_the_past_that_it_was_gathered_from(
    is_of_another_past: bool,
) -> None:
    battle = toy_battle()
    right = outlined(battle)
    cursor, kept = cursor_cache.cached(BattleContext.of(battle), ALL, whole_battle_facts.OUTLINE)
    assert cursor is not None
    kept.turns[0]["title"] = "As it was kept"
    if is_of_another_past:
        cursor.link = bytes(32)
    cursor_cache.store(BattleContext.of(battle), cursor, whole_battle_facts.OUTLINE, kept)
    assert (outlined(battle) == right) is is_of_another_past
    assert ("As it was kept" in outlined(battle)) is not is_of_another_past


def test_outline_of_a_battle_found_to_be_broken_forgets_what_came_after() -> None:
    battle = toy_battle()
    full = json.loads(outlined(battle))
    battle.broken_at = 12
    assert json.loads(outlined(battle))["entries"] == 12 < full["entries"]


def test_battle_without_an_end_has_no_result_until_it_ends() -> None:
    battle = bare_battle()
    assert json.loads(outlined(battle))["result"] is None
    log_store.append(battle.pk, 1, 1, [Fact(BattleEnded(None, "Dawn.", "T-5", {"red": "1"}))])
    assert json.loads(outlined(battle))["result"]["reason"] == "Dawn."


def in_a_thread(battle: Battle, what: str) -> Any:
    """Ask as a viewer does, then let go of the thread's connection."""
    try:
        return (
            outlined(battle)
            if what == "outline"
            else cursor_cache.state_at(BattleContext.of(battle), 40, ALL)
        )
    finally:
        connections.close_all()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["outline", "state"])
def test_what_several_viewers_ask_at_once_is_made_once(
    what: str, fetched: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cursor_cache, "GRID", 5)
    battle = toy_battle()
    in_a_thread(battle, what)
    alone = sum(fetched)
    fetched.clear()
    cache.clear()
    counted = log_store.read_linked

    def slow(battle_id: UUID, reader: LogReader, *part: int) -> list[tuple[DecodedEntry, bytes]]:
        time.sleep(SLOW_S)
        return counted(battle_id, reader, *part)

    monkeypatch.setattr(log_store, "read_linked", slow)
    with ThreadPoolExecutor(5) as pool:
        answers = [pool.submit(in_a_thread, battle, what) for _ in range(5)]
    first, *others = [answer.result(timeout=60) for answer in answers]
    assert all(other == first for other in others)
    assert alone <= sum(fetched) < 3 * alone
