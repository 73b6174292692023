"""A connection of waitress whose reader no thread waits for, however slowly it reads or much it asks.

waitress lets a thread wait while much of an answer is unsent. Here an answer is put down whole, in memory and
then in a temporary file, and the thread goes on; the loop sends it as fast as its reader takes it. What may
lie there is bounded: one answer, for of requests sent ahead the next is begun once all before it was taken;
so many bytes of it; so many of all connections of a process. Who takes less than the least pace is let go.
"""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.server import BaseWSGIServer, create_server
from waitress.task import WSGITask

#: An answer of which so much is unsent is broken off: more than any but the longest streams.
MOST_UNSENT_BYTES = 128 * 1024 * 1024
#: Of all connections of a process; beyond it those with the most are closed.
MOST_UNSENT_TOGETHER = 512 * 1024 * 1024
#: Requests that are taken in before the one ahead of them was answered; who sends more at once is let go.
MOST_AHEAD = 16
#: Of what lies unsent at least so much has to be taken in so many seconds.
LEAST_TAKEN_BYTES, PACE_S = 32 * 1024, 30


class HeadersAlone(WSGITask):  # type: ignore[misc]  # waitress says nothing of types
    """Answers ``HEAD`` with headers alone (RFC 9110, 9.3.2), whatever body the application brings.

    waitress would send it, and a client on a connection that is kept would read it as the next answer.
    """

    def write(self, data: bytes) -> None:
        """Send what is to be sent of an answer: its headers, and of ``HEAD`` nothing else."""
        if self.request.command != "HEAD":
            super().write(data)
            return
        super().write(b"")
        self.chunked_response = False  # nor the end of chunks


class BoundedChannel(HTTPChannel):  # type: ignore[misc]  # waitress says nothing of types
    """One connection: a request at a time, whose answer waits for its reader without a thread."""

    task_class = HeadersAlone

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # What `received` does in waitress is not over before requests sent ahead are put aside here.
        self.requests_lock = threading.RLock()
        self.ahead: list[Any] = []
        self.taken_bytes = 0
        self._pace_from: tuple[float, int] | None = None

    def readable(self) -> bool:
        """Whether to read on; before that the next request that was sent ahead is begun."""
        is_free = super().readable() and not self.requests
        if is_free and self.ahead:
            with self.requests_lock:
                self.requests.append(self.ahead.pop(0))
            self.server.add_task(self)
            return False
        return bool(super().readable())

    def received(self, data: bytes) -> bool:
        """Take bytes in; of the requests that they make one is begun."""
        with self.requests_lock:
            is_taken = super().received(data)
            self.ahead += self.requests[1:]
            del self.requests[1:]
        if len(self.ahead) > MOST_AHEAD:
            self.will_close = True
        return bool(is_taken)

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send what the reader takes now, and count it."""
        sent: int = super().send(data, do_close)
        self.taken_bytes += sent
        return sent

    def is_too_slow(self, now: float) -> bool:
        """Whether less than the least pace was taken since bytes were seen unsent; asked now and then."""
        if not self.total_outbufs_len:
            self._pace_from = None
            return False
        since, taken = self._pace_from or (now, self.taken_bytes)
        self._pace_from = (since, taken)
        if now - since < PACE_S:
            return False
        self._pace_from = None
        return self.taken_bytes - taken < LEAST_TAKEN_BYTES

    def _flush_some(self, do_close: bool = True) -> bool:
        is_sent = super()._flush_some(do_close)
        if not self.total_outbufs_len:
            self._pace_from = None
        return bool(is_sent)

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Break an answer off of which too much is unsent, where waitress would let the thread wait."""
        if self.total_outbufs_len > MOST_UNSENT_BYTES:
            raise ClientDisconnected


def bounded_server(application: Callable[..., Any], connections: dict[int, Any], **adjustments: Any) -> Any:
    """Return waitress's server, which puts itself and each connection, a bounded one, to these."""
    server = create_server(
        application, map=connections, outbuf_high_watermark=MOST_UNSENT_BYTES, **adjustments
    )
    for listening in connections.values():
        if isinstance(listening, BaseWSGIServer):
            listening.channel_class = BoundedChannel
    return server


def let_go(connections: Iterable[object], now: float | None = None) -> None:
    """Close connections whose readers are too slow, and those with the most unsent while all is too much.

    To be asked in the loop. They are closed here and now: `will_close` waits until more can be sent, which
    with who reads nothing is never.
    """
    moment = time.monotonic() if now is None else now
    channels = [one for one in connections if isinstance(one, BoundedChannel)]
    for channel in channels:
        if channel.is_too_slow(moment):
            channel.handle_close()
    waiting = [channel for channel in channels if channel.connected]
    together = sum(channel.total_outbufs_len for channel in waiting)
    for channel in sorted(waiting, key=lambda one: -int(one.total_outbufs_len)):
        if together <= MOST_UNSENT_TOGETHER:
            break
        together -= channel.total_outbufs_len
        channel.handle_close()
