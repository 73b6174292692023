"""A line to a server that is cut after some bytes, in the middle of a question or of its answer."""

import contextlib
import select
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

#: Closes a line at once, by a reset: what is under way is lost.
_HARD = struct.pack("ii", 1, 0)
_PIECE = 65_536
PATIENCE_S = 120


@dataclass
class Proxy:
    """A proxy: its port, after how many bytes it cuts the next line, and how often it did."""

    port: int
    cut_after: Callable[[], int | None]
    cuts: int = 0
    _threads: list[threading.Thread] = field(default_factory=list)

    def carry(self, client: socket.socket, server_port: int) -> None:
        """Carry what both say, byte by byte counted, until one ends or the line is cut."""
        left = self.cut_after()
        with client, socket.create_connection(("127.0.0.1", server_port), PATIENCE_S) as server:
            lines = {client: server, server: client}
            while True:
                ready, _, _ = select.select(list(lines), [], [], PATIENCE_S)
                for one in ready:
                    data = _received(one)
                    if not data:
                        return
                    if left is not None and len(data) >= left:
                        lines[one].sendall(data[:left])
                        self._cut(client, server)
                        return
                    left = None if left is None else left - len(data)
                    lines[one].sendall(data)

    def _cut(self, *lines: socket.socket) -> None:
        self.cuts += 1
        for line in lines:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _HARD)

    def start(self, client: socket.socket, server_port: int) -> None:
        """Carry in a thread."""
        thread = threading.Thread(target=self._carried, args=(client, server_port))
        self._threads.append(thread)
        thread.start()

    def _carried(self, client: socket.socket, server_port: int) -> None:
        with contextlib.suppress(OSError):
            self.carry(client, server_port)

    def end(self) -> None:
        """Wait until nothing is carried any more."""
        for thread in self._threads:
            thread.join(PATIENCE_S)


def _received(line: socket.socket) -> bytes:
    try:
        return line.recv(_PIECE)
    except ConnectionResetError:
        return b""


@contextlib.contextmanager
def cutting(server_port: int, cut_after: Callable[[], int | None]) -> Iterator[Proxy]:
    """Carry all lines to a server; ``cut_after`` says of each line after how many bytes, None for never."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        proxy = Proxy(int(door.getsockname()[1]), cut_after)
        stop = threading.Event()

        def accept() -> None:
            while not stop.is_set():
                with contextlib.suppress(OSError):
                    proxy.start(door.accept()[0], server_port)

        doorman = threading.Thread(target=accept)
        doorman.start()
        try:
            yield proxy
        finally:
            stop.set()
            door.shutdown(socket.SHUT_RDWR)
            doorman.join(PATIENCE_S)
            proxy.end()
