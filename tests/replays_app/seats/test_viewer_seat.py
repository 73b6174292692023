"""Whose seat it is: by token, account or visitor's cookie; and what others are answered."""

import json
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.conf import settings
from django.db import IntegrityError
from django.test import Client

from replays_app.models import Battle, Holding, Seat
from replays_app.seats import taking_seats, viewer_seat, visitors
from replays_app.seats.tokens import token_hash
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Scenario
from tests.support.builders import seats_of, toy_started
from tests.support.every_case import every_case
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

KEY = visitors.new_key()


def battle_between(red: Holder, blue: Holder) -> Battle:
    """A battle with these two in its seats."""
    battle = toy_started(seats=()).battle
    seats = seats_of(battle)
    taking_seats.sit(seats["red"], red, 0)
    taking_seats.sit(seats["blue"], blue, 0)
    return battle


def test_nobody_is_no_holder_of_a_seat() -> None:
    battle = toy_started(seats=()).battle
    with pytest.raises(taking_seats.HolderGone):
        taking_seats.sit(seats_of(battle)["red"], Holder(), 0)


@pytest.fixture
def battle() -> Battle:
    """A battle between a member and a visitor, on a scenario that nobody else may see."""
    battle = battle_between(Holder(member=member("ann")), Holder(visitor=token_hash(KEY)))
    Scenario.objects.update(visibility="private")
    return battle


def visitor(key: str = KEY, **options: Any) -> Client:
    """A client that brings a visitor's key."""
    client = Client(**options)
    client.cookies[settings.VISITOR_COOKIE_NAME] = key
    return client


def address(battle_id: uuid.UUID, rest: str) -> str:
    """An address of the API."""
    return f"/api/v1/battles/{battle_id.hex}/{rest}"


def plot(client: Client, battle: Battle, key: str = "k", **headers: str) -> Any:
    """Give the toy's plot as whoever the client is."""
    order = {"order": "plot", "blanks": {"hide": 1, "shell": 2}, "expected": 1}
    return client.post(
        address(battle.pk, "orders"),
        json.dumps(order),
        content_type="application/json",
        headers={"Idempotency-Key": key, **headers},
    )


def test_each_is_asked_for_their_own_side(battle: Battle) -> None:
    sides = [
        client.get(address(battle.pk, "forms")).json()["side"] for client in (logged_in("ann"), visitor())
    ]
    assert sides == ["red", "blue"]


def test_each_may_order_for_their_own_side(battle: Battle) -> None:
    answers = [plot(logged_in("ann"), battle), plot(visitor(), battle, expected="1")]
    assert [answer.status_code for answer in answers] == [201, 201]
    given = [entry["payload"]["side"] for answer in answers for entry in answer.json()["entries"][:1]]
    assert given == ["red", "blue"]


def test_members_account_goes_before_the_visitors_cookie(battle: Battle) -> None:
    client = logged_in("ann")
    client.cookies[settings.VISITOR_COOKIE_NAME] = KEY
    assert client.get(address(battle.pk, "forms")).json()["side"] == "red"


def test_token_goes_before_the_account(battle: Battle) -> None:
    Seat.objects.filter(battle=battle, side="blue").update(token_hash=token_hash("token"))
    answer = logged_in("ann").get(address(battle.pk, "forms"), headers={"Authorization": "Seat token"})
    assert answer.json()["side"] == "blue"
    wrong = logged_in("ann").get(address(battle.pk, "forms"), headers={"Authorization": "Seat other"})
    assert wrong.status_code == 401


def test_who_has_risen_from_a_seat_cannot_order_but_may_watch(battle: Battle) -> None:
    former = Holding.objects.get(member=member("ann"))
    taking_seats.change(former, Holder(member=member("bob")), 1)
    assert plot(logged_in("ann"), battle).status_code == 403
    assert logged_in("ann").get(address(battle.pk, "lines")).status_code == 200
    assert logged_in("ann").get(address(battle.pk, "lines?as=red")).status_code == 404
    assert plot(logged_in("bob"), battle).status_code == 201


STRANGERS: Mapping[str, tuple[Callable[[], Client], int]] = {
    "nobody": (Client, 401),
    "member": (lambda: logged_in("eve"), 403),
    "visitor": (lambda: visitor(visitors.new_key()), 403),
    "malformed": (lambda: visitor("x" * 4000), 401),
}


@every_case("who", STRANGERS)
def test_others_learn_nothing_of_a_battle_that_is_not_theirs(battle: Battle, who: str) -> None:
    """The same answers for a battle that there is and for one that there is not."""
    make, refusal = STRANGERS[who]
    guessed = uuid.uuid4()
    for rest, status in (
        ("forms", refusal),
        ("outline", 404),
        ("lines", 404),
        ("events", 404),
        ("steps/0", 404),
    ):
        answers = [make().get(address(battle_id, rest)) for battle_id in (battle.pk, guessed)]
        assert [answer.status_code for answer in answers] == [status, status], rest
        told = [{**answer.json(), "instance": ""} for answer in answers]
        assert told[0] == told[1]
    assert plot(make(), battle).status_code == refusal
    for page in ("", "prose/", "report.md"):
        assert make().get(f"/battles/{battle.pk}/{page}").status_code == 404


def test_holder_sees_their_own_side_on_the_pages_of_a_running_battle(battle: Battle) -> None:
    plot(logged_in("ann"), battle)
    own, other = (client.get(f"/battles/{battle.pk}/prose/") for client in (logged_in("ann"), visitor()))
    assert (own.context["perspective"], other.context["perspective"]) == ("red", "blue")
    assert "no-store" in own["Cache-Control"]
    assert "private" in own["Cache-Control"]
    assert [key for key, _ in own.context["perspectives"]] == ["red", "observer"]
    assert visitor().get(f"/battles/{battle.pk}/prose/?as=red").status_code == 403
    lines = logged_in("ann").get(address(battle.pk, "lines"))
    assert lines["Cache-Control"] == "private, no-store"
    assert len(lines.json()["lines"]) > len(visitor().get(address(battle.pk, "lines")).json()["lines"])


@every_case("who", ["member", "visitor"])
def test_order_let_in_by_a_cookie_needs_the_csrf_token(battle: Battle, who: str) -> None:
    client = Client(enforce_csrf_checks=True)
    if who == "member":
        client.force_login(member("ann"))
    else:
        client.cookies[settings.VISITOR_COOKIE_NAME] = KEY
    refused = plot(client, battle)
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:darkseas:problem:csrf")
    token = "a" * 32
    client.cookies[settings.CSRF_COOKIE_NAME] = token
    assert plot(client, battle, **{"X-CSRFToken": token}).status_code == 201


def test_order_with_a_seats_token_needs_no_csrf_token(battle: Battle) -> None:
    Seat.objects.filter(battle=battle, side="red").update(token_hash=token_hash("token"))
    client = Client(enforce_csrf_checks=True)
    assert plot(client, battle, Authorization="Seat token").status_code == 201


def test_seat_has_one_holder_at_a_time(battle: Battle) -> None:
    seat = seats_of(battle)["red"]
    with pytest.raises(IntegrityError):
        taking_seats.sit(seat, Holder(bot="captain"), 0)


def test_two_who_take_a_seat_over_at_once_do_not_both_get_it(battle: Battle) -> None:
    former = Holding.objects.get(member=member("ann"))
    taking_seats.change(former, Holder(member=member("bob")), 1)
    with pytest.raises(taking_seats.SeatTaken):
        taking_seats.change(former, Holder(member=member("eve")), 1)
    assert viewer_seat.names_of(battle) == {"red": "bob", "blue": "a visitor"}
