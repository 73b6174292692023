"""A mail server that keeps what it is given, as small as SMTP allows (RFC 5321)."""

import contextlib
import socketserver
import threading
from collections.abc import Callable, Iterator


class MailSink(socketserver.ThreadingTCPServer):
    """Takes every letter; ``before_answer`` runs when it has one and has not yet said so."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Dialogue)
        self.letters: list[bytes] = []
        self.before_answer: Callable[[], None] = lambda: None

    @property
    def url(self) -> str:
        """What the site is told of it."""
        return f"smtp://127.0.0.1:{self.server_address[1]}"


class _Dialogue(socketserver.StreamRequestHandler):
    server: MailSink

    def handle(self) -> None:
        with contextlib.suppress(OSError):
            self.wfile.write(b"220 sink\r\n")
            while line := self.rfile.readline():
                self.wfile.write(self._answer(line.strip().upper()))

    def _answer(self, line: bytes) -> bytes:
        if not line.startswith(b"DATA"):
            return b"221 bye\r\n" if line.startswith(b"QUIT") else b"250 sink\r\n"
        self.wfile.write(b"354 go on\r\n")
        letter = b""
        while (part := self.rfile.readline()) not in (b".\r\n", b""):
            letter += part
        self.server.letters.append(letter)
        self.server.before_answer()
        return b"250 taken\r\n"


@contextlib.contextmanager
def mail_sink() -> Iterator[MailSink]:
    """Run a mail server until the end of the block."""
    with MailSink() as sink:
        threading.Thread(target=sink.serve_forever, daemon=True).start()
        try:
            yield sink
        finally:
            sink.shutdown()
