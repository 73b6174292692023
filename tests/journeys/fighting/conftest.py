"""Journeys of fights begin alike in every run: what hangs on how a battle goes fails always, or never."""

from zlib import crc32

import pytest

from tests.replays_app.recording.foreseen_battles import foreseen


@pytest.fixture(autouse=True)
def battles_go_as_before(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a test's battles numbers, house dice and ties of its own, the same each time."""
    foreseen(monkeypatch, crc32(request.node.nodeid.encode()) << 32)
