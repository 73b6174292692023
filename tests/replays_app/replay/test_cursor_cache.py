"""States at any entry: equal to the fold from the beginning, whatever is kept, lost or stale."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from darkseas.engine.dice.seeded import seed_hash
from darkseas.engine.events import DiceRolled, Fact, TurnBegan
from darkseas.engine.play.replay import known_to, numbered, state_after
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.replay import cursor_cache, response_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.cursor import ReplayCursor
from replays_app.replay.perspectives import ALL, OBSERVER
from tests.support.builders import (
    bare_battle,
    fight_turns,
    plot,
    seats_of,
    toy_battle,
    toy_scenario,
    toy_started,
)
from tests.support.every_case import every_case
from tests.support.toys.toy_system import TOY

pytestmark = pytest.mark.django_db

PERSPECTIVES = (ALL, "red", "blue", OBSERVER)


@pytest.fixture(autouse=True)
def narrow_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a state every seven entries, fetch five at once: so that short battles cross both."""
    monkeypatch.setattr(cursor_cache, "GRID", 7)
    monkeypatch.setattr(cursor_cache, "CHUNK", 5)


def known(battle: Battle, perspective: str) -> list[Any]:
    """What a perspective may know, by the engine's own functions."""
    entries = log_store.read(battle.pk)
    side = None if perspective == OBSERVER else perspective
    return numbered(entries if perspective == ALL else known_to(side, entries))


@every_case("perspective", PERSPECTIVES)
@every_case("is_warm", [False, True])
def test_v2_state_at_every_entry_is_the_fold_up_to_it(perspective: str, is_warm: bool) -> None:
    battle = toy_battle()
    entries = known(battle, perspective)
    if is_warm:
        cursor_cache.newest(BattleContext.of(battle), perspective)
    for number in (0, 6, 7, 8, len(entries) // 2, len(entries) - 1):
        if not is_warm:
            cache.clear()
        folded = state_after(
            TOY, TOY.initial_state(toy_scenario()), (entry.event for entry in entries[: number + 1])
        )
        assert cursor_cache.state_at(BattleContext.of(battle), number, perspective) == folded
    with pytest.raises(LookupError):
        cursor_cache.state_at(BattleContext.of(battle), len(entries), perspective)


@every_case("perspective", PERSPECTIVES)
@every_case("first", [0, 1, 7, 20])
def test_entries_are_numbered_without_gaps(perspective: str, first: int) -> None:
    battle = toy_battle()
    entries = known(battle, perspective)
    passed = [
        (cursor.length, cursor.step + (entry.step != cursor.stored_step), entry.event)
        for cursor, entry in cursor_cache.entries_from(BattleContext.of(battle), perspective, first)
    ]
    assert passed == [(entry.seq, entry.step, entry.event) for entry in entries[first:]]


@every_case("perspective", PERSPECTIVES)
def test_newest_reading_follows_the_log(perspective: str) -> None:
    battle = toy_started().battle
    for _ in range(4):
        fight_turns(battle, 1)
        cursor = cursor_cache.newest(BattleContext.of(battle), perspective)
        entries = known(battle, perspective)
        folded = state_after(TOY, TOY.initial_state(toy_scenario()), (entry.event for entry in entries))
        assert (cursor.length, cursor.position) == (len(entries), log_store.length(battle.pk))
        assert cursor.state == folded
        assert cursor.turn == cursor.state.turn


def test_reading_given_out_can_be_changed_without_touching_what_is_kept() -> None:
    battle = toy_battle()
    first = cursor_cache.newest(BattleContext.of(battle), ALL)
    first.state.turn, first.length = 99, 0
    second = cursor_cache.newest(BattleContext.of(battle), ALL)
    assert (second.state.turn, second.length) == (6, log_store.length(battle.pk))


def test_kept_state_of_another_past_is_not_used() -> None:
    battle = toy_started().battle
    fight_turns(battle, 2)
    cursor = cursor_cache.newest(BattleContext.of(battle), ALL)
    cursor.link, cursor.state.turn = bytes(32), 99
    for place in (cursor_cache.NEWEST, *range(0, 50, 7)):
        cursor_cache.store(BattleContext.of(battle), cursor, place)
    assert cursor_cache.newest(BattleContext.of(battle), ALL).state.turn == 2
    assert cursor_cache.state_at(BattleContext.of(battle), 20, ALL).turn <= 2


def test_newest_of_two_perspectives_cost_one_query_and_end_with_the_same_entry(
    django_assert_num_queries: Any,
) -> None:
    battle = toy_started().battle
    fight_turns(battle, 1)
    context = BattleContext.of(battle)
    for behind in (ALL, "red"):
        earlier = cursor_cache.newest(context, behind)
        fight_turns(battle, 1)
        cursor_cache.store(context, earlier, cursor_cache.NEWEST)
        with django_assert_num_queries(1):
            cursors = cursor_cache.newest_of(context, (ALL, "red"))
        assert {cursor.position for cursor in cursors.values()} == {log_store.length(battle.pk)}
        assert_newest(battle, cursors)


@every_case("stale", [(ALL,), ("red",), (ALL, "red")])
def test_newest_of_several_are_right_whichever_was_of_another_past(stale: tuple[str, ...]) -> None:
    battle = toy_started().battle
    fight_turns(battle, 2)
    context = BattleContext.of(battle)
    for perspective in stale:
        cursor = cursor_cache.newest(context, perspective)
        cursor.link, cursor.state.turn = bytes(32), 99
        cursor_cache.store(context, cursor, cursor_cache.NEWEST)
    for _ in range(2):
        assert_newest(battle, cursor_cache.newest_of(context, (ALL, "red")))


def assert_newest(battle: Battle, cursors: dict[str, ReplayCursor]) -> None:
    """Each cursor is as if its perspective had been folded from the beginning."""
    for perspective, cursor in cursors.items():
        entries = known(battle, perspective)
        events = (entry.event for entry in entries)
        assert cursor.state == state_after(TOY, TOY.initial_state(toy_scenario()), events)
        assert (cursor.length, cursor.step) == (len(entries), entries[-1].step)


@pytest.mark.parametrize("is_stale", [False, True])
def test_who_is_read_later_sees_all_that_those_before_see(
    is_stale: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = bare_battle()
    context = BattleContext.of(battle)
    for perspective in (ALL, "red") if is_stale else ():
        cursor = cursor_cache.newest(context, perspective)
        cursor.link = bytes(32)
        cursor_cache.store(context, cursor, cursor_cache.NEWEST)
    read = log_store.events

    def interrupted(*part: Any) -> list[Any]:
        events = read(*part)
        log_store.append(battle.pk, log_store.length(battle.pk), 1, [Fact(TurnBegan(1))])
        return events

    monkeypatch.setattr(log_store, "events", interrupted)
    cursors = cursor_cache.newest_of(context, (ALL, "red"))
    assert log_store.length(battle.pk) == cursors["red"].position == 2
    assert cursors[ALL].position == (1 if is_stale else 2)


def test_cursor_knows_what_the_seed_is_committed_to() -> None:
    battle = toy_started().battle
    for perspective in (ALL, "red"):
        cursor = cursor_cache.newest(BattleContext.of(battle), perspective)
        assert cursor.seed_hash == seed_hash(bytes(range(32))).hex()
    assert cursor_cache.newest(BattleContext.of(bare_battle("other")), ALL).seed_hash == ""


def test_state_read_inside_a_transaction_that_is_undone_is_forgotten() -> None:
    battle = toy_started().battle
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        fight_turns(battle, 1)
        assert cursor_cache.newest(BattleContext.of(battle), ALL).state.turn == 1
        raise ZeroDivisionError
    assert cursor_cache.newest(BattleContext.of(battle), ALL).state.turn == 0
    seats = seats_of(battle)
    plot(seats["red"], 3, 3)
    assert cursor_cache.newest(BattleContext.of(battle), ALL).state.plots == {"red": (3, 3)}
    assert cursor_cache.newest(BattleContext.of(battle), "blue").state.plots == {}


def test_dice_go_on_from_the_rolls_of_this_turn_alone() -> None:
    battle = bare_battle()
    rolls = ["t1/a", "t1/a", "odd"]
    log_store.append(battle.pk, 1, 1, [Fact(TurnBegan(1)), *(Fact(DiceRolled(p, 6, (1,), 1)) for p in rolls)])
    assert cursor_cache.newest(BattleContext.of(battle), ALL).roll_counts == {
        ("pub", "t1/a"): 2,
        ("pub", "odd"): 1,
    }
    by_hand = Fact(DiceRolled("t2/a", 6, (1,), 2, "table"))
    log_store.append(battle.pk, 5, 2, [Fact(TurnBegan(2)), by_hand, Fact(DiceRolled("t2/a", 6, (1,), 2))])
    assert cursor_cache.newest(BattleContext.of(battle), ALL).roll_counts == {
        ("pub", "odd"): 1,
        ("pub", "t2/a"): 1,
    }


def test_log_is_read_only_up_to_where_its_chain_breaks() -> None:
    battle = toy_battle()
    cursor_cache.newest(BattleContext.of(battle), ALL)
    battle.broken_at = 12
    assert cursor_cache.newest(BattleContext.of(battle), ALL).length == 12
    assert len(list(cursor_cache.entries_from(BattleContext.of(battle), ALL, 3))) == 9


def test_p6_seek_costs_the_same_however_long_the_log_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cursor_cache, "GRID", 100)
    monkeypatch.setattr(cursor_cache, "CHUNK", 256)
    cost = {}
    for length in (500, 5_000):
        battle = bare_battle()
        facts = [Fact(DiceRolled(f"t1/{number}", 6, (1,), 1)) for number in range(length)]
        for first in range(0, length, 250):
            log_store.append(battle.pk, 1 + first, 1 + first, facts[first : first + 250])
        for perspective in (ALL, "red"):
            cursor_cache.state_at(BattleContext.of(battle), length, perspective)
            with CaptureQueriesContext(connection) as queries:
                cursor_cache.state_at(BattleContext.of(battle), length // 2 + 50, perspective)
            cost[length, perspective] = len(queries)
    assert cost[500, ALL] == cost[5_000, ALL] == 2
    assert cost[500, "red"] == cost[5_000, "red"] == 2


def test_who_reads_far_keeps_states_on_the_way() -> None:
    battle = toy_battle()
    cursor_cache.state_at(BattleContext.of(battle), 40, "red")
    held = [
        place
        for place in range(1, 60)
        if cursor_cache.cached(BattleContext.of(battle), "red", place)[0] is not None
    ]
    assert held == [7, 14, 21, 28, 35]
    for _ in cursor_cache.entries_from(BattleContext.of(battle), "red", 40):
        pass
    cursor, _ = cursor_cache.cached(BattleContext.of(battle), "red", 42)
    assert cursor is not None
    assert cursor.length == 42


def test_who_stops_early_keeps_what_he_came_by() -> None:
    battle = toy_battle()
    for cursor, _ in cursor_cache.entries_from(BattleContext.of(battle), ALL, 0):
        if cursor.length == 16:
            break
    del cursor
    assert [
        cursor_cache.cached(BattleContext.of(battle), ALL, place)[0] is not None for place in (7, 14, 21)
    ] == [
        True,
        True,
        False,
    ]


def test_copy_of_a_reading_is_read_on_by_itself() -> None:
    battle = toy_battle()
    first = cursor_cache.newest(BattleContext.of(battle), ALL)
    second = first.copy()
    second.roll_counts["pub", "odd"] = 1
    second.apply_event(TOY.setters, TurnBegan(99))
    assert (first.state.turn, first.turn) == (6, 6)
    assert ("pub", "odd") not in first.roll_counts


def test_kept_state_does_not_outlive_the_code_that_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = toy_battle()
    cursor_cache.newest(BattleContext.of(battle), ALL)
    assert cursor_cache.cached(BattleContext.of(battle), ALL, cursor_cache.NEWEST)[0] is not None
    monkeypatch.setattr(cursor_cache, "code_version", lambda: 16 * "f")
    assert cursor_cache.cached(BattleContext.of(battle), ALL, cursor_cache.NEWEST) == (None, None)


def test_kept_answer_does_not_outlive_the_code_that_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = uuid4()
    response_cache.store(battle, "outline/all", b"{}")
    assert response_cache.cached(battle, "outline/all") is not None
    monkeypatch.setattr(response_cache, "code_version", lambda: 16 * "f")
    assert response_cache.cached(battle, "outline/all") is None


def test_states_are_kept_apart_by_battle_perspective_and_place() -> None:
    first, other = toy_battle("1"), toy_battle("2")
    cursor_cache.newest(BattleContext.of(first), ALL)
    assert cursor_cache.cached(BattleContext.of(first), ALL, cursor_cache.NEWEST)[0] is not None
    assert cursor_cache.cached(BattleContext.of(other), ALL, cursor_cache.NEWEST)[0] is None
    assert cursor_cache.cached(BattleContext.of(first), "red", cursor_cache.NEWEST)[0] is None
    assert cursor_cache.cached(BattleContext.of(first), ALL, "outline")[0] is None


def test_answers_are_kept_apart_by_battle_and_name() -> None:
    battle = uuid4()
    response_cache.store(battle, "outline/all", b"{}")
    assert response_cache.cached(uuid4(), "outline/all") is None
    assert response_cache.cached(battle, "outline/red") is None
