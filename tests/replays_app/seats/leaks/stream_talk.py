"""What a stream says while the owner of the secrets does more of what nobody can see."""

import asyncio
import queue
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from django.conf import settings

from replays_app.live.stream.application import Streams
from replays_app.live.stream.database_reads import Readings
from replays_app.live.stream.followers import Followers

from .viewers import OPPONENT, Viewer
from .worlds import World

Result = TypeVar("Result")
#: So often everybody in the event loop gets their turn until what was told is written.
TURNS = 30


class OnThisConnection(Readings):
    """Has the test's own thread ask the database, on whose connection alone its transaction is seen.

    The event loop runs in a thread beside it: where a browser was driven before, the test's has one already.
    """

    def __init__(self) -> None:
        self._asked: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()

    async def ask(self, question: Callable[[], Result]) -> Result:
        """Return what the question finds, or raise what it raises."""
        answer: Future[Result] = Future()
        self._asked.put(lambda: _settle(answer, question))
        return await asyncio.wrap_future(answer)

    def answer_until_done(self, talk: "Future[str]") -> str:
        """Answer what is asked until the talk is over; return what was said in it."""
        talk.add_done_callback(lambda _: self._asked.put(None))
        while question := self._asked.get():
            question()
        return talk.result()


def _settle(answer: "Future[Result]", question: Callable[[], Result]) -> None:
    if not answer.set_running_or_notify_cancel():
        return
    try:
        answer.set_result(question())
    except BaseException as fault:
        answer.set_exception(fault)


async def _look_no_more(_: float) -> None:
    raise asyncio.CancelledError


def stream_talk(world: World, who: Viewer) -> str:
    """Everything that is sent to a follower, who comes without an entry known, and to one who knows some."""
    texts = []
    with ThreadPoolExecutor(1) as beside:
        for query, known in _CALLS:
            readings = OnThisConnection()
            talk = beside.submit(asyncio.run, _listen(readings, world, who, query, known))
            texts.append(readings.answer_until_done(talk))
    return "\n".join(texts)


_CALLS = (("", None), ("as=observer", None), ("", "3"))


async def _listen(
    readings: OnThisConnection, world: World, who: Viewer, query: str, known: str | None
) -> str:
    streams = Streams()
    streams.readings = readings
    streams.followers = Followers(streams.readings, _look_no_more)
    sent: list[str] = []
    gone = asyncio.Event()

    async def receive() -> dict[str, Any]:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(part: dict[str, Any]) -> None:
        sent.append(repr(part))

    task = asyncio.ensure_future(streams(_scope(world, who, query, known), receive, send))
    for _ in range(2):
        await _until_quiet(sent, task)
        await readings.ask(partial(world.go_on_in_secret, from_seats=who.name == OPPONENT))
        await streams.followers.look()
    await _until_quiet(sent, task)
    gone.set()
    await task
    return "\n".join(sent)


async def _until_quiet(sent: list[str], task: "asyncio.Future[None]") -> None:
    """Wait until what is to be sent now has been."""
    while not task.done():
        before = len(sent)
        for _ in range(TURNS):
            await asyncio.sleep(0.0005)
        if sent and len(sent) == before:
            return


def _scope(world: World, who: Viewer, query: str, known: str | None) -> dict[str, Any]:
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in who.client.cookies.items())
    headers = {"host": "testserver", "cookie": cookies, **{k.lower(): v for k, v in who.headers.items()}}
    if known is not None:
        headers["last-event-id"] = known
    return {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "path": f"/api/v1/battles/{world.battle.pk.hex}/stream",
        "query_string": query.encode(),
        "headers": [(name.encode(), text.encode()) for name, text in headers.items() if text],
        "client": ("192.0.2.9", 1),
        "server": ("testserver", 80),
        "root_path": settings.FORCE_SCRIPT_NAME or "",
    }
