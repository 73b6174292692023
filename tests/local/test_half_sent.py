"""Requests that are begun and never ended: the site answers everybody else as if they were not there."""

import contextlib
import socket
import time
from collections.abc import Iterator

import pytest

from darkseas.local import pages_server
from tests.local.sites import Running
from tests.support.time_limits import limits

pytestmark = pytest.mark.slow

HEAD = b"POST /api/v1/battles HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
BODIES, HEADERS = 40, 60
#: What a page may take beside them, once it was looked at before.
ANSWERED_S = 2.0


@contextlib.contextmanager
def half_sent(site: Running) -> Iterator[list[socket.socket]]:
    """Hold connections on which a request was begun: of some the header is whole, of none the body."""
    with contextlib.ExitStack() as held:
        doors = []
        for number in range(BODIES + HEADERS):
            door = held.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=30))
            door.sendall(HEAD + (b"Content-Length: 1000\r\n\r\n{" if number < BODIES else b""))
            doors.append(door)
        yield doors


def test_half_sent_requests_stop_nobody_and_are_given_up(site: Running) -> None:
    paths = ("/", "/battles/", "/about/", "/api/v1/battles")
    before = {path: site.answer(path)[0] for path in paths}
    assert set(before.values()) == {200}
    with half_sent(site) as doors:
        for path in paths:
            stretched, began = limits(time.monotonic), time.monotonic()
            assert site.answer(path)[0] == 200
            assert time.monotonic() - began < stretched(ANSWERED_S), path
        silent = pages_server.SILENT_S + pages_server.LOOK_EVERY_S
        until = time.monotonic() + 4 * silent
        for door in doors:
            door.settimeout(max(0.1, until - time.monotonic()))
            while door.recv(4096):  # an answer may come first; then the end
                pass
    # Who sends slowly, but sends, is waited for.
    with socket.create_connection(("127.0.0.1", site.port), timeout=60) as slow:
        for part in (b"GET /about/ HT", b"TP/1.1\r\nHost: loc", b"alhost\r\nConnection: close\r\n\r\n"):
            slow.sendall(part)
            time.sleep(0.5)
        assert slow.recv(12) == b"HTTP/1.1 200"
