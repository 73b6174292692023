"""gunicorn's worker for pages: whole requests are gathered before a thread takes one.

A thread of gunicorn's own workers reads from its client, for as long as the client likes: sixteen half-sent
requests stopped a site of sixteen threads. Here waitress gathers requests and sends answers, all in one loop,
and its threads have nothing to wait for but the application (`bounded_channel.py`: nor for who reads slowly);
gunicorn keeps the processes, as before.
"""

import os
import time
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

from gunicorn.workers.base import Worker
from waitress import wasyncore

from .bounded_channel import bounded_server, let_go

#: A connection on which nothing comes or goes is closed after so many seconds, looked for so often.
SILENT_S = 20
LOOK_EVERY_S = 5
#: More than any page or part of the API takes in; each says itself what is too much for it.
MOST_BODY_BYTES = 16 * 1024 * 1024
MOST_HEADER_BYTES = 64 * 1024
_LOOP_S = 0.5


class BufferedWorker(Worker):  # type: ignore[misc]  # gunicorn says nothing of types
    """Serves as many requests at once as gunicorn's ``threads``, of ``worker_connections`` connections."""

    _connections: dict[int, Any]
    _server: Any = None
    _looked_at = 0.0

    def run(self) -> None:
        """Serve until gunicorn asks for the end, or is gone; then finish what has begun, in its time."""
        self._connections = {}
        self._server = bounded_server(
            self._counted,
            self._connections,
            sockets=[listener.sock for listener in self.sockets],
            threads=self.cfg.threads,
            connection_limit=self.cfg.worker_connections,
            channel_timeout=SILENT_S,
            cleanup_interval=LOOK_EVERY_S,
            max_request_body_size=MOST_BODY_BYTES,
            max_request_header_size=MOST_HEADER_BYTES,
            # Whether a proxy may be believed is the settings' to say.
            clear_untrusted_proxy_headers=False,
            log_socket_errors=False,
            ident="",
        )
        while self.alive and os.getppid() == self.ppid:
            self._turn()
        self._finish()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take the wish to end, and wake the loop."""
        super().handle_exit(sig, frame)
        if self._server is not None:
            self._server.pull_trigger()

    def _counted(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer; after gunicorn's ``max_requests`` another process goes on."""
        self.nr += 1
        if self.nr >= self.max_requests:
            self.alive = False
        answer: Iterable[bytes] = self.wsgi(environ, start_response)
        return answer

    def _turn(self) -> None:
        self.notify()
        wasyncore.poll2(_LOOP_S, self._connections)
        now = time.monotonic()
        if now >= self._looked_at + LOOK_EVERY_S:
            self._looked_at = now
            let_go(list(self._connections.values()), now)

    def _finish(self) -> None:
        self._server.accepting = False
        until = time.monotonic() + self.cfg.graceful_timeout
        while self._is_busy() and time.monotonic() < until:
            self._turn()
        self._server.task_dispatcher.shutdown(timeout=1)

    def _is_busy(self) -> bool:
        return any(
            channel.requests or channel.ahead or channel.total_outbufs_len
            for channel in self._server.active_channels.values()
        )
