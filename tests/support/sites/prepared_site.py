"""A local site in a folder of its own: made ready once a run, and lent to each test as a copy."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
READY_WITHIN_S = 300

#: What `up` does before it starts anything.
PREPARE = """
import django
django.setup()
from darkseas.management.commands.up import Command
Command()._prepare()
"""


def site_environment(var_dir: Path, **more: str) -> dict[str, str]:
    """Return the environment of a local site that keeps things there, and shows no demonstration."""
    ours = ("DARKSEAS_", "DATABASE_URL", "REDIS_URL", "PYTEST_", "DJANGO_")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    ours_now = {"DARKSEAS_VAR": str(var_dir), "DARKSEAS_NO_BOOTSTRAP": "1", "DARKSEAS_DEMONSTRATION": "0"}
    return {**clean, **ours_now, **more}


@pytest.fixture(scope="session")
def prepared_var(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, migrated_copy: Path
) -> Path:
    """The folder of a site that is ready to start: with its tables, library, battles and static files.

    Whoever of several processes of a run asks first makes it; it begins with the empty database, where the
    tests' own is SQLite's, too.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "prepared"
    folder.mkdir(exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            _prepare(folder / "var", migrated_copy)
            (folder / "made").touch()
    return folder / "var"


def _prepare(var_dir: Path, migrated_copy: Path) -> None:
    var_dir.mkdir()
    if migrated_copy.exists():
        shutil.copyfile(migrated_copy, var_dir / "darkseas.sqlite3")
    done = subprocess.run(
        [sys.executable, "-c", PREPARE],
        cwd=ROOT,
        env=site_environment(var_dir, DJANGO_SETTINGS_MODULE="darkseas.settings"),
        capture_output=True,
        text=True,
        timeout=READY_WITHIN_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def copied(prepared_var: Path, folder: Path) -> Path:
    """A copy there of the folder of a site that is ready to start."""
    return Path(shutil.copytree(prepared_var, folder / "var"))


@pytest.fixture
def ready_var(prepared_var: Path, tmp_path: Path) -> Path:
    """A folder as if a site had been started there before: what takes most of a first start is done."""
    return copied(prepared_var, tmp_path)
