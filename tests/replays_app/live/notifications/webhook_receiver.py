"""A receiver of webhooks, in HTTPS, on this machine: what it is sent, it keeps."""

import http.server
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from replays_app.live.notifications.public_addresses import Target


class Receiver(http.server.ThreadingHTTPServer):
    """A receiver of webhooks, in HTTPS; ``before_answer`` runs when it has an event and has not said so."""

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Hook)
        self.status, self.slow_signs = 204, 0
        self.before_answer: Callable[[], None] = lambda: None
        self.taken: list[tuple[dict[str, Any], bytes]] = []
        key, self.certificate = folder / "key.pem", folder / "certificate.pem"
        subprocess.run(
            [
                *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
                *("-subj", "/CN=hook.example", "-addext", "subjectAltName=DNS:hook.example"),
                *("-keyout", key, "-out", self.certificate),
            ],
            check=True,
            capture_output=True,
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.trust = ssl.create_default_context(cafile=str(self.certificate))

    def target(self, host: str = "hook.example") -> Target:
        """Where it listens."""
        return Target("127.0.0.1", int(self.server_address[1]), host, "/hook?x=1")


class _Hook(http.server.BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append(({"path": self.path, **self.headers}, body))
        self.server.before_answer()
        if self.server.slow_signs:
            self._write_slowly()
            return
        self.send_response(self.server.status)
        self.send_header("Location", "https://hook.example/other")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _write_slowly(self) -> None:
        """Write a status line sign by sign, as long as somebody listens."""
        self.close_connection = True
        with suppress(OSError):
            while self.server.slow_signs:
                self.wfile.write(b"H")
                self.server.slow_signs -= 1
                time.sleep(0.05)

    def log_request(self, *_: object) -> None:
        pass


@contextmanager
def running_receiver(folder: Path) -> Iterator[Receiver]:
    """Run a receiver until the end of the block."""
    with Receiver(folder) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()
