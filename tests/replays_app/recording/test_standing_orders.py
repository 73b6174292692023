"""Answers given beforehand: given once, by the usual path, until they are cancelled or taken back."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from darkseas.engine.events import OrderGiven
from replays_app.log import store as log_store
from replays_app.models import Battle, Holding, StandingAnswer
from replays_app.recording import bot_turns, standing_orders
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import tasks, verification
from tests.replays_app.clocked import clocked, seats_and_clock
from tests.support.builders import forms_of, played, plot, seats_of
from tests.support.every_case import every_case
from tests.support.members import logged_in, member

JSON = "application/json"


def answered(value: str = "always", side: str = "red") -> Battle:
    """A battle in which one side answers its plot beforehand."""
    battle = clocked()
    standing_orders.put(BattleContext.of(battle), seats_of(battle)[side], "plot", value)
    return battle


def orders_of(battle: Battle) -> list[str]:
    """Whose orders stand in the log."""
    events = (entry.event for entry in log_store.read(battle.pk))
    return [event.side for event in events if isinstance(event, OrderGiven)]


def answer_all(battle: Battle) -> int:
    """Give what is due, as after each order."""
    return bot_turns.answer_now(BattleContext.of(battle))


@pytest.mark.django_db
def test_answer_is_given_as_soon_as_it_is_asked_and_no_other_seat_is_answered_for() -> None:
    battle = answered()
    assert answer_all(battle) == 1
    assert orders_of(battle) == ["red"]
    plot(seats_of(battle)["blue"], 2, 3)
    assert answer_all(battle) == 1
    assert orders_of(battle) == ["red", "blue", "red"]
    assert answer_all(battle) == 0


@pytest.mark.django_db
def test_log_is_as_if_its_holder_had_given_it() -> None:
    ours, theirs = answered(), clocked()
    answer_all(ours)
    plot(seats_of(theirs)["red"])
    entries = [
        [(entry.seq, entry.step, entry.audience, entry.event) for entry in log_store.read(battle.pk)[1:]]
        for battle in (ours, theirs)
    ]
    assert entries[0] == entries[1]
    assert verification.check(ours) == []


@pytest.mark.django_db
def test_value_without_an_answer_asks_its_giver() -> None:
    battle = answered("early")
    for _ in range(2):
        answer_all(battle)
        plot(seats_of(battle)["blue"], 2, 3)
    answer_all(battle)
    assert orders_of(battle) == ["red", "blue", "red", "blue"]
    assert forms_of(seats_of(battle)["red"])[1][0].order == "plot"
    assert StandingAnswer.objects.get().cancelled == ""


@pytest.mark.django_db
def test_what_its_side_learns_cancels_it_and_says_why() -> None:
    battle = answered()
    blue = seats_of(battle)["blue"]
    for _ in range(6):
        answer_all(battle)
        if StandingAnswer.objects.get().cancelled:
            break
        plot(blue, 2, 1)
    assert StandingAnswer.objects.get().cancelled == "A ship of yours is hit."
    given = orders_of(battle)
    assert answer_all(battle) == 0
    assert orders_of(battle) == given
    standing_orders.put(BattleContext.of(battle), seats_of(battle)["red"], "plot", "always")
    assert answer_all(battle) == 1


@pytest.mark.django_db
def test_sweep_gives_what_a_process_died_over() -> None:
    battle = answered()
    tasks.answer_for_bots()
    tasks.answer_for_bots()
    assert orders_of(battle) == ["red"]


@pytest.mark.django_db(transaction=True)
def test_answer_is_given_once_where_many_give_it() -> None:
    battle = answered()

    def ask(_: int) -> int:
        try:
            fresh = Battle.objects.select_related("revision").get(pk=battle.pk)
            return played(BattleContext.of(fresh))
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(ask, range(8)))
    assert orders_of(battle) == ["red"]


@pytest.mark.django_db
def test_answer_goes_with_its_giver() -> None:
    battle = answered()
    red, _, _ = seats_and_clock(battle)
    held = Holding.objects.get(seat=red, to_entry=None)
    taking_seats.change(held, Holder(member=member("eve")), log_store.length(battle.pk))
    assert answer_all(battle) == 0
    assert not StandingAnswer.objects.exists()


# --- the API -------------------------------------------------------------------------------------------


def address(battle: Battle) -> str:
    """Where the answers of a seat are."""
    return f"/api/v1/battles/{battle.pk}/standing-answers"


def question_for(client: Client, battle: Battle) -> dict[str, Any]:
    """The one question of the toy, as the API has it."""
    (question,) = client.get(address(battle)).json()["questions"]
    assert isinstance(question, dict)
    return question


def put(client: Client, battle: Battle, value: str, order: str = "plot") -> Any:
    """Set an answer."""
    return client.put(address(battle), {"order": order, "value": value}, JSON)


@pytest.mark.django_db
def test_holder_sets_an_answer_which_is_given_at_once_and_takes_it_back() -> None:
    battle, ann = clocked(), logged_in("ann")
    assert question_for(ann, battle)["value"] == ""
    assert put(ann, battle, "always").json()["questions"][0]["value"] == "always"
    assert orders_of(battle) == ["red"]
    assert put(ann, battle, "").json()["questions"][0]["value"] == ""
    plot(seats_of(battle)["blue"])
    assert answer_all(battle) == 0


@pytest.mark.django_db
def test_order_over_the_api_is_followed_by_what_was_answered_beforehand() -> None:
    battle = answered(side="blue")
    answer_all(battle)
    body = {"order": "plot", "blanks": {"hide": 3, "shell": 3}, "expected": 1}
    headers = {"Idempotency-Key": "k"}
    ann = logged_in("ann")
    assert ann.post(f"/api/v1/battles/{battle.pk}/orders", body, JSON, headers=headers).status_code == 201
    assert orders_of(battle) == ["blue", "red", "blue"]


@pytest.mark.django_db
@every_case("order, value", [("plot", "never"), ("strike", "always"), ("", "")])
def test_only_what_the_system_offers_can_be_answered(order: str, value: str) -> None:
    battle = clocked()
    assert put(logged_in("ann"), battle, value, order).status_code == 422
    assert not StandingAnswer.objects.exists()


@pytest.mark.django_db
def test_h1_nobody_else_sees_or_sets_an_answer() -> None:
    battle = clocked()
    put(logged_in("ann"), battle, "always")
    assert question_for(logged_in("bob"), battle)["value"] == ""
    for client, status in ((logged_in("eve"), 403), (Client(), 401)):
        assert client.get(address(battle)).status_code == status
        assert put(client, battle, "").status_code == status
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(member("ann"))
    assert put(strict, battle, "").status_code == 403
    assert StandingAnswer.objects.count() == 1
