"""Processes that do a piece of background work on the test's own database, and may be killed in it."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings

from tests.replays_app.live.stream.stream_server import PATIENCE_S, ROOT, database_url


def worker(script: str, folder: Path, *arguments: str, mail: str = "") -> subprocess.Popen[str]:
    """Start a process that says "ready", and waits for a line before it goes on.

    ``folder`` is its own for files, ``mail`` the URL of the server that takes its letters.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        env={
            **os.environ,
            "DATABASE_URL": database_url(),
            "DARKSEAS_VAR": str(folder),
            "DARKSEAS_SECRET_KEY": settings.SECRET_KEY,
            "DARKSEAS_MAIL_URL": mail,
            "DJANGO_SETTINGS_MODULE": "darkseas.settings",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def kill_in_the_middle(process: subprocess.Popen[str]) -> None:
    """Let a worker go on until it says that it is in the middle, and kill it there."""
    _go(process)
    assert process.stdout is not None
    assert process.stdout.readline() == "middle\n"
    process.kill()
    process.communicate()


def raced(processes: Sequence[subprocess.Popen[str]]) -> list[str]:
    """Let workers go on at once, and return what each of them says at its end."""
    for process in processes:
        _go(process)
    return [process.communicate(timeout=PATIENCE_S)[0].strip() for process in processes]


def _go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()
