"""ASGI application that holds the streams open: one small task each, no thread.

Django's own handler would occupy a thread for each open response, so streams bypass it.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any
from uuid import UUID

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse

from darkseas.web.problems import Problem, problem_of, problem_response
from replays_app.seats import presence

from . import server_sent_events
from .database_reads import Readings, read_moments
from .followers import Follower, Followers
from .stream_access import Admission, admit, origin_of, request_of
from .stream_limits import Places

#: Seconds between heartbeats; each heartbeat also checks that the follower still has access.
HEARTBEAT_S = 15.0
#: Readers who do not accept a message within this time, in seconds, are dropped; they can reconnect.
TAKEN_WITHIN_S = 20.0
METHODS = "GET, OPTIONS"
_STREAM = re.compile(
    r"/api/v1/battles/([0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12})/stream"
)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Streams:
    """The application; tests shorten ``heartbeat_s``."""

    def __init__(self, heartbeat_s: float = HEARTBEAT_S) -> None:
        self.readings = Readings()
        self.followers = Followers(self.readings)
        self.places = Places()
        self.heartbeat_s = heartbeat_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request; ignore other ASGI scopes."""
        if scope["type"] != "http":
            raise ValueError(f"supports only HTTP, not {scope['type']}")
        origin = None
        try:
            request = await self.readings.ask(partial(request_of, scope))
            origin = origin_of(request)
            battle_id = _battle_of(request)
            if request.method == "OPTIONS":
                await _answer(send, HttpResponse(status=204), origin)
                return
            admission = await self.readings.ask(partial(admit, request, battle_id))
            if await self._has_heard_all(admission):
                await _answer(send, HttpResponse(status=204), origin)
                return
            self.places.take(admission)
        except Exception as fault:
            await _answer(send, _refusal(fault), origin)
            return
        try:
            stream = _Stream(self, request, admission, send)
            await _until_either(_hung_up(receive), stream.run(origin))
        finally:
            if self.places.leave(admission) and admission.seat_id is not None:
                await self.readings.ask(partial(presence.forget, admission.seat_id))

    async def _has_heard_all(self, admission: Admission) -> bool:
        """Whether no more news can come; after a response of 204 browsers do not reconnect."""
        if not admission.is_over or admission.known is None:
            return False
        question = partial(read_moments, admission.battle_id, [admission.perspective])
        moment = (await self.readings.ask(question)).get(admission.perspective)
        return moment is not None and moment.length == admission.known


class _Stream:
    def __init__(self, streams: Streams, request: ASGIRequest, admission: Admission, send: Send) -> None:
        self._streams = streams
        self._request = request
        self._admission = admission
        self._send = send
        self._follower = Follower(
            admission.battle_id, admission.perspective, admission.known, admission.seat_id
        )

    async def run(self, origin: str | None) -> None:
        """Stream until the battle is over, the follower loses access, or reads too slowly."""
        with suppress(TimeoutError):
            await self._write({"type": "http.response.start", "status": 200, "headers": _opening(origin)})
            await self._write(_body(server_sent_events.OPENING))
            self._streams.followers.add(self._follower)
            try:
                await self._tell_on()
            finally:
                self._streams.followers.remove(self._follower)
            await self._write(_body(b"", more=False))

    async def _tell_on(self) -> None:
        """Send news as they come, and heartbeats at fixed times that no event in the battle shifts."""
        loop = asyncio.get_running_loop()
        beat = loop.time()
        while True:
            if loop.time() >= beat:
                if not await self._may_still_follow():
                    return
                await self._write(_body(server_sent_events.HEARTBEAT))
                beat += self._streams.heartbeat_s
            with suppress(TimeoutError):
                await asyncio.wait_for(self._follower.has_news.wait(), max(beat - loop.time(), 0))
            is_rung_for, moment = self._follower.take_bell(), self._follower.take()
            if is_rung_for:
                await self._write(_body(server_sent_events.CHAT))
            if moment is not None:
                await self._write(_body(server_sent_events.news(moment)))
                if moment.is_over:
                    return

    async def _may_still_follow(self) -> bool:
        """Whether the follower still has the same access; a handover of the seat ends the stream."""
        return await self._streams.readings.ask(partial(_is_admitted, self._request.scope, self._admission))

    async def _write(self, part: dict[str, Any]) -> None:
        """Send a part of the response. Raises TimeoutError if the reader does not accept it."""
        await asyncio.wait_for(self._send(part), TAKEN_WITHIN_S)


def _is_admitted(scope: Mapping[str, Any], before: Admission) -> bool:
    """Check access again from the beginning, and record that the seat has a page open."""
    try:
        now = admit(request_of(scope), before.battle_id)
    except Exception as fault:
        if problem_of(fault) is None:
            raise
        return False
    if (now.perspective, now.seat_id) != (before.perspective, before.seat_id):
        return False
    if now.seat_id is not None:
        presence.note(now.seat_id)
    return True


def _battle_of(request: ASGIRequest) -> UUID:
    """Return the battle in the URL. Raises Problem 404 and 405."""
    match = _STREAM.fullmatch(request.path)
    if match is None:
        raise Problem(404, "not-found", "This server has only streams of battles.")
    if request.method not in METHODS.split(", "):
        raise Problem(405, "method-not-allowed", f"Use {METHODS}.")
    return UUID(match.group(1))


async def _until_either(*doings: Awaitable[None]) -> None:
    """Run until one of two awaitables ends, then cancel the other. Raises the exception of the first."""
    tasks = [asyncio.ensure_future(doing) for doing in doings]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _hung_up(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _refusal(fault: Exception) -> HttpResponse:
    problem = problem_of(fault)
    if problem is None:
        raise fault
    headers = {}
    if auth_header := getattr(problem, "auth_header", None):
        headers["WWW-Authenticate"] = auth_header
    if wait := getattr(problem, "wait", None):
        headers["Retry-After"] = str(wait)
    return problem_response(problem, headers)


def _opening(origin: str | None) -> list[tuple[bytes, bytes]]:
    """Return the headers of a stream; the last headers stop proxies from buffering."""
    return [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store, no-transform"),
        (b"x-accel-buffering", b"no"),
        *_cross_origin(origin),
    ]


def _cross_origin(origin: str | None) -> list[tuple[bytes, bytes]]:
    headers = [(b"vary", b"Origin"), (b"x-content-type-options", b"nosniff")]
    if origin is not None:
        headers += [
            (b"access-control-allow-origin", origin.encode("latin-1")),
            (b"access-control-allow-credentials", b"true"),
            (b"access-control-allow-headers", b"authorization, last-event-id"),
            (b"access-control-allow-methods", METHODS.encode()),
        ]
    return headers


async def _answer(send: Send, response: HttpResponse, origin: str | None) -> None:
    """Send an ordinary response."""
    named = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.items()]
    length = (b"content-length", str(len(response.content)).encode())
    headers = [*named, *([] if response.status_code == 204 else [length]), *_cross_origin(origin)]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send(_body(response.content, more=False))


def _body(content: bytes, *, more: bool = True) -> dict[str, Any]:
    return {"type": "http.response.body", "body": content, "more_body": more}


application = Streams()
