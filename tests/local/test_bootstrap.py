"""One command on a bare machine: the environment is found or made, and says so."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from darkseas.local.bootstrap import pytest_call

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 300

# Stands in for manage.py: says where it came to run, after the bootstrap let it.
SAYING_WHERE = """
import sys
{before}
from darkseas.local import bootstrap
bootstrap.enter(sys.argv)
print("in", sys.prefix, *sys.argv[1:])
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a project that has the bootstrap, and locks that ask for nothing."""
    (tmp_path / "darkseas/local").mkdir(parents=True)
    (tmp_path / "darkseas/__init__.py").touch()
    (tmp_path / "darkseas/local/__init__.py").touch()
    shutil.copy(ROOT / "darkseas/local/bootstrap.py", tmp_path / "darkseas/local")
    (tmp_path / "manage.py").write_text(SAYING_WHERE.format(before=""))
    (tmp_path / "requirements.lock").write_text("# nothing\n")
    (tmp_path / "requirements-test.lock").write_text("# nothing, for tests\n")
    return tmp_path


def manage(
    project: Path, *arguments: str, python: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the project's manage.py by a Python that is in no virtual environment."""
    bare = Path(sys.base_prefix) / "bin" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DARKSEAS_")}
    environment.pop("VIRTUAL_ENV", None)
    return subprocess.run(
        [python or bare, "manage.py", *arguments],
        cwd=project,
        env={**environment, **more},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.slow
def test_environment_is_made_once_entered_and_kept_up_to_date(project: Path) -> None:
    first = manage(project, "up", "--port", "8001")
    assert first.returncode == 0, first.stderr
    assert "creating .venv, once" in first.stdout
    assert first.stdout.endswith(f"in {project / '.venv'} up --port 8001\n")
    second = manage(project, "migrate")
    assert second.stdout == f"in {project / '.venv'} migrate\n"

    # A changed lock is installed again, by its hashes alone, into the same environment.
    (project / "requirements.lock").write_text("# nothing, but newer\n")
    again = manage(project, "migrate", python=project / ".venv/bin/python")
    assert "installing requirements.lock" in again.stdout
    assert "making" not in again.stdout
    assert again.stdout.endswith(f"in {project / '.venv'} migrate\n")
    (project / "requirements.lock").write_text("django\n")
    refused = manage(project, "migrate", PIP_NO_INDEX="1")
    assert refused.returncode == 1
    assert "Not everything could be installed" in refused.stderr
    assert "Traceback" not in refused.stderr
    (project / "requirements.lock").write_text("# nothing, but newer\n")
    assert manage(project, "migrate").stdout == f"in {project / '.venv'} migrate\n"


@pytest.mark.slow
def test_two_first_starts_at_once_make_one_environment(project: Path) -> None:
    bare = Path(sys.base_prefix) / "bin/python3"
    both = [
        subprocess.Popen([bare, "manage.py", "migrate"], cwd=project, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=PATIENCE_S)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sum("creating .venv" in text for text in said) == 1
    assert all(text.endswith("migrate\n") for text in said)


def test_missing_venv_package_gets_a_clear_line(project: Path) -> None:
    hidden = "sys.modules['ensurepip'] = None"
    (project / "manage.py").write_text(SAYING_WHERE.format(before=hidden))
    refused = manage(project, "up")
    assert refused.returncode == 1
    assert f"sudo apt-get install python3.{sys.version_info[1]}-venv" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_old_python_gets_a_clear_line(project: Path) -> None:
    (project / "manage.py").write_text(SAYING_WHERE.format(before="sys.version_info = (3, 10, 1)"))
    refused = manage(project, "up")
    assert refused.returncode == 1
    assert "darkseas needs Python 3.11" in refused.stderr


def test_bootstrap_can_be_turned_off(project: Path) -> None:
    result = manage(project, "migrate", DARKSEAS_NO_BOOTSTRAP="1")
    assert result.stdout == f"in {sys.base_prefix} migrate\n"
    assert not (project / ".venv").exists()


def test_foreign_environment_is_left_alone(project: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", foreign], check=True, timeout=PATIENCE_S)
    refused = manage(project, "migrate", python=foreign / "bin/python")
    assert refused.returncode == 1
    assert "has no django" in refused.stderr
    (project / "django.py").touch()
    used = manage(project, "migrate", python=foreign / "bin/python")
    assert used.stdout == f"in {foreign} migrate\n"
    assert not (project / ".venv").exists()


@pytest.mark.parametrize(
    ("asked", "call"),
    [
        ([], ["-n", "auto", "--dist", "worksteal"]),
        (["tests/engine", "-q"], ["-n", "auto", "--dist", "worksteal", "tests/engine", "-q"]),
        (["--all"], ["-n", "auto", "--dist", "worksteal", "--all"]),
        (["--fast", "-x"], ["-n", "auto", "--dist", "worksteal", "--fast", "-x"]),
        (["-n0"], ["-n0"]),
        (["-p", "no:xdist"], ["-p", "no:xdist"]),
        (["tests/test_x.py::test_y"], ["tests/test_x.py::test_y"]),
        (["--deselect=a.py::test_b"], ["-n", "auto", "--dist", "worksteal", "--deselect=a.py::test_b"]),
    ],
)
def test_tests_run_on_all_processors_unless_told(asked: list[str], call: list[str]) -> None:
    assert pytest_call(asked) == ["-m", "pytest", *call]


def test_postgres_tests_put_the_site_on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///x")
    monkeypatch.setenv("DATABASE_URL_TEST", "postgresql://fleet@127.0.0.1/postgres")
    assert pytest_call(["--postgres", "-n0"]) == ["-m", "pytest", "-n0"]
    assert os.environ["DATABASE_URL"] == "postgresql://fleet@127.0.0.1/postgres"


def test_command_on_a_database_without_tables_says_what_to_do(tmp_path: Path) -> None:
    environment = {**os.environ, "DARKSEAS_NO_BOOTSTRAP": "1", "DARKSEAS_VAR": str(tmp_path)}
    environment["DATABASE_URL"] = f"sqlite:///{tmp_path / 'empty.sqlite3'}"
    call = [sys.executable, str(ROOT / "manage.py"), "check_battles"]
    found = subprocess.run(
        call, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    assert found.returncode == 1
    assert found.stderr == (
        "The database has no tables yet, or old ones: run `python3 manage.py migrate` first.\n"
    )
