"""Recording at a table: who records sees their sides, and nobody more than that."""

from typing import Any

import pytest
from django.test import Client

from tests.replays_app.recording.foreseen_battles import foreseen
from tests.replays_app.recording.table_battles import (
    address,
    called,
    fight_on,
    post,
    suggested_order,
    table_battle,
)
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db

NIGHT = "first-night"


def test_who_records_both_sides_sees_everything_and_gives_orders_for_both() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    assert client.get(address(battle, "outline") + "?as=all").json()["perspective"] == "all"
    for side in ("ijn", "allies"):
        assert client.get(address(battle, "forms", side)).json()["side"] == side
    assert client.get(address(battle, "forms", "nobody")).status_code == 403
    assert client.get(f"/battles/{battle.pk}/play/").status_code == 200
    assert [row.battle for row in _my_battles(client)] == [battle]


def _my_battles(client: Client) -> list[Any]:
    rows: list[Any] = client.get("/play/").context["running"]
    return rows


def test_two_who_record_a_side_each_see_no_more_than_their_own() -> None:
    battle = table_battle(NIGHT, "ann", "bob")
    ann, bob = logged_in("ann"), logged_in("bob")
    fight_on(ann, battle, 0)
    sides = [seat.side for seat in battle.seats.exclude(side="umpire")]
    for client, own, other in ((ann, sides[0], sides[1]), (bob, sides[1], sides[0])):
        assert client.get(address(battle, "outline") + "?as=all").status_code == 404
        assert client.get(address(battle, "outline") + f"?as={other}").status_code == 404
        assert client.get(address(battle, "forms", other)).status_code == 403
        assert client.get(address(battle, "forms")).json()["side"] == own
    assert logged_in("eve").get(address(battle, "outline") + "?as=all").status_code == 404


def test_draw_of_a_target_says_which_ship_is_which_number_to_who_sees_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    foreseen(monkeypatch, WITH_A_DRAW)
    battle, ann = table_battle("hood-and-bismarck", "ann"), logged_in("ann")
    drawn: list[list[str]] = []
    while not drawn and (seat := called(ann, battle)) is not None:
        body = suggested_order(ann, battle, seat)
        while (needed := post(ann, address(battle, "next-throw", seat), body).json()["needed"]) is not None:
            column = needed.get("column", {"title": "", "rows": []})
            if column["title"].startswith("one of a pool"):
                drawn.append([f"{row['roll']} {row['result']}" for row in column["rows"]])
            body["dice"].append([])  # the house throws
        assert post(ann, address(battle, "orders", seat), body, f"k{body['expected']}").status_code == 201
    assert [result[0] for result in drawn[0]] == ["1", "2"]
    assert len({name for name in SHIPS for result in drawn[0] if f"draw {name}" in result}) == len(drawn[0])


#: A battle in which a target is drawn.
WITH_A_DRAW = 900
#: Who may be drawn where Hood and Bismarck meet.
SHIPS = ("Hood", "Prince of Wales", "Bismarck", "Prinz Eugen")


def test_only_who_sees_everything_is_told_what_a_die_would_do() -> None:
    alone = table_battle(NIGHT, "ann")
    ann = logged_in("ann")
    columns = []
    while (seat := called(ann, alone)) is not None:
        body = suggested_order(ann, alone, seat)
        needed = post(ann, address(alone, "next-throw", seat), body).json()["needed"]
        columns += [needed["column"]["title"]] if needed and "column" in needed else []
        fight_on(ann, alone, 1, witnesses=[seat])
    assert any(title.startswith(("D12 at ", "one of a pool")) for title in columns)
