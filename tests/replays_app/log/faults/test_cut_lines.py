"""A-3: who does not hear an answer asks again with the same key, and the order stands once."""

import random

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.replays_app.log.faults.cutting_proxy import cutting
from tests.replays_app.log.faults.fought import long_battle

pytestmark = pytest.mark.django_db(transaction=True)

#: An order has about 400 bytes, its answer 700 and more. What is cut later is not cut at all.
QUESTION, BOTH = 400, 1_100


@pytest.fixture
def orders(in_full: bool) -> int:
    """How many orders are given, each over a line that is cut."""
    return 500 if in_full else 40


class Shears:
    """Cuts the first line of each order, half of them while it is asked, the others while it is answered."""

    def __init__(self) -> None:
        self.chance = random.Random(20261122)
        self.is_first = True

    def __call__(self) -> int | None:
        """After how many bytes the next line is cut."""
        if not self.is_first:
            return None
        self.is_first = False
        bounds = (1, QUESTION) if self.chance.random() < 0.5 else (QUESTION, BOTH)
        return self.chance.randrange(*bounds)


def test_a3_order_whose_line_was_cut_stands_once(
    live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, orders: int
) -> None:
    fought, shears = long_battle(monkeypatch), Shears()
    sent = 0
    with cutting(live_server.thread.port, shears) as proxy:
        for _ in range(orders):
            shears.is_first = True
            sent += fought.order_next(live_server.thread.port, through=proxy.port)
    fought.check()
    assert len(fought.plots) == orders
    assert proxy.cuts > 0.8 * orders
    assert sent >= orders + proxy.cuts
