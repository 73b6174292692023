"""S-1: malformed requests are refused as problems, and change nothing."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from django.test import Client

from replays_app.log import store as log_store
from replays_app.models import Battle, Receipt
from tests.support.builders import fight_turns, toy_started

pytestmark = pytest.mark.django_db

REQUESTS = 600
ALLOWED = {400, 401, 403, 404, 405, 409, 413, 415, 422, 429}

BODIES = (
    b"", b"{", b"[", b"null", b"true", b"3", b'"x"', b"\xff\xfe", b"\xef\xbb\xbf{}", b'{"order":}',
    b'{"order":"plot","order":"plot"}', b'{"expected":NaN}', b'{"expected":1e400}',
    b'{"expected":' + b"9" * 5000 + b"}", b"[" * 5000, b'{"a":' * 5000,
    b'{"order":"\\ud800"}', b'{"order":"\\u0000"}', b"{} {}", b"{'a':1}",
    '{"order":"plot"}'.encode("utf-16"),
)  # fmt: skip
ODD: tuple[Any, ...] = (
    -1, 0, 2**31, 2**53, 2**63, 1.5, True, None, "", "1", "x" * 10_000, "\u202e", [], {}, [[]], {"": 1},
    {"hide": {"hide": {}}}, [[1] * 400], {"üñ": 1},
)  # fmt: skip
EXTRA = ("side", "owner", "seq", "seed", "given_by", "is_staff", "audience", "battle", "seat", "__class__")


def malformed(chance: random.Random, length: int) -> tuple[str, bytes]:
    """One request that no seat could mean: its class, and its body."""
    sound: dict[str, Any] = {"order": "plot", "blanks": {"hide": 1, "shell": 1}, "expected": length}
    kind = chance.choice(("syntax", "type", "extra", "stale", "unknown"))
    if kind == "syntax":
        return kind, chance.choice(BODIES)
    if kind == "type":
        name = chance.choice(tuple(sound))
        odd = [value for value in ODD if value != sound[name]]
        return kind, json.dumps({**sound, name: chance.choice(odd)}).encode()
    if kind == "extra":
        return kind, json.dumps({**sound, chance.choice(EXTRA): chance.choice(ODD)}).encode()
    if kind == "stale":
        return kind, json.dumps({**sound, "expected": length + chance.choice((-9, -1, 1, 10**9))}).encode()
    blank = chance.choice((0, 4, -1, "1", None, [1], 2**40))
    wrong = {"blanks": {"hide": blank, "shell": 1}} if chance.random() < 0.5 else {"order": "toy.plot"}
    return kind, json.dumps({**sound, **wrong}).encode()


def test_s1_malformed_orders_are_problems_and_change_nothing() -> None:
    started = toy_started()
    fight_turns(started.battle, 1)
    before = log_store.rows(started.battle.pk)
    base = f"/api/v1/battles/{started.battle.pk.hex}"
    token = {"Authorization": f"Seat {started.tokens['red']}"}
    length = Client().get(f"{base}/forms", headers=token).json()["length"]
    chance, kinds = random.Random(20261121), Counter[str]()
    for number in range(REQUESTS):
        kind, body = malformed(chance, length)
        kinds[kind] += 1
        media_type = chance.choice(("application/json",) * 9 + ("text/plain",))
        answer = Client().post(
            f"{base}/orders",
            body,
            content_type=media_type,
            headers={**token, "Idempotency-Key": f"k{number}"},
        )
        assert answer.status_code in ALLOWED, (kind, body[:200], answer.content[:300])
        assert answer["Content-Type"] == "application/problem+json"
        assert b"Traceback" not in answer.content
    assert len(kinds) == 5
    assert log_store.rows(started.battle.pk) == before
    assert not Receipt.objects.exists()
    sound = {"order": "plot", "blanks": {"hide": 1, "shell": 1}, "expected": length}
    answer = Client().post(
        f"{base}/orders",
        json.dumps(sound),
        content_type="application/json",
        headers={**token, "Idempotency-Key": "k"},
    )
    assert answer.status_code == 201


def test_s1_malformed_battles_are_problems_and_begin_nothing() -> None:
    chance = random.Random(7)
    for _ in range(150):
        body = chance.choice(BODIES)
        if chance.random() < 0.5:
            name = chance.choice(("scenario", "dice", "seats", *EXTRA))
            body = json.dumps({"scenario": "atlantis", name: chance.choice(ODD)}).encode()
        answer = Client().post("/api/v1/battles", body, content_type="application/json")
        assert answer.status_code in ALLOWED, body[:200]
        assert answer["Content-Type"] == "application/problem+json"
    assert not Battle.objects.exists()
