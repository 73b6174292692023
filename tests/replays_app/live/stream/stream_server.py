"""A real stream server on the database of a test, and people who listen to it."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import Message
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.test import Client

ROOT = Path(__file__).resolve().parents[4]
#: How long something may take on a machine that does much else. Where all is well nobody waits for it.
PATIENCE_S = 120
PAGES_PORT = 7999
#: Where tests ask the server whether anything is read still: 204 if not, 503 if so.
REST = "/at-rest"


class Listener:
    """An open stream: its headers, and each event with the moment at which it came."""

    def __init__(self, response: HTTPResponse, line: socket.socket) -> None:
        self.headers = response.headers
        self.raw = b""
        self.events: list[dict[str, Any]] = []
        self.came_at: list[float] = []
        self.has_ended = False
        self._response = response
        self._line = line
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def lengths(self) -> list[int]:
        """The lengths that were told of."""
        return [event["length"] for event in self.events]

    def _read(self) -> None:
        with self._line, self._response, contextlib.suppress(OSError, HTTPException):
            while line := self._response.readline():
                self.raw += line
                if line.startswith(b'data: {"length'):
                    self.came_at.append(time.monotonic())
                    self.events.append(json.loads(line[6:]))
        self.has_ended = True

    def hang_up(self) -> None:
        """Close the line."""
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)
        self._reader.join(PATIENCE_S)


@dataclass(frozen=True)
class Reply:
    """An answer that is no stream; of a stream, its beginning."""

    status: int
    headers: Message
    body: bytes


@dataclass
class StreamServer:
    """A stream server that answers on a port."""

    port: int
    listeners: list[Listener] = field(default_factory=list)

    def _call(self, path: str, method: str, headers: dict[str, str]) -> tuple[HTTPResponse, socket.socket]:
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        line.connect()
        door = line.sock
        line.request(method, path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        return line.getresponse(), door

    def ask(self, path: str, method: str = "GET", **headers: str) -> Reply:
        """Ask for a path, and hang up."""
        response, line = self._call(path, method, headers)
        with line, response:
            body = b"" if response.status == 200 else response.read()
            return Reply(response.status, response.headers, body)

    def listen(
        self, battle_id: UUID, *, client: Client | None = None, as_: str = "", **headers: str
    ) -> Listener:
        """Open a stream, as who a test client is logged in as, and read it in a thread."""
        if client is not None:
            headers["Cookie"] = cookies_of(client)
        response, line = self._call(stream_of(battle_id, as_), "GET", headers)
        assert response.status == 200, response.read()
        self.listeners.append(Listener(response, line))
        return self.listeners[-1]

    def hang_up_all(self) -> None:
        """Close all lines."""
        while self.listeners:
            self.listeners.pop().hang_up()

    def come_to_rest(self) -> None:
        """Close all lines, and wait until nothing is read for them any more."""
        self.hang_up_all()
        wait_until(lambda: self.ask(REST).status == HTTPStatus.NO_CONTENT)


def cookies_of(client: Client) -> str:
    """The cookies of a test client, as a browser sends them."""
    return "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items())


def stream_of(battle_id: UUID, as_: str = "") -> str:
    """The address of a stream."""
    return f"/api/v1/battles/{battle_id.hex}/stream" + (f"?as={quote(as_)}" if as_ else "")


def wait_until(is_so: Callable[[], object], within_s: float = PATIENCE_S) -> None:
    """Wait for something to be so; fail when it is not in time."""
    until = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < until, "not in time"
        time.sleep(0.02)


@contextlib.contextmanager
def serving(folder: Path, heartbeat_s: float, pages_port: int = PAGES_PORT) -> Iterator[StreamServer]:
    """Run a stream server on the database that the test uses, for pages of this port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environment = {
        **os.environ,
        "DATABASE_URL": database_url(),
        "DARKSEAS_VAR": str(folder),
        "DARKSEAS_SECRET_KEY": settings.SECRET_KEY,
        "DARKSEAS_PORT": str(pages_port),
        "DJANGO_SETTINGS_MODULE": "darkseas.settings",
        "TEST_HEARTBEAT_S": str(heartbeat_s),
    }
    call = [
        *(sys.executable, "-m", "gunicorn", "tests.replays_app.live.stream.served:application"),
        *("--bind", f"127.0.0.1:{port}", "--worker-class", "asgi", "--asgi-lifespan", "off"),
        *("--graceful-timeout", "0", "--log-level", "warning", "--no-control-socket"),
    ]
    log = folder / "streams.log"
    with open(log, "wb") as out:
        process = subprocess.Popen(call, cwd=ROOT, env=environment, stdout=out, stderr=out)
    server = StreamServer(port)
    try:
        wait_until(lambda: _answers(server) or process.poll() is not None)
        assert process.poll() is None, log.read_text()
        yield server
    finally:
        server.hang_up_all()
        process.terminate()
        process.wait(PATIENCE_S)
    assert "Traceback" not in log.read_text(), log.read_text()


def _answers(server: StreamServer) -> bool:
    with contextlib.suppress(OSError, HTTPException):
        return server.ask("/").status == 404
    return False


def database_url() -> str:
    """The URL of the database that this test uses."""
    chosen = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{chosen['NAME']}"
    person = quote(chosen["USER"]) + (f":{quote(chosen['PASSWORD'])}" if chosen["PASSWORD"] else "")
    return f"postgresql://{person}@{chosen['HOST']}:{chosen['PORT'] or 5432}/{quote(chosen['NAME'])}"
