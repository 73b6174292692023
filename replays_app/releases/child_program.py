"""The program in the child process of a frozen release: it sets limits, then runs the archive's program.

This is a script, not a module of the site. It can import the standard library and the archive, but none of
the site's modules. The archive is loaded before any battle is read. After that the process can open no file
and no connection.
"""

import resource
import signal
import sys
from collections.abc import Iterator
from importlib import import_module

#: Seconds after which a child ends: while it works on a question, and while it waits for the next.
LONGEST_S = 300
MOST_MEMORY = 2 << 30
_LIMITS = (
    (resource.RLIMIT_CORE, 0),
    (resource.RLIMIT_FSIZE, 0),
    (resource.RLIMIT_NPROC, 0),
    (resource.RLIMIT_AS, MOST_MEMORY),
)


def main(archive: str) -> None:
    """Serve the archive's release on standard input and output."""
    signal.alarm(LONGEST_S)
    for what, most in _LIMITS:
        resource.setrlimit(what, (most, most))
    sys.path.insert(0, archive)
    program = import_module("darkseas.rules.door.program")
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
    program.serve(_lines(), sys.stdout.buffer)


def _lines() -> Iterator[bytes]:
    while line := sys.stdin.buffer.readline():
        signal.alarm(LONGEST_S)
        yield line
        signal.alarm(LONGEST_S)


if __name__ == "__main__":
    main(sys.argv[1])
