"""Child processes that run frozen releases. A child starts on the first question, and stays for later ones.

A child has an empty environment, none of the site's modules, and resource limits (`child_program.py`). The
site checks the SHA-256 of an archive, and the child loads a private copy of exactly these bytes.
"""

import atexit
import json
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Any

from darkseas.engine.dice.rolls import Dice
from darkseas.engine.serialization.canonical_json import Json

from . import archives
from .archives import RulesNotHere

#: The version of the protocol (`darkseas/rules/door/program.py`).
DOOR = 1
_PROGRAM = Path(__file__).with_name("child_program.py")
#: No environment, no user packages, no installed packages; Python writes no byte code.
_ISOLATED = ("-I", "-S", "-B")


class RulesFell(RuntimeError):
    """A release did not answer: its process ended, or the process could not handle the question."""


class _Child:
    """One process of a release."""

    def __init__(self, release: str) -> None:
        self._release = release
        self._is_asked = False
        data = archives.sound_bytes(release)
        try:
            with tempfile.TemporaryDirectory(prefix="darkseas-rules-") as folder:
                copy = Path(folder, archives.file_name(release))
                copy.write_bytes(data)
                self._process = _started(copy)
                self._check(self._hear())
        except OSError as fault:
            raise RulesFell(f"The rules {release} could not be started: {fault.strerror}.") from None
        except (RulesFell, RulesNotHere):
            self.close()
            raise

    def _check(self, greeting: Json) -> None:
        if (greeting.get("door"), greeting.get("release")) != (DOOR, self._release):
            found = f"{greeting.get('release')}, protocol {greeting.get('door')}"
            name = archives.file_name(self._release)
            raise RulesNotHere(f"{name} is {found}, and should be {self._release}, protocol {DOOR}.")

    @property
    def is_ready(self) -> bool:
        """Whether the process runs and is not busy with an abandoned question."""
        return not self._is_asked and self._process.poll() is None

    def ask(self, question: bytes, dice: Dice | None) -> Json:
        """Return the answer to a question, rolling dice on request. Raises RulesFell."""
        self._is_asked = True
        self._say(question)
        while "roll" in (said := self._hear()):
            self._throw(said["roll"], dice)
        self._is_asked = False
        return said

    def _throw(self, asked: Json, dice: Dice | None) -> None:
        if dice is None:
            raise RulesFell(f"The rules {self._release} rolled dice where none are allowed.")
        try:
            thrown = dice.roll(asked["count"], asked["sides"], asked["purpose"], scope=asked["scope"])
        except Exception:
            self._say(b"{}")  # these dice cannot be rolled, so the child waits for another question
            self._hear()
            self._is_asked = False
            raise
        told = {"purpose": thrown.purpose, "faces": thrown.faces, "origin": thrown.origin}
        self._say(json.dumps({**told, "scope": thrown.scope}).encode())

    def _say(self, line: bytes) -> None:
        assert self._process.stdin is not None  # noqa: S101 (opened as a pipe)
        try:
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._fallen() from None

    def _hear(self) -> Any:
        assert self._process.stdout is not None  # noqa: S101 (opened as a pipe)
        line = self._process.stdout.readline()
        try:
            return json.loads(line)
        except ValueError:
            raise self._fallen() from None

    def _fallen(self) -> RulesFell:
        self.close()
        return RulesFell(f"The process of the rules {self._release} ended before it answered.")

    def close(self) -> None:
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()


def _started(archive: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, *_ISOLATED, _PROGRAM, archive],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
        cwd="/",
        start_new_session=True,
    )


#: Children by release and parent process, because a forked process does not inherit them.
_CHILDREN: dict[tuple[int, str], _Child] = {}
_LOCK = RLock()


def ask(release: str, question: bytes, dice: Dice | None = None) -> Json:
    """Return a release's answer to a question (JSON in one line). Raises RulesNotHere, RulesFell.

    ``dice`` roll on request, and their errors are raised here. Questions are processed one at a time.
    """
    with _LOCK:
        said = _child_of(release).ask(question, dice)
    if "fault" in said:
        raise RulesFell(f"The rules {release} cannot process this: {said['fault'][:400]}")
    return said


def _child_of(release: str) -> _Child:
    place = (os.getpid(), release)
    child = _CHILDREN.get(place)
    if child is None or not child.is_ready:
        if child is not None:
            child.close()
        child = _CHILDREN[place] = _Child(release)
    return child


def close_all() -> None:
    """End all children of this process."""
    with _LOCK:
        for place in [place for place in _CHILDREN if place[0] == os.getpid()]:
            _CHILDREN.pop(place).close()


atexit.register(close_all)
