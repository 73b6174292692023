"""Recording at a table: which dice are asked for, and who saw them fall."""

from typing import Any

import pytest
from django.test import Client

from darkseas.engine.events import (
    DiceRolled,
    TableWitnessed,
)
from replays_app.export import battle_files
from replays_app.export.fairness import tallies
from replays_app.log import store as log_store
from replays_app.models import Battle, DiceTally
from replays_app.simulation import verification
from tests.replays_app.export.verifier import refused, verified
from tests.replays_app.recording.table_battles import (
    address,
    events_of,
    fight_on,
    post,
    suggested_order,
    table_battle,
    with_dice,
)
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db

NIGHT = "first-night"


def test_f10_dice_are_asked_for_before_they_are_given_and_nothing_else_is_taken() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 1)
    length = log_store.length(battle.pk)
    body = suggested_order(client, battle, "allies")
    where = address(battle, "orders", "allies")
    for number, (dice, place) in enumerate(
        [
            ([[0], [1]], "/dice/0"),
            ([[7], [1]], "/dice/0"),
            ([[1, 1], [1]], "/dice/0"),
            ([[1], [1], [1]], "/dice/2"),
        ]
    ):
        answer = post(client, where, {**body, "dice": dice}, f"wrong{number}")
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, f"#{place}")
    missing = post(client, where, {**body, "dice": [[1]]}, "one")
    assert missing.json()["needed"]["count"] == 1
    assert log_store.length(battle.pk) == length
    given = {**body, "dice": [[3], [2]]}
    answers = [post(client, where, given, "right") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].content == answers[1].content
    assert post(client, where, {**body, "dice": [[4], [4]]}, "right").status_code == 422
    assert [roll.faces for roll in events_of(battle, DiceRolled) if roll.origin == "table"] == [(3,), (2,)]


def test_f6_nobody_rolls_again_by_asking_or_by_taking_an_order_back() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 1)
    body = suggested_order(client, battle, "allies")
    where = address(battle, "next-throw", "allies")
    for _ in range(3):
        assert post(client, where, {**body, "dice": [[], []]}).json() == {"needed": None}
    answer = post(client, address(battle, "orders", "allies"), {**body, "dice": [[], []]}, "k")
    assert answer.status_code == 201
    rolls = [roll for roll in events_of(battle, DiceRolled) if roll.sides == 6]
    assert {roll.origin for roll in rolls} == {"house"}
    fight_on(client, battle, 100)
    assert verified(b"".join(battle_files.export_battle(battle))).rolls["closed"] == 0


def test_next_throw_refuses_as_giving_the_order_does() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    body = suggested_order(client, battle, "ijn")
    where = address(battle, "next-throw", "ijn")
    assert post(client, where, {**body, "expected": 99}).json()["length"] == 2
    assert post(client, where, {**body, "blanks": {}}).status_code == 422
    assert post(client, where, {**body, "order": "dark_seas.move_blocks"}).status_code == 422
    assert post(client, where, {**body, "order": "time_out", "blanks": {}}).status_code == 422


def test_battle_is_recorded_to_its_end_and_proved_without_us() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 3, witnesses=["ijn", "allies"])
    fight_on(client, battle, 100, witnesses=["allies"])
    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED
    assert events_of(battle, TableWitnessed) == [
        TableWitnessed(("ijn", "allies")),
        TableWitnessed(("allies",)),
    ]
    assert verification.check(battle) == []
    data = b"".join(battle_files.export_battle(battle))
    proof = verified(data)
    assert proof.rolls["house"] == sum(roll.origin == "house" for roll in events_of(battle, DiceRolled))
    assert proof.seen["seen by 2 of the sides"] == 2  # the opening initiative
    assert proof.seen["seen by 1 of the sides"] == proof.rolls["table"] - 2
    assert Battle.objects.count() == 1
    assert not battle_files.import_battle(data.splitlines(keepends=True)).is_new
    unsealed = data.replace(b'"scheme":"table","seed_hash"', b'"scheme":"table","seed_hush"')
    assert "leaf" in refused(unsealed)[1]


def test_witness_of_each_roll_stands_in_prose_and_report() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 2)
    fight_on(client, battle, 4, witnesses=["ijn"])
    page = client.get(f"/battles/{battle.pk}/prose/?as=all").content.decode()
    assert "Rolled at the table both present, Japan and Allies" in page
    assert "Rolled at the table one witness, Japan" in page
    assert (
        post(client, address(battle, "orders", "ijn"), {**_empty(), "witnesses": ["x"]}, "k").status_code
        == 422
    )


def _empty() -> dict[str, Any]:
    return {"order": "x", "blanks": {}, "expected": 1}


def test_dice_of_the_table_are_counted_apart() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 100)
    counted = tallies.of_battle(battle)
    assert [kind.sides for kind in counted["house"]] == [256]
    assert 256 not in [kind.sides for kind in counted["table"]]
    thrown = sum(len(roll.faces) for roll in events_of(battle, DiceRolled) if roll.origin == "table")
    assert sum(kind.total for kind in counted["table"]) == thrown
    assert DiceTally.objects.filter(battle=battle, origin="table").exclude(face=1).count() == 0


def test_orders_that_no_table_gives_find_no_table() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    body = with_dice(client, battle, "ijn", suggested_order(client, battle, "ijn"))
    assert post(Client(), address(battle, "next-throw"), body).status_code == 401
    Battle.objects.filter(pk=battle.pk).update(dice_scheme="sha256-1")
    assert post(client, address(battle, "next-throw", "ijn"), body).json()["type"].endswith("no-table")
    assert client.get(f"/battles/{battle.pk}/sign/").status_code == 404
