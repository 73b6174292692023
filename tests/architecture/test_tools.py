"""The tools that read the whole of Python: style, types, contracts of imports."""

import pytest

from tests.architecture.sources import run


@pytest.mark.parametrize(
    "call",
    [
        ("-m", "ruff", "check", "--no-cache"),
        ("-m", "ruff", "format", "--check", "--no-cache"),
        ("-m", "mypy", "--no-error-summary"),
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
