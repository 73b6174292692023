"""``HEAD`` is answered with headers alone: on a connection that is kept a body would be the next answer."""

import http.client
import socket

import pytest

from tests.local.sites import Running

pytestmark = pytest.mark.slow

#: A page, a small answer of the API, one whose length is not known beforehand, one that is not there.
PATHS = ("/about/", "/api/v1/battles", "/library/", "/robots.txt", "/nothing-here/")


def test_answer_to_head_is_followed_by_nothing(site: Running) -> None:
    faults = {}
    for path in PATHS:
        with socket.create_connection(("127.0.0.1", site.port), timeout=30) as door:
            door.sendall(f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            heard = b""
            while part := door.recv(65536):
                heard += part
        head, _, body = heard.partition(b"\r\n\r\n")
        if (head[:9], body) != (b"HTTP/1.1 ", b""):
            faults[path] = heard
    assert faults == {}


def test_next_answer_on_the_same_connection_is_the_next_one(site: Running) -> None:
    kept = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    for method in ("HEAD", "HEAD", "GET", "HEAD", "GET"):
        kept.request(method, "/about/")
        answer = kept.getresponse()
        assert (answer.status, answer.read()[:9]) == (200, b"<!doctype" if method == "GET" else b"")
    kept.close()
