"""A-2 and A-4: an order is recorded once and only once, and wholly or not at all."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, connection, connections

from darkseas.engine.events import OrderGiven
from replays_app.log import store as log_store
from replays_app.models import Battle, Receipt
from replays_app.recording import orders
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.simulation import verification
from tests.support.builders import fight_turns, forms_of, plot, seats_of, toy_started
from tests.support.every_case import every_case

pytestmark = pytest.mark.django_db

# --- once and only once ---------------------------------------------------------------


def test_a2_same_key_and_order_is_answered_with_the_same_bytes() -> None:
    battle = toy_started().battle
    seats = seats_of(battle)
    first = plot(seats["red"], idempotency_key="k1", expected=1)
    plot(seats["blue"])
    again = plot(seats["red"], idempotency_key="k1", expected=1)
    assert again.data == first.data
    assert (first.is_replay, again.is_replay) == (False, True)
    assert sum(isinstance(e.event, OrderGiven) for e in log_store.read(battle.pk)) == 2


@every_case("changes", [{"hide": 2}, {"expected": 2}, {"throws": [[1]]}])
def test_a2_same_key_for_another_order_is_refused(changes: dict[str, Any]) -> None:
    battle = toy_started().battle
    seat = seats_of(battle)["red"]
    plot(seat, idempotency_key="k1", expected=1)
    with pytest.raises(orders.OtherRequest):
        plot(seat, **{"idempotency_key": "k1", "expected": 1, **changes})
    assert log_store.length(battle.pk) == 3


def test_a2_another_seat_may_use_the_same_key() -> None:
    seats = seats_of(toy_started().battle)
    plot(seats["red"], idempotency_key="k1")
    assert not plot(seats["blue"], idempotency_key="k1").is_replay


def in_a_thread(deed: Any) -> Any:
    """Run a deed in a thread of its own connection."""
    try:
        return deed()
    finally:
        connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_a2_copies_of_a_request_at_the_same_time_are_one_order() -> None:
    battle = toy_started().battle
    seats = seats_of(battle)
    for turn in range(3):
        for side in ("red", "blue"):
            length, _ = forms_of(seats[side])
            copy = partial(plot, seats[side], 1, 2, expected=length, idempotency_key=f"{turn}-{side}")
            with ThreadPoolExecutor(5) as pool:
                requests = [pool.submit(in_a_thread, copy) for _ in range(5)]
            answers = [request.result(timeout=60) for request in requests]
            assert len({answer.data for answer in answers}) == 1
            assert sum(not answer.is_replay for answer in answers) == 1
    assert sum(isinstance(e.event, OrderGiven) for e in log_store.read(battle.pk)) == 6
    assert log_store.verify(battle.pk) is None


def test_a2_copy_that_was_first_at_the_last_try_has_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = seats_of(toy_started().battle)["red"]
    record = orders._Request.record
    first: list[Any] = []

    def too_late(request: orders._Request, *step: Any) -> bytes:
        if not first:
            first.append(None)
            first[0] = plot(seat, 1, 2, expected=1, idempotency_key="k1")
            raise log_store.LogConflict(1, 3)
        return record(request, *step)

    monkeypatch.setattr(orders, "TRIES", 1)
    monkeypatch.setattr(orders._Request, "record", too_late)
    again = plot(seat, 1, 2, expected=1, idempotency_key="k1")
    assert (again.data, again.is_replay) == (first[0].data, True)


@pytest.mark.django_db(transaction=True)
def test_plots_given_at_the_same_time_are_both_taken() -> None:
    """Neither giver can see the other's plot, so each is decided again on the newest state."""
    battle = toy_started().battle
    seats = seats_of(battle)
    for _ in range(5):
        length = {side: forms_of(seats[side])[0] for side in ("red", "blue")}
        with ThreadPoolExecutor(2) as pool:
            requests = [
                pool.submit(in_a_thread, partial(plot, seats[side], 1, 2, expected=length[side]))
                for side in ("red", "blue")
            ]
        for request in requests:
            request.result(timeout=60)
    assert cursor_cache.newest(BattleContext.of(battle), "all").turn == 5
    assert verification.check(battle) == []


# --- nothing by half ------------------------------------------------------------------

FAULT = {
    "sqlite": """CREATE TEMP TRIGGER fault BEFORE {deed} ON main.{table}
        BEGIN SELECT RAISE(ABORT, 'fault'); END""",
    "postgresql": """CREATE TRIGGER fault BEFORE {deed} ON {table}
        FOR EACH ROW EXECUTE FUNCTION darkseas_append_only()""",
}


@pytest.mark.parametrize(
    ("table", "deed"),
    [
        ("replays_app_receipt", "INSERT"),
        ("replays_app_battle", "UPDATE"),
        ("replays_app_battlesecret", "DELETE"),
    ],
)
def test_a4_fault_beside_the_log_leaves_the_old_log(
    table: str, deed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "TRIES", 1)
    battle = toy_started().battle
    seats = seats_of(battle)
    fight_turns(battle, 5)
    plot(seats["red"], 1, 1)
    before = log_store.rows(battle.pk)
    with connection.cursor() as cursor:
        cursor.execute(FAULT[connection.vendor].format(table=table, deed=deed))
    with pytest.raises((DatabaseError, log_store.LogConflict)):
        plot(seats["blue"], 2, 2, idempotency_key="last")
    assert log_store.rows(battle.pk) == before
    assert not Receipt.objects.exists()
    assert Battle.objects.get(pk=battle.pk).status == Battle.Status.RUNNING
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER fault" + ("" if connection.vendor == "sqlite" else f" ON {table}"))
    plot(seats["blue"], 2, 2, idempotency_key="last")
    assert Battle.objects.get(pk=battle.pk).status == Battle.Status.FINISHED
