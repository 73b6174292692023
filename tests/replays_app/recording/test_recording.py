"""Recording: beginning, orders, the end; with dice of the house."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.audit import first_wrong_die
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.seeded import seed_hash
from darkseas.engine.events import BattleBegan, BattleEnded, OrderGiven, RulingMade, SeedOpened
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.play.verification import first_divergence
from darkseas.engine.scenario.spec import BadScenario
from replays_app.log import store as log_store
from replays_app.models import Battle, BattleSecret, LogEntry, Receipt, Seat
from replays_app.recording import orders, seeds
from replays_app.recording.orders import Order, give_order, give_ruling
from replays_app.recording.start import start
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.seats.tokens import token_hash
from replays_app.simulation import verification
from tests.support.builders import (
    fight_turns,
    forms_of,
    give,
    plot,
    seats_of,
    toy_revision,
    toy_scenario,
    toy_side,
    toy_started,
)
from tests.support.every_case import every_case
from tests.support.toys.toy_system import TOY

pytestmark = pytest.mark.django_db

SEED = bytes(range(32))


def answer_json(answer: orders.Answer) -> Any:
    """What a seat was answered."""
    return json.loads(answer.data)


# --- beginning -----------------------------------------------------------------------------


def test_entry_0_holds_all_that_the_battle_stands_on() -> None:
    started = toy_started()
    [entry] = log_store.read(started.battle.pk)
    began = entry.event
    assert isinstance(began, BattleBegan)
    assert began.battle == started.battle.pk.hex
    assert (began.system, began.release) == ("toy", started.battle.release)
    assert began.dice == {"scheme": "sha256-1", "seed_hash": seed_hash(SEED).hex()}
    assert began.scenario["key"] == "coves"
    assert began.seats == {seat.side: seat.participant for seat in started.battle.seats.all()}


def test_token_is_shown_once_and_kept_only_as_its_hash() -> None:
    started = toy_started(seats=["red", "umpire"])
    seats = {seat.side: seat for seat in started.battle.seats.all()}
    assert set(started.tokens) == {"red", "umpire"}
    assert set(seats) == {"red", "blue", "umpire"}
    assert seats["blue"].token_hash is None
    assert seats["red"].token_hash == token_hash(started.tokens["red"])
    assert all(started.tokens["red"] not in str(value) for value in vars(seats["red"]).values())
    assert len({seat.participant for seat in seats.values()}) == 3


def test_two_battles_share_neither_id_nor_seed_nor_participants() -> None:
    first, second = (start(toy_revision()).battle for _ in range(2))
    first_began, other = (log_store.read(battle.pk)[0].event for battle in (first, second))
    assert isinstance(first_began, BattleBegan)
    assert isinstance(other, BattleBegan)
    assert first.pk != second.pk
    assert first_began.dice["seed_hash"] != other.dice["seed_hash"]
    assert not set(first_began.seats.values()) & set(other.seats.values())


@every_case(
    "changes, error",
    [({"seats": ["green"]}, LookupError), ({"scheme": "coin"}, ValueError), ({"scheme": ""}, ValueError)],
)
def test_battle_that_cannot_begin_leaves_nothing(changes: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        toy_started(**changes)
    assert not Battle.objects.exists()


def test_scenario_that_the_rules_refuse_begins_no_battle() -> None:
    revision = toy_revision("lonely", sides=(toy_side("red", "RN"),))
    with pytest.raises(BadScenario):
        start(revision)
    assert not Battle.objects.exists()


# --- the seed ------------------------------------------------------------------------------


def test_f11_seed_is_not_in_the_database(settings: Settings) -> None:
    battle = toy_started().battle
    sealed = bytes(BattleSecret.objects.get(battle=battle).sealed_seed)
    assert len(sealed) == 32
    assert sealed != SEED
    committed = seed_hash(SEED).hex()
    assert seeds.opened(battle, committed) == SEED
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    assert seeds.opened(battle, committed) == SEED
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(seeds.SeedLost):
        seeds.opened(battle, committed)


def test_same_seed_is_sealed_otherwise_in_every_battle() -> None:
    first, second = toy_started().battle, toy_started().battle
    assert bytes(first.secret.sealed_seed) != bytes(second.secret.sealed_seed)


# --- orders --------------------------------------------------------------------------------


def test_order_and_what_followed_stand_in_one_step() -> None:
    battle = toy_started().battle
    seats = seats_of(battle)
    plot(seats["red"], 2, 3)
    plot(seats["blue"], 1, 1)
    entries = log_store.read(battle.pk)
    assert [entry.event for entry in entries if isinstance(entry.event, OrderGiven)] == [
        OrderGiven("red", "plot", {"hide": 2, "shell": 3}),
        OrderGiven("blue", "plot", {"hide": 1, "shell": 1}),
    ]
    assert {entry.step for entry in entries} == {0, 1, 2}
    assert first_divergence(TOY, TOY.initial_state(toy_scenario()), entries) is None
    assert log_store.verify(battle.pk) is None


def test_order_reads_the_log_by_one_query() -> None:
    battle = toy_started().battle
    fight_turns(battle, 1)
    seat = seats_of(battle)["red"]
    length, _ = forms_of(seat)
    with CaptureQueriesContext(connection) as queries:
        give(seat, "plot", {"hide": 1, "shell": 1}, expected=length)
    reads = [query["sql"] for query in queries if f" FROM {LogEntry._meta.db_table} " in query["sql"]]
    # The other keeps writers off, and looks where the log ends.
    assert [sql.split()[1] for sql in reads] == ["data,", "b.system,"]


def test_answer_holds_what_the_seat_may_know_and_nothing_else() -> None:
    battle = toy_started().battle
    seats = seats_of(battle)
    first = answer_json(plot(seats["red"]))
    second = answer_json(plot(seats["blue"]))
    assert [line["kind"] for line in first["entries"]] == ["order_given", "toy.plotted"]
    assert [line["n"] for line in first["entries"]] == [1, 2]
    assert first["length"] == 3
    known = [
        entry
        for entry in log_store.read(battle.pk)
        if entry.audience == ("everyone",) or "blue" in entry.audience
    ]
    assert second["length"] == len(known)
    assert [line["n"] for line in second["entries"]] == list(range(1, len(known)))
    assert all(set(line) == {"n", "step", "kind", "shape", "payload"} for line in second["entries"])
    assert "side:red" not in json.dumps(second)


def test_given_by_is_the_participant_whose_order_it_was() -> None:
    battle = toy_started().battle
    seats = seats_of(battle)
    plot(seats["red"])
    rows = list(battle.entries.values_list("given_by", flat=True).order_by("seq"))
    assert rows == [None, seats["red"].participant, seats["red"].participant]


def test_hidden_entries_in_between_never_matter() -> None:
    battle = toy_started().battle
    seats = seats_of(battle)
    length, _ = forms_of(seats["blue"])
    plot(seats["red"])
    answer = answer_json(give(seats["blue"], "plot", {"hide": 1, "shell": 1}, expected=length))
    assert answer["entries"][0]["n"] == length


def test_order_on_a_position_not_seen_is_a_conflict_in_own_numbers() -> None:
    battle = toy_started().battle
    seats = seats_of(battle)
    length, _ = forms_of(seats["red"])
    fight_turns(battle, 1)
    now, _ = forms_of(seats["red"])
    before = log_store.length(battle.pk)
    for expected in (length, now - 1, now + 1, 0):
        with pytest.raises(log_store.LogConflict) as conflict:
            give(seats["red"], "plot", {"hide": 1, "shell": 1}, expected=expected)
        assert conflict.value.length == now < before
    assert log_store.length(battle.pk) == before


@every_case(
    "name, blanks, field",
    [
        ("plot", {"hide": 9, "shell": 1}, "blanks.hide"),
        ("plot", {"hide": 1}, "blanks.shell"),
        ("plot", {"hide": 1, "shell": 1, "side": "blue"}, "blanks.side"),
        ("plot", {"hide": "1", "shell": 1}, "blanks.hide"),
        ("fly", {}, "order"),
        ("rule", {"reason": "I say so", "events": []}, "order"),
    ],
)
def test_refused_order_leaves_the_log_as_it_was(name: str, blanks: Any, field: str) -> None:
    battle = toy_started().battle
    seat = seats_of(battle)["red"]
    with pytest.raises(IllegalOrder) as refusal:
        give(seat, name, blanks, expected=1, idempotency_key="k")
    assert refusal.value.field == field
    assert log_store.length(battle.pk) == 1
    assert not Receipt.objects.exists()


def test_sealed_plot_cannot_be_given_twice() -> None:
    seat = seats_of(toy_started().battle)["red"]
    plot(seat)
    with pytest.raises(IllegalOrder, match="sealed"):
        plot(seat)


def test_umpire_sees_everything_and_may_rule() -> None:
    battle = toy_started(seats=["umpire"]).battle
    seats = seats_of(battle)
    plot(seats["red"])
    length, forms = forms_of(seats["umpire"])
    assert (length, forms) == (log_store.length(battle.pk), ())
    ruled = {"kind": "toy.ship_hit", "payload": {"ship": "red-1", "hits": 1}, "audience": ["everyone"]}
    blanks = {"reason": "She struck a rock.", "events": [ruled]}
    order = Order("rule", blanks, length)
    with pytest.raises(IllegalOrder, match="one of the ruling forms"):
        give_order(BattleContext.of(battle), seats["umpire"], order)
    give_ruling(BattleContext.of(battle), seats["umpire"], order, lambda: None)
    entries = log_store.read(battle.pk)
    assert any(isinstance(entry.event, RulingMade) for entry in entries)
    assert cursor_cache.newest(BattleContext.of(battle), "all").state.hits["red-1"] == 1
    assert verification.check(battle) == []


# --- the end -------------------------------------------------------------------------------


def test_end_opens_the_seed_and_closes_the_battle() -> None:
    battle = toy_started().battle
    fight_turns(battle, 6)
    battle.refresh_from_db()
    entries = log_store.read(battle.pk)
    assert isinstance(entries[-2].event, BattleEnded)
    assert entries[-1].event == SeedOpened(SEED.hex())
    assert entries[-1].step == entries[-2].step + 1
    assert battle.status == Battle.Status.FINISHED
    assert not BattleSecret.objects.filter(battle=battle).exists()
    assert first_wrong_die(entries) is None
    assert verification.check(battle) == []


def test_no_order_is_taken_after_the_end() -> None:
    battle = toy_started().battle
    fight_turns(battle, 6)
    seat = seats_of(battle)["red"]
    length, forms = forms_of(seat)
    assert forms == ()
    with pytest.raises(orders.BattleOver):
        give(seat, "strike", {}, expected=length)


def test_frozen_battle_takes_no_order() -> None:
    battle = toy_started().battle
    Battle.objects.filter(pk=battle.pk).update(broken_at=1)
    seat = Seat.objects.select_related("battle").get(battle=battle, side="red")
    with pytest.raises(orders.BattleOver):
        give(seat, "strike", {}, expected=1)
    assert log_store.length(battle.pk) == 1


def test_same_seed_and_orders_give_the_same_battle_whoever_plays() -> None:
    logs = []
    for _ in range(2):
        battle = toy_started().battle
        fight_turns(battle, 6)
        logs.append([entry.event for entry in log_store.read(battle.pk)][1:])
    assert logs[0] == logs[1]


def test_random_battle_through_the_recorder_has_no_finding() -> None:
    battle = toy_started(seats=["red", "blue"]).battle
    seats, chooser = seats_of(battle), Chooser(b"recorder")
    for _ in range(40):
        for side in ("red", "blue"):
            length, forms = forms_of(seats[side])
            if any(form.pressing for form in forms):
                name, blanks = random_order(forms, chooser)
                give(seats[side], name, blanks, expected=length)
    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED
    assert verification.check(battle) == []
