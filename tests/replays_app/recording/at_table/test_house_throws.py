"""Dice left to the house at a table: nobody looks how they would fall and throws by hand after all."""

from typing import Any

import pytest
from django.test import Client

from replays_app.models import Battle
from tests.replays_app.recording.table_battles import (
    address,
    fight_on,
    post,
    suggested_order,
    table_battle,
)
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db

NIGHT = "first-night"
ALLIES = "allies"


@pytest.fixture(params=["one", "two"])
def at_throws(request: pytest.FixtureRequest) -> tuple[Battle, Client, dict[str, Any]]:
    """A table with one recorder or two, where the Allies' order needs two dice."""
    battle = table_battle(NIGHT, "ann") if request.param == "one" else table_battle(NIGHT, "bob", "ann")
    first = logged_in("ann") if request.param == "one" else logged_in("bob")
    fight_on(first, battle, 1)
    client = logged_in("ann")
    return battle, client, suggested_order(client, battle, ALLIES)


def ask(client: Client, battle: Battle, body: dict[str, Any], dice: list[list[int]]) -> Any:
    """What the Allies' order needs beside these dice."""
    return post(client, address(battle, "next-throw", ALLIES), {**body, "dice": dice})


def test_f6_what_the_house_has_thrown_is_not_thrown_by_hand_after_all(
    at_throws: tuple[Battle, Client, dict[str, Any]],
) -> None:
    battle, client, body = at_throws
    assert ask(client, battle, body, [[2]]).status_code == 200
    assert ask(client, battle, body, [[3]]).status_code == 200  # a slip of the finger, corrected
    assert ask(client, battle, body, [[3], []]).json() == {"needed": None}
    others: list[list[list[int]]] = [[[3], [1]], [[4], []], [[], []]]
    for number, dice in enumerate(others):
        refused = ask(client, battle, body, dice)
        assert refused.status_code == 422
        assert "throws are fixed: 3; the site" in refused.json()["detail"]
        given = post(client, address(battle, "orders", ALLIES), {**body, "dice": dice}, f"other{number}")
        assert given.status_code == 422
    assert ask(client, battle, body, [[3]]).json()["needed"]["sides"] == 6  # as after a page was loaded anew
    answer = post(client, address(battle, "orders", ALLIES), {**body, "dice": [[3], []]}, "right")
    assert answer.status_code == 201


def test_f6_no_refusal_of_an_order_shows_the_houses_die_unbound(
    at_throws: tuple[Battle, Client, dict[str, Any]],
) -> None:
    battle, client, body = at_throws
    where = address(battle, "orders", ALLIES)
    assert post(client, where, {**body, "dice": [[]]}, "one").json()["needed"]["count"] == 1
    assert ask(client, battle, body, [[5]]).status_code == 422
    assert post(client, where, {**body, "dice": [[], [7]]}, "two").status_code == 422
    assert post(client, where, {**body, "dice": [[], [6]]}, "three").status_code == 201


def test_f6_faces_that_cannot_be_bind_nobody(at_throws: tuple[Battle, Client, dict[str, Any]]) -> None:
    battle, client, body = at_throws
    assert ask(client, battle, body, [[7], []]).status_code == 422
    assert ask(client, battle, body, [[1], []]).json() == {"needed": None}


def test_f6_no_other_order_has_the_die_of_the_house() -> None:
    """Who records both sides may ask of any order, until the house has thrown for one."""
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 1)
    body = suggested_order(client, battle, ALLIES)
    one, two = body["blanks"]["groups"]
    exchanged = [{**one, "hex": two["hex"]}, {**two, "hex": one["hex"]}]
    other = {**body, "blanks": {**body["blanks"], "groups": exchanged}}
    assert ask(client, battle, other, []).status_code == 200
    assert ask(client, battle, body, [[]]).status_code == 200
    refused = ask(client, battle, other, [])
    assert (refused.status_code, "you cannot change it" in refused.json()["detail"]) == (422, True)
    assert post(client, address(battle, "orders", ALLIES), {**body, "dice": [[], []]}, "k").status_code == 201
