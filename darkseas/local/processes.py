"""Child processes that are watched, started again when they fall, and stopped in order."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

# A child that falls so often within so many seconds will not stand up any more.
MOST_FALLS = 5
FALLS_WITHIN_S = 60
# Linux: ask for a signal when the parent dies (prctl(2), PR_SET_PDEATHSIG).
PR_SET_PDEATHSIG = 1


class KeepsFalling(RuntimeError):
    """A child ended again and again; the message names it and its log."""


@dataclass
class Child:
    """One program of the site: how to start it, how long it may take to stop, and how it ends without us.

    ``dies_by`` is the signal that it gets when we are killed (on Linux).
    """

    name: str
    call: list[str]
    environment: Mapping[str, str]
    log: Path
    stop_within_s: float = 5
    dies_by: signal.Signals = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = None
    falls: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_FALLS))

    def start(self) -> None:
        """Start the program in a session of its own, so that Ctrl-C reaches us alone.

        What it says goes to the end of its log.
        """
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self.call,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                # Safe here: the supervisor has one thread only.
                preexec_fn=partial(_die_with, os.getpid(), self.dies_by) if sys.platform == "linux" else None,  # noqa: PLW1509
            )

    def keep_up(self) -> None:
        """Start the program again if it ended. Raises KeepsFalling when that is of no use."""
        if self.process is None or self.process.poll() is None:
            return
        now = time.monotonic()
        if len(self.falls) == MOST_FALLS and now - self.falls[0] < FALLS_WITHIN_S:
            raise KeepsFalling(f"The {self.name} ends again and again; {self.log} says why.")
        self.falls.append(now)
        self.start()

    def stop(self) -> None:
        """Ask the program to end; end it when it does not within its time."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(self.stop_within_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _die_with(parent: int, by: signal.Signals) -> None:
    """Runs in the child before its program: end when the parent does, even by ``kill -9``."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, by)
    if os.getppid() != parent:
        os._exit(1)
