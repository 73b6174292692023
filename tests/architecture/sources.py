"""What the laws of the house are asked of: source files, their imports, every committed text."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("darkseas", "scenarios_app", "replays_app")
PURE = (
    "darkseas/engine",
    "darkseas/rules",
    "darkseas/club/pairing",
    "darkseas/club/standings",
    "darkseas/club/ratings",
)
#: Pure, and made of floats: the same on every machine by what they are made from.
FLOATS = ("darkseas/club/ratings", "darkseas/engine/bots/analysis")
TOOL_WITHIN_S = 540


def source_files(*folders: str) -> list[Path]:
    """Return the Python files of the folders, migrations aside."""
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in found if "migrations" not in path.parts]


def tree(path: Path) -> ast.Module:
    """Return the parsed file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def place(path: Path, node: ast.AST | None = None) -> str:
    """Return file and line, as an editor understands them."""
    line = f":{node.lineno}" if node is not None and hasattr(node, "lineno") else ""
    return f"{path.relative_to(ROOT)}{line}"


def imported(module: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield each absolute import of a tree, with the full name of what it names."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node, node.module or ""


def run(*call: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of this environment in the project's folder."""
    return subprocess.run(
        [sys.executable, *call], cwd=ROOT, capture_output=True, text=True, timeout=TOOL_WITHIN_S, check=False
    )


@cache
def committed_files() -> tuple[Path, ...]:
    """Return every text file that is or may be committed; in a bare copy, all that is not hidden."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    if listed.returncode:
        top = [path for path in ROOT.iterdir() if path.name != "var" and not path.name.startswith(".")]
        paths = [path for folder in top for path in (folder.rglob("*") if folder.is_dir() else [folder])]
        paths = [path for path in paths if not {"__pycache__", "node_modules"} & set(path.parts)]
    return tuple(path for path in paths if path.is_file() and is_text(path))


def is_text(path: Path) -> bool:
    """Say whether a file begins with no byte that no text has."""
    with path.open("rb") as file:
        return b"\0" not in file.read(8000)
