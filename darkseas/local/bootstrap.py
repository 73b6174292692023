"""Finds or creates the virtual environment for a command. Standard library only.

``manage.py`` calls this first. Outside any virtual environment it creates ``.venv`` beside ``manage.py`` from
the hashed lock file and runs the command again inside it. The environment stores the hash of the lock file;
nothing is installed while the hash matches. ``DARKSEAS_NO_BOOTSTRAP=1`` turns all of this off.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:
    sys.exit("darkseas runs on Linux and macOS; on Windows, run it inside WSL.")

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / ".venv"
RUN_LOCK = "requirements.lock"
TEST_LOCK = "requirements-test.lock"
OLDEST_PYTHON = (3, 11)
DEFAULT_TEST_DATABASE = "postgresql://root@127.0.0.1:5432/postgres"


def enter(arguments: list[str]) -> None:
    """Return if this process can run the command; otherwise run it in the environment and never return.

    ``test`` runs pytest and never returns either. Raises SystemExit with a message if the environment cannot
    be created.
    """
    wants_tests = arguments[1:2] == ["test"]
    if not os.environ.get("DARKSEAS_NO_BOOTSTRAP"):
        _find_environment(arguments, TEST_LOCK if wants_tests else RUN_LOCK)
    if wants_tests:
        _become([sys.executable, *pytest_call(arguments[2:])])


def pytest_call(arguments: list[str]) -> list[str]:
    """Return the arguments with which ``python`` runs the requested tests.

    Tests run on all processors. Single tests run in one process, because starting more would take longer
    than the tests. ``--postgres`` runs the site's own database on PostgreSQL; ``--all``,
    ``--nightly`` and ``--fast`` are pytest options from ``tests/conftest.py``.
    """
    if "--postgres" in arguments:
        arguments = [argument for argument in arguments if argument != "--postgres"]
        os.environ["DATABASE_URL"] = os.environ.get("DATABASE_URL_TEST", DEFAULT_TEST_DATABASE)
    chosen = any(argument.startswith(("-n", "--numprocesses", "--pdb", "no:xdist")) for argument in arguments)
    single = any("::" in argument for argument in arguments if not argument.startswith("-"))
    parallel = [] if chosen or single else ["-n", "auto", "--dist", "worksteal"]
    return ["-m", "pytest", *parallel, *arguments]


def _find_environment(arguments: list[str], lock: str) -> None:
    if sys.version_info < OLDEST_PYTHON:
        sys.exit("darkseas needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")
    if Path(sys.prefix).resolve() == ENVIRONMENT.resolve():
        if not _fits(lock):
            with _alone():
                _install(lock)
            _become([sys.executable, *arguments])
    elif sys.prefix != sys.base_prefix:
        _accept_foreign_environment(lock)
    else:
        with _alone():
            if not _fits(lock):
                _make_environment()
                _install(lock)
        _become([str(_python()), *arguments])


def _accept_foreign_environment(lock: str) -> None:
    """Use an active virtual environment unchanged; only its owner may change it."""
    wanted = "pytest" if lock == TEST_LOCK else "django"
    if importlib.util.find_spec(wanted) is None:
        sys.exit(
            f"The active virtual environment ({sys.prefix}) has no {wanted}.\n"
            "Leave it (deactivate) and try again, or install into it:\n"
            f"    python -m pip install --require-hashes -r {lock}"
        )


def _fits(lock: str) -> bool:
    """Return whether the environment was created from this lock file."""
    return _python().exists() and _stamp(lock).is_file() and _stamp(lock).read_text() == _hash(lock)


def _hash(lock: str) -> str:
    return hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()


def _stamp(lock: str) -> Path:
    return ENVIRONMENT / f"{lock}.sha256"


def _python() -> Path:
    return ENVIRONMENT / "bin" / "python"


def _make_environment() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        release = ".".join(map(str, sys.version_info[:2]))
        sys.exit(
            "This Python cannot create virtual environments. On Debian and Ubuntu:\n"
            f"    sudo apt-get install python{release}-venv\n"
            "and then run this command again."
        )
    if _python().exists() and _has_pip():
        return
    print(f"darkseas: creating {ENVIRONMENT.name}, once ...", flush=True)
    if subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT], check=False).returncode:
        sys.exit("The virtual environment could not be created; see the lines above.")


def _has_pip() -> bool:
    return (
        subprocess.run([_python(), "-m", "pip", "--version"], capture_output=True, check=False).returncode
        == 0
    )


def _install(lock: str) -> None:
    print(f"darkseas: installing {lock} ...", flush=True)
    call: list[str | Path] = [_python(), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    if subprocess.run([*call, "--require-hashes", "-r", ROOT / lock], check=False).returncode:
        sys.exit(
            "Not everything could be installed; see the lines above.\n"
            "The first start needs a network connection. Connect and run this command again."
        )
    # The lock file of the tests includes that of the site.
    for satisfied in (RUN_LOCK, TEST_LOCK) if lock == TEST_LOCK else (RUN_LOCK,):
        _stamp(satisfied).write_text(_hash(satisfied))


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Keep a second command from creating the same environment at the same time."""
    with open(ROOT / ".venv.lock", "w", encoding="ascii") as door:
        fcntl.flock(door, fcntl.LOCK_EX)
        yield


def _become(call: list[str]) -> None:
    """Replace this process with another one that has the same terminal and signals."""
    sys.stdout.flush()
    os.execv(call[0], call)
