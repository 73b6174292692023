"""Chance that is the same in each run, the house's and the captain's, for what hangs on how a battle goes."""

from itertools import count
from uuid import UUID
from zlib import crc32

import pytest
from django.conf import settings

from replays_app.recording import dice_schemes, start

SECRET = "what the captain breaks ties by, " * 2


def foreseen(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let the next battles have ids from this number on, which no other test has: caches go by them."""
    monkeypatch.setattr(settings, "SECRET_KEY", SECRET)  # the captain breaks ties by it
    committed, numbers = dice_schemes.committed, count(number)
    monkeypatch.setattr(start, "uuid4", lambda: UUID(int=next(numbers)))
    monkeypatch.setattr(
        dice_schemes, "committed", lambda battle, sides, _: committed(battle, sides, bytes(32))
    )


@pytest.fixture(autouse=True)
def battles_go_as_before(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the battles of tests whose conftest takes this in ids, house dice and ties that stay the same."""
    foreseen(monkeypatch, crc32(request.node.nodeid.encode()) << 32)
