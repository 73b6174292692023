"""S-1: malformed requests are refused as problems, and change nothing."""

import json
import logging
import os
import random
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.test import Client

from replays_app.models import Battle
from tests.support import time_limits
from tests.support.builders import plot, seats_of, toy_started
from tests.support.database_fingerprint import fingerprint

pytestmark = pytest.mark.django_db

#: What no answer may take longer than, and all of them together not add to the process.
SLOWEST_S, MOST_MEMORY_KB = 0.25, 50_000
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
EXTRA = (
    "side", "owner", "seq", "seed", "given_by", "is_staff", "is_superuser", "audience", "battle", "seat",
    "id", "pk", "__class__", "__proto__", "constructor", "step", "shape", "kind", "link", "leaf", "salt",
    "data", "state", "participant", "token", "token_hash", "status", "winner", "result", "scores", "rating",
    "faces", "roll", "rolls", "scope", "origin", "turn", "phase", "round", "clock", "allowance_s",
    "recorded_at", "created_at", "updated_at", "user", "member", "holder", "visitor", "umpire", "role",
    "scopes", "permissions", "password", "email", "release", "system", "scenario", "revision", "visibility",
    "secret", "nonce_of", "commit",
)  # fmt: skip


class Sent(NamedTuple):
    """One request: its class, what it is sent with, and to which place of the API of battles."""

    kind: str
    body: bytes
    place: str = "orders"
    method: str = "post"
    media_type: str = "application/json"
    token: str = "red"
    key: str | None = "new"


def malformed(chance: random.Random, length: int) -> Sent:
    """One request that no seat could mean."""
    sound: dict[str, Any] = {"order": "plot", "blanks": {"hide": 1, "shell": 1}, "expected": length}
    kind = chance.choice(tuple(CLASSES))
    return Sent(kind, **CLASSES[kind](chance, sound))


def _syntax(chance: random.Random, sound: dict[str, Any]) -> dict[str, Any]:
    return {
        "body": chance.choice(BODIES),
        "media_type": chance.choice(("application/json",) * 9 + ("text/plain",)),
    }


def _type(chance: random.Random, sound: dict[str, Any]) -> dict[str, Any]:
    name = chance.choice(tuple(sound))
    odd = [value for value in ODD if value != sound[name]]
    return {"body": json.dumps({**sound, name: chance.choice(odd)}).encode()}


def _extra(chance: random.Random, sound: dict[str, Any]) -> dict[str, Any]:
    return {"body": json.dumps({**sound, chance.choice(EXTRA): chance.choice(ODD)}).encode()}


def _stale(chance: random.Random, sound: dict[str, Any]) -> dict[str, Any]:
    by = chance.choice((-9, -1, 1, 10**9))
    return {"body": json.dumps({**sound, "expected": sound["expected"] + by}).encode()}


def _unknown(chance: random.Random, sound: dict[str, Any]) -> dict[str, Any]:
    blank = chance.choice((0, 4, -1, "1", None, [1], 2**40))
    wrong = {"blanks": {"hide": blank, "shell": 1}} if chance.random() < 0.5 else {"order": "toy.plot"}
    return {"body": json.dumps({**sound, **wrong}).encode()}


def _protocol(chance: random.Random, sound: dict[str, Any]) -> dict[str, Any]:
    """A sound order, sent where or as it cannot be: as nobody, from another battle, with a used key."""
    wrong: dict[str, Any] = chance.choice(
        (
            {"token": "nobody"}, {"token": "stranger"}, {"token": ""}, {"key": None}, {"key": "a b"},
            {"key": "used"}, {"method": "put"}, {"method": "delete"}, {"method": "get"},
            {"media_type": "application/x-www-form-urlencoded"}, {"media_type": "application/xml"},
            {"place": "next-throw"}, {"place": "rulings"}, {"place": "nothing"},
        )
    )  # fmt: skip
    return {"body": json.dumps(sound).encode(), **wrong}


CLASSES: dict[str, Callable[[random.Random, dict[str, Any]], dict[str, Any]]] = {
    "syntax": _syntax,
    "type": _type,
    "extra": _extra,
    "stale": _stale,
    "unknown": _unknown,
    "protocol": _protocol,
}


@pytest.fixture
def requests(in_full: bool) -> int:
    """How many malformed orders are sent; more of them on demand."""
    return int(os.environ.get("DARKSEAS_TEST_REQUESTS", "2000" if in_full else "600"))


@pytest.fixture
def no_log() -> Iterator[None]:
    """Keep nothing of what is logged: pytest would keep each request with it."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


def test_s1_malformed_orders_are_problems_and_change_nothing(no_log: None, requests: int) -> None:
    started, other = toy_started(), toy_started()
    seats = seats_of(started.battle)
    plot(seats["red"], 1, 1, idempotency_key="used")
    plot(seats["blue"], 2, 2)
    tokens = {**started.tokens, "stranger": other.tokens["red"], "nobody": "nonsense"}
    base = f"/api/v1/battles/{started.battle.pk.hex}"
    length = Client().get(f"{base}/forms", headers=seat(tokens["red"])).json()["length"]
    chance, kinds, times = random.Random(20261121), Counter[str](), list[float]()
    before, limit, memory = (
        fingerprint(),
        time_limits.limits(time.process_time),
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    )
    for number in range(requests):
        sent = malformed(chance, length)
        kinds[sent.kind] += 1
        began = time.process_time()
        answer = send(base, sent, tokens, number)
        times.append(time.process_time() - began)
        assert answer.status_code in ALLOWED, (sent, answer.content[:300])
        assert answer["Content-Type"] == "application/problem+json", sent
        assert b"Traceback" not in answer.content
        cache.clear() if number % 1000 == 999 else None
    assert len(kinds) == len(CLASSES)
    assert fingerprint() == before
    assert sorted(times)[int(0.99 * requests)] < limit(SLOWEST_S)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < MOST_MEMORY_KB


def seat(token: str) -> dict[str, str]:
    """The header of somebody in a seat."""
    return {"Authorization": f"Seat {token}"} if token else {}


def send(base: str, sent: Sent, tokens: dict[str, str], number: int) -> Any:
    """The answer to a request."""
    keys = {"new": f"k{number}", "used": "used", "a b": "a b"}
    headers = {
        **seat(tokens.get(sent.token, "")),
        **({"Idempotency-Key": keys[sent.key]} if sent.key else {}),
    }
    call = getattr(Client(), sent.method)
    more = {} if sent.method == "get" else {"data": sent.body, "content_type": sent.media_type}
    return call(f"{base}/{sent.place}", headers=headers, **more)


def test_s1_hundred_good_orders_are_taken_right_after_bad_ones() -> None:
    given = 0
    while given < 100:
        started = toy_started()
        base = f"/api/v1/battles/{started.battle.pk.hex}"
        for turn in range(12):
            side = ("red", "blue")[turn % 2]
            headers = {**seat(started.tokens[side]), "Idempotency-Key": f"good-{turn}"}
            length = Client().get(f"{base}/forms", headers=headers).json()["length"]
            bad = Client().post(f"{base}/orders", b"{", content_type="application/json", headers=headers)
            sound = {"order": "plot", "blanks": {"hide": 1 + turn % 2, "shell": 3}, "expected": length}
            answer = Client().post(f"{base}/orders", sound, content_type="application/json", headers=headers)
            assert (bad.status_code, answer.status_code) == (400, 201)
            given += 1


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
