"""Clients that request long answers and read nothing stop no other request."""

import contextlib
import socket
import time

import pytest

from tests.local.sites import Running
from tests.support.time_limits import limits

PATIENCE_S = 60
ASK = b"GET /%b HTTP/1.1\r\nHost: localhost\r\n\r\n"


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
