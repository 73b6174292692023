"""What dice of ds-dice-1 promise, whatever happens on the way: F-3, F-6, F-7, F-8, F-9."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.provably_fair import FairDice
from darkseas.engine.dice.rolls import Roll
from darkseas.engine.events import BattleAborted, DiceRolled, SeedOpened
from darkseas.engine.orders import IllegalOrder
from replays_app.export import battle_files
from replays_app.log import store as log_store
from replays_app.models import Battle, BattleSecret, Seat
from replays_app.recording import abandoning, orders
from replays_app.recording.dice_schemes import FAIR, SCHEMES
from replays_app.recording.start import start
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.cursor import ReplayCursor
from replays_app.replay.perspectives import ALL
from replays_app.simulation import verification
from scenarios_app.revisions.store import publish
from tests.replays_app.export.verifier import verified
from tests.support.builders import forms_of, plot, seats_of, toy_started
from tests.support.every_case import every_case
from tests.support.fair_battles import (
    chance,
    commit,
    exchange_seeds,
    fair_open,
    fair_started,
    fight_fair_turns,
    ledger_of,
    now,
    open_seed,
)
from tests.support.library.library_specs import library_spec

pytestmark = pytest.mark.django_db

ROOT = bytes(range(32))


def faces_of(battle: Battle) -> list[tuple[str, tuple[int, ...]]]:
    """Every roll of a battle: its purpose and its faces."""
    events = [entry.event for entry in log_store.read(battle.pk)]
    return [(event.purpose, event.faces) for event in events if isinstance(event, DiceRolled)]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Roll]:
    """Every roll that was drawn, recorded or not."""
    rolls: list[Roll] = []
    roll = FairDice.roll

    def counted(*args: Any, **more: Any) -> Roll:
        rolls.append(roll(*args, **more))
        return rolls[-1]

    monkeypatch.setattr(FairDice, "roll", counted)
    return rolls


# --- F-3: what each side puts in matters ---------------------------------------------------------


def test_f3_the_last_order_of_a_step_decides_its_dice_with_its_nonce() -> None:
    """Whoever knows all but the order that is still to come knows nothing of the dice that it leads to."""
    battle = fair_open()
    seats = seats_of(battle)
    plot(seats["red"], 1, 2, nonce="aa" * 32)
    before = ledger_of(battle).mix(1)
    plot(seats["blue"], 2, 2, nonce="bb" * 32)
    assert ledger_of(battle).mix(1) != before
    assert ledger_of(battle).numbers == {"ump": 1, "side:red": 1, "side:blue": 1, "pub": 1}


# --- F-6: the same order gives the same faces, whatever happens on the way ------------------------


class Fault(Exception):
    """The database is gone."""


@contextmanager
def fault_at(statement: int) -> Iterator[list[int]]:
    """Make one statement to the database fail, counted from 0; the list has how many there were."""
    count = [0]

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        place, count[0] = count[0], count[0] + 1
        if place == statement:
            raise Fault(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield count


def test_f6_faces_never_differ_between_attempts(drawn: list[Roll], in_full: bool) -> None:
    """The order that resolves a turn is cut off at every statement, and given again."""
    attempts, enough = 0, 500 if in_full else 60
    while attempts < enough:
        battle = fair_open()
        seats = seats_of(battle)
        plot(seats["red"], 1, 2, nonce=chance("red").hex())
        order = {
            "idempotency_key": "k",
            "expected": forms_of(seats["blue"])[0],
            "nonce": chance("blue").hex(),
        }
        statement = 0
        seen: dict[str, set[tuple[int, ...]]] = defaultdict(set)
        while True:
            drawn.clear()
            with fault_at(statement) as count:
                try:
                    answer = plot(seats["blue"], 2, 2, **order)
                except Fault:
                    answer = None
            attempts += 1
            for roll in drawn:
                seen[roll.purpose].add(roll.faces)
            if answer is not None and count[0] <= statement:
                break
            statement += 1
        assert statement > 8
        assert {purpose: {faces} for purpose, faces in faces_of(battle)} == seen
        assert plot(seats["blue"], 2, 2, **order).is_replay
        assert log_store.verify(battle.pk) is None


def test_f6_other_nonce_under_the_same_key_is_another_request() -> None:
    battle = fair_open()
    seat = seats_of(battle)["red"]
    first = plot(seat, nonce="aa" * 32, idempotency_key="k", expected=(length := forms_of(seat)[0]))
    with pytest.raises(orders.OtherRequest):
        plot(seat, nonce="bb" * 32, idempotency_key="k", expected=length)
    assert plot(seat, nonce="aa" * 32, idempotency_key="k", expected=length).data == first.data


# --- F-7: nothing is taken back once it is open, and before that nothing was drawn -----------------


@every_case("key", ["savo-island", "hood-and-bismarck"])
def test_f7_plots_are_taken_back_before_any_die_and_never_after(key: str, drawn: list[Roll]) -> None:
    """A real battle between random sides; some of the plots that may be taken back are."""
    battle = start(publish(library_spec(key)), scheme=FAIR, seed=ROOT).battle
    seats, chooser = seats_of(battle), Chooser(b"undo")
    taken_back = 0
    for turn in range(400):
        battle.refresh_from_db()
        if battle.is_over or taken_back >= 6:
            break
        for side, seat in seats.items():
            forms = forms_of(seat)[1]
            pressing = [form for form in forms if form.pressing]
            if not pressing:
                continue
            now(seat, *random_order(pressing, chooser), nonce=chance(f"{side} {turn}").hex())
            back = [form for form in forms_of(seat)[1] if form.order.endswith("withdraw_plot")]
            if back:
                taken_back += 1
                drawn.clear()  # a set-up is mixed when it comes, once for good: see the next test
                now(seat, back[0].order, {}, nonce=chance(f"back {turn}").hex())
                assert drawn == []
                with pytest.raises(IllegalOrder):
                    now(seat, back[0].order, {})
                now(seat, *random_order(forms_of(seat)[1], chooser))
    assert taken_back
    for seat in seats.values():
        if not any(form.order.endswith("withdraw_plot") for form in forms_of(seat)[1]):
            with pytest.raises((IllegalOrder, orders.BattleOver)):
                now(seat, f"{battle.system}.withdraw_plot", {})
    assert verification.check(battle) == []


@every_case("scheme", SCHEMES)
def test_f7_set_up_taken_back_and_given_again_is_mixed_by_the_dice_that_fell(scheme: str) -> None:
    """Blocks are mixed as soon as they are set up: who takes that back comes by no other dice."""
    battle = start(publish(library_spec("savo-island")), scheme=scheme, seed=ROOT).battle
    if scheme == FAIR:
        exchange_seeds(battle)
    seat = seats_of(battle)["ijn"]
    small, large = ({**SET_UP, "dummies": [{}] * count} for count in (0, 2))
    mixed = []
    for attempt, blanks in enumerate((small, small, large, small, large)):
        now(seat, "dark_seas.deploy", blanks, **nonce_of(scheme, f"set-up {attempt}"))
        mixed.append(cursor_cache.newest(BattleContext.of(battle), ALL).state.contents)
        now(seat, "dark_seas.withdraw_plot", {}, **nonce_of(scheme, f"back {attempt}"))
    assert mixed[0] == mixed[1] == mixed[3] != mixed[2] == mixed[4]
    thrown = [faces for purpose, faces in faces_of(battle) if "set-up" in purpose]
    assert sum(map(len, thrown)) == len(mixed[2]) == len(mixed[0]) + 2
    assert verification.check(battle) == []
    now(seat, "resign", {})
    assert verified(b"".join(battle_files.export_battle(battle))).rolls["closed"] == 0


#: How Japan may set up off Savo Island: three blocks, and as many dummies as come to them.
SET_UP = {
    "groups": [
        {"name": "A", "ships": ["chokai", "aoba", "kako", "kinugasa", "tenryu"]},
        {"name": "B", "ships": ["yubari", "yunagi"]},
    ],
    "singles": [{"ship": "furutaka"}],
}


def nonce_of(scheme: str, name: str) -> dict[str, str]:
    """What a side puts in for dice that take something of it."""
    return {"nonce": chance(name).hex()} if scheme == FAIR else {}


# --- F-8: who keeps something back -----------------------------------------------------------------


def never_commits(seats: dict[str, Seat]) -> None:
    commit(seats["blue"])


def commits_and_never_opens(seats: dict[str, Seat]) -> None:
    commit(seats["red"])
    commit(seats["blue"])
    open_seed(seats["blue"])


@every_case("what", [never_commits, commits_and_never_opens])
def test_f8_start_without_a_side_ends_on_record_with_its_name(
    what: Callable[[dict[str, Seat]], None],
) -> None:
    battle = fair_started()
    what(seats_of(battle))
    assert abandoning.break_off_overdue(timezone.now() + timedelta(days=2)) == 0
    assert abandoning.break_off_overdue(timezone.now() + timedelta(days=4)) == 1
    *_, aborted, opened = [entry.event for entry in log_store.read(battle.pk)]
    assert isinstance(aborted, BattleAborted)
    assert aborted.by == ("red",)
    assert opened == SeedOpened(ROOT.hex())
    assert Battle.objects.get(pk=battle.pk).status == Battle.Status.BROKEN_OFF
    assert verification.check(battle) == []


#: How far both sides go together before red falls silent; blue always does what is due.
STEPS = {
    "before sealing": (0, 0),
    "sealed": (1, 0),
    "seeds open": (2, 0),
    "a turn fought": (2, 1),
    "three turns fought": (2, 3),
}


@every_case("step", STEPS)
def test_f8_who_falls_silent_is_named_and_comes_too_late(step: str) -> None:
    """In the end the battle is broken off, and what red sends then changes nothing."""
    rounds, turns = STEPS[step]
    battle = fair_started()
    seats, promised = seats_of(battle), log_store.link_at(battle.pk, 0)
    for number, deed in enumerate((commit, open_seed)):
        if number <= rounds:
            deed(seats["blue"])
        if number < rounds:
            deed(seats["red"])
        if number >= rounds:
            break
    fight_fair_turns(battle, turns)
    if rounds == 2:
        plot(seats["blue"], 2, 2, nonce=chance("blue last").hex())
    assert abandoning.break_off_overdue(timezone.now() + timedelta(days=181)) == 1
    *_, aborted, opened = [entry.event for entry in log_store.read(battle.pk)]
    assert isinstance(aborted, BattleAborted)
    assert (aborted.by, opened) == (("red",), SeedOpened(ROOT.hex()))
    length = log_store.length(battle.pk)
    for late in (commit, open_seed, plot):
        with pytest.raises((orders.BattleOver, IllegalOrder)):
            late(seats["red"])
    assert (log_store.length(battle.pk), log_store.link_at(battle.pk, 0)) == (length, promised)
    assert verification.check(battle) == []


def test_f8_side_that_never_sends_a_nonce_stops_nobody() -> None:
    battle = fair_open()
    seats = seats_of(battle)
    for turn in range(1, 7):
        plot(seats["red"], 1, 1, nonce=chance(f"red {turn}").hex())
        plot(seats["blue"], 2, 2)
    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED
    assert verification.check(battle) == []


def test_f8_nonce_without_an_order_that_is_taken_is_none() -> None:
    battle = fair_open()
    seat = seats_of(battle)["red"]
    with pytest.raises(IllegalOrder):
        now(seat, "plot", {"hide": 9, "shell": 1}, nonce="aa" * 32)
    assert ledger_of(battle).nonces == {}


# --- F-9: every battle that promised its dice ends, and shows them ----------------------------------


def test_f9_every_committed_battle_ends_finished_or_broken_off_with_its_seeds_open() -> None:
    waiting, half_open, running, finished = (fair_started() for _ in range(4))
    never_commits(seats_of(half_open))
    for battle, turns in ((running, 2), (finished, 6)):
        exchange_seeds(battle)
        fight_fair_turns(battle, turns)
    plot(seats_of(running)["red"])
    assert abandoning.break_off_overdue(timezone.now() + timedelta(days=4)) == 2
    assert Battle.objects.get(pk=running.pk).status == Battle.Status.RUNNING
    assert abandoning.break_off_overdue(timezone.now() + timedelta(days=181)) == 1
    by = []
    for battle in (waiting, half_open, running, finished):
        battle.refresh_from_db()
        assert battle.is_over
        entries = log_store.read(battle.pk)
        by += [entry.event.by for entry in entries if isinstance(entry.event, BattleAborted)]
        assert entries[-1].event == SeedOpened(ROOT.hex())
        assert verification.check(battle) == []
        assert verified(b"".join(battle_files.export_battle(battle))).rolls["closed"] == 0
    assert by == [("blue", "red"), ("red",), ("blue",)]


@pytest.mark.parametrize("is_before_the_look", [True, False], ids=["before the last look", "after it"])
def test_f9_battle_that_ends_while_it_is_broken_off_keeps_its_own_end(
    monkeypatch: pytest.MonkeyPatch, is_before_the_look: bool
) -> None:
    """Its seed is gone by then; the other battles of the sweep are broken off all the same."""
    raced, other = fair_open(), fair_open()
    looks: list[object] = []

    def newest(context: BattleContext, perspective: str) -> ReplayCursor:
        looks.append(context.battle.pk)
        is_last_look = looks.count(raced.pk) == 2 and context.battle.pk == raced.pk
        if is_last_look and is_before_the_look:
            now(seats_of(raced)["red"], "resign", {})
        cursor = cursor_cache.newest(context, perspective)
        if is_last_look and not is_before_the_look:
            now(seats_of(raced)["red"], "resign", {})
        return cursor

    monkeypatch.setattr(abandoning, "cursor_cache", SimpleNamespace(newest=newest))
    assert abandoning.break_off_overdue(timezone.now() + timedelta(days=181)) == 1
    raced.refresh_from_db()
    other.refresh_from_db()
    assert (raced.status, other.status) == (Battle.Status.FINISHED, Battle.Status.BROKEN_OFF)
    assert [isinstance(entry.event, BattleAborted) for entry in log_store.read(raced.pk)].count(True) == 0
    assert verification.check(raced) == []


def test_f9_seed_that_no_key_opens_keeps_its_own_battle_alone() -> None:
    lost, other = fair_open(), fair_open()
    BattleSecret.objects.filter(battle=lost).update(sealed_seed=bytes(32))
    assert abandoning.break_off_overdue(timezone.now() + timedelta(days=181)) == 1
    lost.refresh_from_db()
    other.refresh_from_db()
    assert (lost.status, other.status) == (Battle.Status.RUNNING, Battle.Status.BROKEN_OFF)
    assert [isinstance(entry.event, BattleAborted) for entry in log_store.read(lost.pk)].count(True) == 0


def test_f9_battle_that_cannot_be_read_keeps_no_other_one_from_its_end() -> None:
    first, broken, last = fair_started(), fair_started(), fair_started()
    Battle.objects.filter(pk=broken.pk).update(system="forgotten")
    assert abandoning.break_off_overdue(timezone.now() + timedelta(days=4)) == 2
    for battle in (first, last):
        battle.refresh_from_db()
        assert battle.is_over


def test_f9_other_battles_are_left_alone() -> None:
    toy_started()
    assert abandoning.break_off_overdue(timezone.now() + timedelta(days=400)) == 0
