"""A local site in a folder of its own: made ready once a run, and lent to each test as a copy."""

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
def prepared_var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site that is ready to start: with its tables, library, battles and static files."""
    var_dir = tmp_path_factory.mktemp("prepared") / "var"
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
    return var_dir


@pytest.fixture
def ready_var(prepared_var: Path, tmp_path: Path) -> Path:
    """A folder as if a site had been started there before: what takes most of a first start is done."""
    return Path(shutil.copytree(prepared_var, tmp_path / "var"))
