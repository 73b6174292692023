"""Bots in seats: they answer once, whoever asks them and how often."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from darkseas.engine.events import OrderGiven
from replays_app.api.orders import KEY
from replays_app.log import store as log_store
from replays_app.models import Battle, BattleSecret, Receipt
from replays_app.recording import bot_turns
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import tasks
from tests.support.builders import played, plot, seats_of, toy_started
from tests.support.every_case import every_case


def against(bot: str = "captain", both: bool = False) -> Battle:
    """A battle of the toy with a bot in blue's seat, or in both."""
    battle = toy_started(seats=()).battle
    seats = seats_of(battle)
    for side in ("red", "blue") if both else ("blue",):
        taking_seats.sit(seats[side], Holder(bot=bot), 0)
    return battle


def orders_of(battle: Battle) -> list[str]:
    """Whose orders stand in the log, one after the other."""
    return [order.side for order in given_in(battle)]


def given_in(battle: Battle) -> list[OrderGiven]:
    """The orders that stand in the log."""
    events = (entry.event for entry in log_store.read(battle.pk))
    return [event for event in events if isinstance(event, OrderGiven)]


def facts_of(battle: Battle) -> list[object]:
    """What the log says, but for which battle it is and who sits there."""
    return [(entry.step, entry.audience, entry.event) for entry in log_store.read(battle.pk)[1:]]


@pytest.mark.django_db
@every_case("bot", ["captain", "random"])
def test_bot_answers_when_it_is_called_and_waits_for_people(bot: str) -> None:
    battle = against(bot)
    assert played(BattleContext.of(battle)) == 1
    assert orders_of(battle) == ["blue"]
    assert played(BattleContext.of(battle)) == 0
    plot(seats_of(battle)["red"])
    assert played(BattleContext.of(battle)) == 1
    assert orders_of(battle) == ["blue", "red", "blue"]


@pytest.mark.django_db
def test_bots_fight_to_the_end_and_never_more_orders_at_once_than_asked_for() -> None:
    battle = against("random", both=True)
    assert played(BattleContext.of(battle), most=1) == 1
    assert played(BattleContext.of(battle)) >= 1
    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED
    assert played(BattleContext.of(battle)) == 0


@pytest.mark.django_db
def test_bots_that_think_long_leave_the_rest_to_a_worker_whose_turn_ends_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever ordered hears before the bots are done; a worker goes on by turns until nobody is called."""
    rung: list[str] = []
    monkeypatch.setattr(bot_turns, "enqueue", lambda task, row: rung.append(row.hex))
    monkeypatch.setattr(bot_turns, "ANSWER_S", 0)
    battle = against("random", both=True)
    assert bot_turns.answer_now(BattleContext.of(battle)) == 0
    assert (orders_of(battle), rung) == ([], [battle.pk.hex])
    monkeypatch.setattr(bot_turns, "MOST_ORDERS", 1)
    monkeypatch.setattr(bot_turns, "TURN_S", 60)
    tasks.play_bots(battle.pk.hex)
    assert len(orders_of(battle)) == 1
    while len(rung) > 1:
        rung.pop()
        tasks.play_bots(battle.pk.hex)
    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED


@pytest.mark.django_db
def test_sweep_has_a_bound_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = against()
    monkeypatch.setattr(bot_turns, "SWEEP_S", 0)
    tasks.answer_for_bots()
    assert orders_of(battle) == []


@pytest.mark.django_db
def test_sweep_answers_where_a_process_died_and_once_alone() -> None:
    battle = against()
    tasks.answer_for_bots()
    tasks.answer_for_bots()
    assert orders_of(battle) == ["blue"]


@pytest.mark.django_db
def test_battle_that_cannot_be_read_keeps_no_other_bot_from_its_answer() -> None:
    first, broken, last = against(), against(), against()
    Battle.objects.filter(pk=broken.pk).update(system="forgotten")
    tasks.answer_for_bots()
    assert [orders_of(battle) for battle in (first, last)] == [["blue"], ["blue"]]
    assert log_store.length(broken.pk) == 1


@pytest.mark.django_db
def test_fault_of_a_bot_is_not_the_fault_of_who_ordered(caplog: pytest.LogCaptureFixture) -> None:
    battle = against()
    plot(seats_of(battle)["red"])
    BattleSecret.objects.all().delete()
    assert bot_turns.answer_now(BattleContext.of(battle)) == 0
    assert orders_of(battle) == ["red"]
    assert "a bot cannot answer" in caplog.text


@pytest.mark.django_db
def test_log_does_not_tell_who_sat_there() -> None:
    """The same orders and dice give the same facts, by a bot's hand or by another one's."""
    ours, theirs = against(), toy_started(seats=()).battle
    played(BattleContext.of(ours))
    (given,) = given_in(ours)
    seats = seats_of(theirs)
    plot(seats["blue"], **given.blanks)
    plot(seats["red"])
    plot(seats_of(ours)["red"])
    assert facts_of(ours) == facts_of(theirs)


@pytest.mark.django_db(transaction=True)
def test_bot_answers_once_where_many_ask_at_once() -> None:
    battle = against()

    def ask(_: int) -> int:
        try:
            return played(BattleContext.of(Battle.objects.select_related("revision").get(pk=battle.pk)))
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(ask, range(8)))
    assert orders_of(battle) == ["blue"]


@pytest.mark.django_db
def test_no_key_that_somebody_brings_is_a_bots() -> None:
    """Else who leaves a seat could have used up the key of the order that the captain gives there next."""
    battle = against()
    played(BattleContext.of(battle))
    (receipt,) = Receipt.objects.filter(seat=seats_of(battle)["blue"])
    assert KEY.fullmatch(receipt.key) is None
