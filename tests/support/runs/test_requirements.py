"""A test that cannot run here is left out aloud; on CI it fails."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

ASKING = """
import pytest

def test_with_redis(redis_url):
    assert redis_url

@pytest.mark.needs_postgres
def test_with_postgres():
    assert True

def test_with_neither():
    assert True

@pytest.mark.slow
def test_slow():
    assert True
"""


def unused_port() -> int:
    """Return a port that nobody answers on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def run_without_servers(
    folder: Path, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run four tests, two of which need a server and one is slow, where no server is."""
    (folder / "test_asking.py").write_text(ASKING)
    port = unused_port()
    nowhere = {
        "REDIS_URL_TEST": f"redis://127.0.0.1:{port}/9",
        "DATABASE_URL_TEST": f"postgresql://root@127.0.0.1:{port}/postgres",
        "CI": "",
        "COLUMNS": "200",
    }
    quiet = ["-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT)]
    plugin = ["-p", "tests.conftest", "-p", "no:randomly"]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", *quiet, *plugin, *arguments, str(folder)],
        cwd=ROOT,
        env={**clean, **nowhere, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments", [(), pytest.param(("-n", "2"), marks=pytest.mark.slow)], ids=["alone", "parallel"]
)
def test_left_out_tests_are_named_at_the_end(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    result = run_without_servers(tmp_path, *arguments)
    assert result.returncode == 0, result.stdout
    ending = result.stdout[result.stdout.index("LEFT OUT") :]
    assert "1 test(s) LEFT OUT: PostgreSQL does not answer at 127.0.0.1" in ending
    assert "1 test(s) LEFT OUT: Redis does not answer at 127.0.0.1" in ending
    assert "1 test(s) LEFT OUT: slow; all tests: python3 manage.py test --all" in ending
    assert "1 passed, 3 skipped" in ending


@pytest.mark.slow
def test_nothing_is_left_out_on_ci(tmp_path: Path) -> None:
    result = run_without_servers(tmp_path, "--all", CI="true")
    assert result.returncode == 1
    assert "On CI nothing is left out" in result.stdout
    assert "LEFT OUT:" not in result.stdout
    assert "in full: python3 manage.py test --nightly" in result.stdout
    assert "2 passed" in result.stdout
    assert "2 failed" in result.stdout or "2 errors" in result.stdout or "1 error" in result.stdout
