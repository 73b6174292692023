"""Answers that are asked for and hardly read: no thread waits for them, and what lies there is bounded."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from waitress import wasyncore

from darkseas.local import bounded_channel
from darkseas.local.bounded_channel import BoundedChannel, bounded_server, let_go
from tests.local.sites import Running
from tests.support.time_limits import limits

PART, PARTS, THREADS = b"x" * 1024 * 1024, 24, 2
PATIENCE_S = 60
ASK = b"GET /%b HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Served:
    """A server in this process, its connections, and which requests were begun."""

    def __init__(self) -> None:
        self.connections: dict[int, Any] = {}
        self.begun: list[str] = []
        self._is_over = threading.Event()
        self._looks: list[float] = []
        self._rounds = 0
        self._server = bounded_server(
            self._answer, self.connections, host="127.0.0.1", port=0, threads=THREADS
        )
        self._loop = threading.Thread(target=self._run)
        self._loop.start()

    def ask(self, sent: bytes) -> socket.socket:
        """Return a connection on which this was sent, and that takes little in by itself."""
        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        door.settimeout(PATIENCE_S)
        door.connect(("127.0.0.1", int(self._server.effective_port)))
        door.sendall(sent)
        return door

    def channels(self) -> list[BoundedChannel]:
        """Return the connections that are open."""
        return [one for one in list(self.connections.values()) if isinstance(one, BoundedChannel)]

    def look(self, now: float) -> None:
        """Let those go who are to be let go at this moment."""
        self._looks.append(now)
        _until(lambda: not self._looks)

    def stand_still(self) -> None:
        """Wait until the system's own buffers are full: nothing is taken in two whole rounds of the loop."""
        taken = -1
        while taken != (taken := sum(one.taken_bytes for one in self.channels())):
            _until(lambda later=self._rounds + 2: self._rounds > later)  # type: ignore[misc]

    def end(self) -> None:
        """Close everything."""
        self._is_over.set()
        self._loop.join()
        self._server.task_dispatcher.shutdown()
        for channel in self.channels():
            # `close_all` leaves the temporary files of what is unsent open.
            channel.handle_close()
        wasyncore.close_all(self.connections)

    def _run(self) -> None:
        while not self._is_over.is_set():
            wasyncore.poll2(0.05, self.connections)
            self._rounds += 1
            while self._looks:
                let_go(list(self.connections.values()), self._looks[0])
                del self._looks[0]

    def _answer(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterator[bytes]:
        self.begun.append(environ["PATH_INFO"])
        parts = PARTS if "long" in environ["PATH_INFO"] else 1
        start_response("200 OK", [("Content-Length", str(parts * len(PART)))])
        return iter([PART] * parts)


@pytest.fixture
def served() -> Iterator[Served]:
    server = Served()
    try:
        yield server
    finally:
        server.end()


def _until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def _all_read(door: socket.socket) -> int:
    length = 0
    while part := door.recv(1 << 20):
        length += len(part)
    return length


def test_threads_wait_for_nobody_who_reads_slowly(served: Served) -> None:
    with contextlib.ExitStack() as held:
        for _ in range(2 * THREADS):
            held.enter_context(served.ask(ASK % b"long"))
        with served.ask(ASK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") % b"short") as door:
            assert _all_read(door) > len(PART)
        assert sorted(served.begun) == ["/long"] * 2 * THREADS + ["/short"]


def test_a_request_sent_ahead_is_begun_once_what_came_before_was_taken(served: Served) -> None:
    with served.ask(ASK % b"long1" + ASK % b"long2" + ASK.replace(b"1.1", b"1.0") % b"long3") as door:
        _until(lambda: bool(served.channels()) and served.channels()[0].total_outbufs_len > 0)
        time.sleep(0.2)
        assert served.begun == ["/long1"]
        assert _all_read(door) > 3 * PARTS * len(PART)
        assert served.begun == ["/long1", "/long2", "/long3"]


def test_who_sends_very_many_requests_at_once_is_let_go(served: Served) -> None:
    with served.ask((ASK % b"1") * (2 + bounded_channel.MOST_AHEAD)) as door:
        with contextlib.suppress(ConnectionError):
            assert _all_read(door) < 2 * len(PART)
        _until(lambda: not served.channels())
    assert len(served.begun) <= 1


def test_an_answer_that_is_too_long_for_its_reader_is_broken_off(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_channel, "MOST_UNSENT_BYTES", 4 * len(PART))
    with served.ask(ASK % b"long") as door:
        _until(lambda: any(channel.close_when_flushed for channel in served.channels()))
        assert 4 * len(PART) < _all_read(door) < PARTS * len(PART)


def test_who_takes_less_than_the_least_pace_is_let_go(served: Served) -> None:
    with served.ask(ASK % b"long") as slow, served.ask(ASK % b"long") as quicker:
        _until(lambda: sum(one.total_outbufs_len > 16 * len(PART) for one in served.channels()) == 2)
        served.stand_still()
        served.look(0.0)
        least = bounded_channel.LEAST_TAKEN_BYTES
        before = {one: one.taken_bytes for one in served.channels()}
        taken = 0
        while taken < 64 * least:
            taken += len(quicker.recv(least))
        _until(lambda: any(one.taken_bytes - before[one] >= least for one in served.channels()))
        served.look(bounded_channel.PACE_S - 1.0)
        assert len(served.channels()) == 2
        served.look(float(bounded_channel.PACE_S))
        _until(lambda: len(served.channels()) == 1)
        with contextlib.suppress(ConnectionError):
            assert _all_read(slow) < PARTS * len(PART)
        assert len(quicker.recv(1)) == 1


def test_of_all_connections_those_with_most_unsent_go_first(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_channel, "MOST_UNSENT_TOGETHER", 10 * len(PART))
    with served.ask(ASK % b"long"), served.ask(ASK % b"short") as short:
        _until(lambda: any(one.total_outbufs_len > 16 * len(PART) for one in served.channels()))
        _until(lambda: len(served.begun) == 2)
        served.look(0.0)
        _until(lambda: len(served.channels()) == 1)
        assert short.recv(12) == b"HTTP/1.1 200"


@pytest.mark.slow
def test_slow_readers_stop_nobody_on_a_site(site: Running) -> None:
    """Each sends one packet of requests for one battle's log, and reads nothing of what comes."""
    status, listed = site.answer("/api/v1/battles")
    assert status == 200
    battle = listed.partition(b'"battle":"')[2][:32]
    ask = ASK % (b"api/v1/battles/" + battle + b"/export")
    with contextlib.ExitStack() as held:
        for _ in range(40):
            door = held.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE_S))
            door.sendall(ask * (8192 // len(ask)))
        for _ in range(5):
            stretched, began = limits(time.monotonic), time.monotonic()
            assert site.answer("/about/")[0] == 200
            assert time.monotonic() - began < stretched(2.0)
