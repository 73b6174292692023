"""The one look that serves all streams: news that could not be read at once is told a moment later."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.db import OperationalError

from replays_app.live.stream.database_reads import Readings, read_moments
from replays_app.live.stream.followers import Follower, Followers
from replays_app.log.heads import Head
from replays_app.replay.moment import Moment
from tests.support.builders import toy_started

BATTLE = UUID(int=1)


class DeafOnce(Readings):
    """A database that says where a log ends, and does not answer when it is asked for more, once."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0

    async def ask(self, question: Callable[[], Any]) -> Any:
        """The answers, in the order of the questions: where logs end, a fault, where they end, a moment."""
        self.looks += 1
        if self.looks == 2:
            raise OperationalError("the database is locked")
        return {BATTLE: Head(3, "running")} if self.looks % 2 else {"red": Moment(3, True, False)}


def test_news_outlast_a_database_that_does_not_answer() -> None:
    follower = Follower(BATTLE, "red", 1)

    async def listen() -> Moment | None:
        followers = Followers(DeafOnce(), lambda _: asyncio.sleep(0))
        followers.add(follower)
        await asyncio.wait_for(follower.has_news.wait(), 10)
        followers.remove(follower)
        return follower.take()

    # In a thread of its own: where a browser was driven before, the test's has an event loop already.
    with ThreadPoolExecutor(1) as beside:
        assert beside.submit(asyncio.run, listen()).result() == Moment(3, True, False)


@pytest.mark.django_db
def test_database_that_does_not_answer_is_no_moment_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = toy_started().battle
    readings = "replays_app.live.stream.database_reads.moment_of"

    def raising(fault: Exception) -> Callable[..., Moment]:
        def moment_of(*_: object) -> Moment:
            raise fault

        return moment_of

    monkeypatch.setattr(readings, raising(OperationalError("the database is locked")))
    with pytest.raises(OperationalError):
        read_moments(battle.pk, ["red"])
    monkeypatch.setattr(readings, raising(ValueError("a broken log")))
    assert read_moments(battle.pk, ["red"]) == {}
