"""The tools that read the whole of Python: style, types, contracts of imports."""

import os

import pytest

from tests.architecture.sources import run

#: A cache is of use to who asks again; where nobody will, writing it takes a sixth of mypy's time.
NO_CACHE = ("--cache-dir", os.devnull) if os.environ.get("CI") == "true" else ()


@pytest.mark.parametrize(
    "call",
    [
        ("-m", "ruff", "check", "--no-cache"),
        ("-m", "ruff", "format", "--check", "--no-cache"),
        ("-m", "mypy", "--no-error-summary", *NO_CACHE),
        (
            "-c",
            "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(cache_dir=None))",
        ),
    ],
    ids=["ruff-check", "ruff-format", "mypy-strict", "import-contracts"],
)
def test_tool_finds_nothing(call: tuple[str, ...]) -> None:
    result = run(*call)
    assert result.returncode == 0, result.stdout + result.stderr
