"""Battles whose orders go to a port, sent again until they are acknowledged, and what became of them."""

import contextlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple

import pytest

from darkseas.engine.events import OrderGiven
from replays_app.log import store as log_store
from replays_app.models import Battle, Receipt
from replays_app.recording.start import start
from replays_app.simulation import verification
from tests.support.builders import toy_revision
from tests.support.fair_battles import exchange_seeds
from tests.support.toys import toy_rules

FAIR = "ds-dice-1"
#: How long something may take on a machine that does much else. Where all is well nobody waits for it.
PATIENCE_S = 120
NAP_S = 0.002
#: After so many turns a battle of these tests would end; none is fought so long.
NIGHT = 1_000_000

Plot = tuple[str, int, int]


class Reply(NamedTuple):
    """An answer: its status, and its bytes."""

    status: int
    body: bytes


@dataclass
class Fought:
    """A battle: what its sides ordered, and what they were told of each order, by its key.

    Nobody ever finds anybody: a squadron hides in coves 1 and 2 and shells 3 and 4.
    """

    battle: Battle
    tokens: Mapping[str, str]
    plots: list[Plot] = field(default_factory=list)
    answers: dict[str, bytes] = field(default_factory=dict)
    repeated: int = 0
    requests: dict[str, tuple[str, str]] = field(default_factory=dict)

    def order_next(self, port: int, through: int | None = None) -> int:
        """Give the next order, of red and blue in turn, until it is heard of; return how often it was sent.

        ``through`` is another port that leads there, for the order alone.
        """
        number = len(self.plots)
        side = ("red", "blue")[number % 2]
        plot = (side, 1 + number // 2 % 2, 3 + number // 4 % 2)
        expected = json.loads(self._heard(port, side, "forms")[0].body)["length"]
        order = {"order": "plot", "blanks": {"hide": plot[1], "shell": plot[2]}, "expected": expected}
        key = f"order-{number}"
        reply, sent = self._heard(through or port, side, "orders", json.dumps(order), key)
        assert reply.status == 201, reply
        self.plots.append(plot)
        self.requests[key] = side, json.dumps(order)
        self.answers[key] = reply.body
        return sent

    def repeat(self, port: int, key: str) -> Reply:
        """Send an order that was acknowledged once more, until it is heard of; return what it is told."""
        side, order = self.requests[key]
        return self._heard(port, side, "orders", order, key)[0]

    def _heard(self, port: int, side: str, path: str, body: str = "", key: str = "") -> tuple[Reply, int]:
        """What a side was answered in the end, and how often it had to ask."""
        headers = {"Authorization": f"Seat {self.tokens[side]}", "Content-Type": "application/json"}
        path = f"/api/v1/battles/{self.battle.pk.hex}/{path}"
        sent, until = 0, time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            sent += 1
            reply = reply_to(port, path, body, headers | ({"Idempotency-Key": key} if key else {}))
            if reply is not None:
                return reply, sent
            time.sleep(NAP_S)
        raise AssertionError(f"no answer from {path}")

    def check(self) -> None:
        """The log is whole, decided again it is the same; every order stands once, as it was acknowledged."""
        entries = log_store.read(self.battle.pk)
        assert [entry.seq for entry in entries] == list(range(len(entries)))
        assert verification.check(self.battle) == []
        given = [entry.event for entry in entries if isinstance(entry.event, OrderGiven)]
        plots = [(one.side, one.blanks["hide"], one.blanks["shell"]) for one in given if one.order == "plot"]
        assert plots == self.plots
        receipts = Receipt.objects.filter(seat__battle=self.battle, key__startswith="order-")
        assert {receipt.key: bytes(receipt.answer) for receipt in receipts} == self.answers


def long_battle(patch: pytest.MonkeyPatch, scheme: str = FAIR) -> Fought:
    """A battle that is not over soon, with dice of this scheme."""
    patch.setattr(toy_rules, "LAST_TURN", NIGHT)
    started = start(toy_revision(options={"coves": 4}), scheme=scheme, seed=bytes(range(32)))
    if scheme == FAIR:
        exchange_seeds(started.battle)
    return Fought(started.battle, started.tokens)


def reply_to(port: int, path: str, body: str, headers: Mapping[str, str]) -> Reply | None:
    """The answer of a port to what is sent, or to a look without a body; None where the line was cut."""
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    with contextlib.closing(line):
        try:
            line.request("POST" if body else "GET", path, body, {**headers, "Connection": "close"})
            with line.getresponse() as answer:
                return Reply(answer.status, answer.read())
        except (OSError, HTTPException):
            return None
