"""Supervises child processes: restarts them when they fail, and stops them in order."""

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

# A child that fails this often within this many seconds will not recover by itself.
MOST_FALLS = 5
FALLS_WITHIN_S = 60
#: Seconds before such a child is restarted if pages work without it. The pause doubles each time.
FIRST_REST_S, LONGEST_REST_S = 60, 1800
# Linux: request a signal when the parent dies (prctl(2), PR_SET_PDEATHSIG).
PR_SET_PDEATHSIG = 1


class KeepsFalling(RuntimeError):
    """A child keeps failing. The message names it and its log."""


@dataclass
class Child:
    """One program of the site: its command, and how to stop it.

    ``dies_by`` is the signal that the program gets if the supervisor is killed (Linux only). The site cannot
    serve pages without the programs marked ``is_vital``.
    """

    name: str
    call: list[str]
    environment: Mapping[str, str]
    log: Path
    stop_within_s: float = 5
    dies_by: signal.Signals = signal.SIGTERM
    is_vital: bool = True
    process: subprocess.Popen[bytes] | None = None
    rests: int = 0
    rests_until: float = 0
    falls: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_FALLS))

    def start(self) -> None:
        """Start the program in its own session, so that Ctrl-C reaches only the supervisor.

        The program's output is appended to its log.
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
        """Restart the program if it ended; one that keeps failing is restarted after a pause, with a message.

        Raises KeepsFalling if the site cannot work without it.
        """
        if self.process is None or self.process.poll() is None:
            return
        now = time.monotonic()
        if now < self.rests_until:
            return
        is_rested, self.rests_until = self.rests_until > 0, 0
        if not is_rested and len(self.falls) == MOST_FALLS and now - self.falls[0] < FALLS_WITHIN_S:
            complaint = f"The {self.name} keeps failing; see {self.log}."
            if self.is_vital:
                raise KeepsFalling(complaint)
            self._rest(now, complaint)
            return
        self.falls.append(now)
        _tell(f"The {self.name} {_ended(self.process.returncode)} and is restarted; its log is {self.log}.")
        self.start()

    def _rest(self, now: float, complaint: str) -> None:
        seconds = min(FIRST_REST_S * 2**self.rests, LONGEST_REST_S)
        self.rests, self.rests_until = self.rests + 1, now + seconds
        _tell(f"{complaint} Pages still work; it is restarted in {seconds} s.")

    def stop(self) -> None:
        """Send the stop signal. Kill the program if it does not stop in time."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(self.stop_within_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _tell(sentence: str) -> None:
    """Print a message to the operator, with the time (UTC)."""
    print(f"{time.strftime('%H:%M:%S', time.gmtime())} UTC: {sentence}", file=sys.stderr, flush=True)


def _ended(code: int) -> str:
    """Describe how a program ended. A negative code is a signal, as in ``subprocess``."""
    if code >= 0:
        return f"ended with code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def _die_with(parent: int, by: signal.Signals) -> None:
    """Make the child end with its parent, even after ``kill -9``. Runs in the child before its program."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, by)
    if os.getppid() != parent:
        os._exit(1)
