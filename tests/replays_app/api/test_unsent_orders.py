"""What a seat has filled and not sent is kept for whoever sits there, and told to nobody else."""

from typing import Any

import pytest
from django.test import Client

from replays_app.models import Battle, UnsentOrder
from replays_app.recording.unsent_orders import MOST_BYTES
from tests.replays_app.api.test_api import address, give
from tests.support.builders import toy_started
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db

DATA = {"current": "plot", "orders": {"plot": {"hide": 2}}}


def kept(battle: Battle, token: str = "", client: Client | None = None) -> Any:
    """Ask what is kept."""
    headers = {"Authorization": f"Seat {token}"} if token else {}
    return (client or Client()).get(address(battle, "/unsent"), headers=headers)


def keep(battle: Battle, token: str, data: Any) -> Any:
    """Ask to keep something."""
    headers = {"Authorization": f"Seat {token}"}
    body = {"data": data}
    return Client().put(address(battle, "/unsent"), body, content_type="application/json", headers=headers)


def test_what_is_filled_is_kept_for_its_seat_alone() -> None:
    started = toy_started()
    red, blue = started.tokens["red"], started.tokens["blue"]
    assert kept(started.battle, red).json() == {"data": None}
    answer = keep(started.battle, red, DATA)
    assert (answer.status_code, answer.json()["data"]) == (200, DATA)
    assert kept(started.battle, red).json()["data"] == DATA
    assert kept(started.battle, blue).json() == {"data": None}
    assert kept(started.battle).status_code == 401
    assert kept(started.battle, client=logged_in("ann")).status_code == 403
    assert "no-store" in kept(started.battle, red)["Cache-Control"]


def test_newer_takes_its_place_and_null_forgets() -> None:
    started = toy_started()
    keep(started.battle, started.tokens["red"], DATA)
    keep(started.battle, started.tokens["red"], {"current": ""})
    assert UnsentOrder.objects.get().data == {"current": ""}
    assert keep(started.battle, started.tokens["red"], None).json() == {"data": None}
    assert not UnsentOrder.objects.exists()


def test_order_given_forgets_what_was_kept() -> None:
    started = toy_started()
    for side in ("red", "blue"):
        keep(started.battle, started.tokens[side], DATA)
    order = {"order": "plot", "blanks": {"hide": 1, "shell": 2}, "expected": 1}
    assert give(started.battle, started.tokens["red"], "k", **order).status_code == 201
    assert [one.seat.side for one in UnsentOrder.objects.all()] == ["blue"]


def test_only_an_object_is_kept(subtests: pytest.Subtests) -> None:
    for data in ["text", 7, ["a"]]:
        with subtests.test(data=data):
            started = toy_started()
            assert keep(started.battle, started.tokens["red"], data).status_code == 422


def test_size_is_bounded() -> None:
    started = toy_started()
    for many in ("a" * MOST_BYTES, "\U0001f600" * (MOST_BYTES // 12)):
        assert keep(started.battle, started.tokens["red"], {"x": many}).status_code == 413
    assert not UnsentOrder.objects.exists()
    kept = keep(started.battle, started.tokens["red"], {"x": "a" * (MOST_BYTES - 10)})
    assert (kept.status_code // 100, UnsentOrder.objects.count()) == (2, 1)


def test_name_that_no_order_may_have_is_refused_at_once_with_its_place() -> None:
    started = toy_started()
    red = started.tokens["red"]
    keep(started.battle, red, DATA)
    bad = {"current": "plot", "orders": {"plot": {"groups": [{"name": "Van"}, {"name": "\u202eVan"}]}}}
    answer = keep(started.battle, red, bad)
    assert answer.status_code == 422
    assert [one["pointer"] for one in answer.json()["errors"]] == ["#/data/orders/plot/groups/1/name"]
    assert UnsentOrder.objects.get().data == DATA
