"""The laws of the house: who imports whom, what stays pure, and what may not be written."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("darkseas", "scenarios_app", "replays_app")
PURE = ("darkseas/engine", "darkseas/rules")
TOOL_WITHIN_S = 240

FORBIDDEN_TO_THE_PURE = {
    "asyncio", "calendar", "ctypes", "datetime", "logging", "multiprocessing", "os", "random", "secrets",
    "shutil", "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
ONLY_FOR_TABLES = {"importlib", "io", "pathlib", "tomllib", "zipfile"}
WHOLE_MATHS = {"comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"}
BANNED_NAMES = {"utils", "common", "helpers", "core", "services", "manager", "managers"}


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


def committed_files() -> list[Path]:
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
        paths = [path for path in paths if "__pycache__" not in path.parts]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()[:8000]]


# --- the tools ---------------------------------------------------------------------------


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


# --- who imports whom --------------------------------------------------------------------


def test_darkseas_package_is_empty() -> None:
    assert (ROOT / "darkseas/__init__.py").read_bytes() == b""


def test_pure_modules_load_without_django_or_celery() -> None:
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in source_files(*PURE)]
    modules = [name.removesuffix(".__init__") for name in modules if not name.endswith("__main__")]
    code = (
        "import importlib, sys\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "print(sorted({'django', 'celery', 'rest_framework', 'kombu'} & set(sys.modules)))"
    )
    result = run("-c", code)
    assert result.stdout == "[]\n", result.stdout + result.stderr
    assert "darkseas.engine" in modules
    assert "darkseas.rules" in modules


def test_pure_modules_import_only_the_allowed_standard_library() -> None:
    faults = []
    for path in source_files(*PURE):
        is_table_reader = path.relative_to(ROOT).as_posix() == "darkseas/engine/tables.py"
        for node, name in imported(tree(path)):
            top = name.partition(".")[0]
            is_ours = name.startswith(("darkseas.engine", "darkseas.rules"))
            is_allowed = top in sys.stdlib_module_names - FORBIDDEN_TO_THE_PURE
            if top in ONLY_FOR_TABLES and not is_table_reader:
                is_allowed = False
            if not (is_ours or is_allowed):
                faults.append(f"{place(path, node)} imports {name}")
    assert faults == []


def test_rules_system_imports_itself_relatively() -> None:
    faults = [
        f"{place(path, node)} imports {name}"
        for path in source_files("darkseas/rules")
        for node, name in imported(tree(path))
        if name.startswith("darkseas.rules.") and path.parent != ROOT / "darkseas/rules"
    ]
    assert faults == []


def test_nothing_is_imported_inside_a_function() -> None:
    faults = [
        place(path, node)
        for path in source_files(*PACKAGES)
        for function in ast.walk(tree(path))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        and not (path.name == "apps.py" and function.name == "ready")
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert faults == []


def test_log_entry_is_used_by_the_log_alone() -> None:
    doors = {ROOT / "replays_app/models.py", ROOT / "replays_app/log.py"}
    users = [
        place(path)
        for path in source_files(*PACKAGES)
        if path not in doors and re.search(r"\bLogEntry\b", path.read_text(encoding="utf-8"))
    ]
    assert users == []


# --- what the pure part may not do -------------------------------------------------------


def is_file_access(node: ast.AST) -> bool:
    """Say whether the node opens or reads a file."""
    if isinstance(node, ast.Name):
        return node.id == "open"
    return isinstance(node, ast.Attribute) and node.attr in {"read_text", "read_bytes", "write_text", "open"}


def is_inexact_number(node: ast.AST) -> bool:
    """Say whether the node makes a float."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float | complex)
    if isinstance(node, ast.ImportFrom):
        return node.module == "math" and any(alias.name not in WHOLE_MATHS for alias in node.names)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.value.id == "math" and node.attr not in WHOLE_MATHS
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"


def is_walk_over_a_set(node: ast.AST) -> bool:
    """Say whether the node takes the members of a set in whatever order they come."""
    if not isinstance(node, ast.For | ast.comprehension):
        return False
    if isinstance(node.iter, ast.Set | ast.SetComp):
        return True
    call = node.iter
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in {"set", "frozenset"}
    )


def is_chance_or_hash(node: ast.AST) -> bool:
    """Say whether the node asks for what differs from one process to the next."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"hash", "id"}


@pytest.mark.parametrize(
    "is_fault", [is_file_access, is_inexact_number, is_walk_over_a_set, is_chance_or_hash]
)
def test_pure_modules_stay_pure(is_fault: Callable[[ast.AST], bool]) -> None:
    exempt = {is_file_access: {ROOT / "darkseas/engine/tables.py"}}
    faults = [
        place(path, node)
        for path in source_files(*PURE)
        if path not in exempt.get(is_fault, set())
        for node in ast.walk(tree(path))
        if is_fault(node)
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("is_fault", "code"),
    [
        (is_file_access, "open('x')"),
        (is_file_access, "path.read_text()"),
        (is_inexact_number, "1.5"),
        (is_inexact_number, "math.sin(x)"),
        (is_inexact_number, "from math import sqrt"),
        (is_inexact_number, "float(x)"),
        (is_walk_over_a_set, "for x in {1, 2}: pass"),
        (is_walk_over_a_set, "[x for x in set(y)]"),
        (is_chance_or_hash, "hash(x)"),
    ],
)
def test_fault_is_recognised(is_fault: Callable[[ast.AST], bool], code: str) -> None:
    assert any(is_fault(node) for node in ast.walk(ast.parse(code)))


# --- what may not be written anywhere ----------------------------------------------------

REGISTRIES = ("pypi" + ".org", "pythonhosted" + ".org", "npmjs" + ".org", "npmjs" + ".com", "debian" + ".org")
MACHINE_PATH = re.compile(r"(?<![\w./-])/(?:" + "work|tm" + "p|roo" + r"t)\b(?!@)")
UNFINISHED = re.compile(r"\b(?:" + "TO" + "DO|FIX" + "ME|XX" + r"X)\b")


def lines_matching(is_match: Callable[[str], object]) -> list[str]:
    """Return the places whose line matches, in every file that may be committed."""
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in committed_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if is_match(line)
    ]


def test_no_registry_is_named() -> None:
    assert lines_matching(lambda line: any(host in line for host in REGISTRIES)) == []


def test_no_path_of_one_machine_is_named() -> None:
    assert lines_matching(MACHINE_PATH.search) == []


def test_nothing_is_left_unfinished() -> None:
    assert lines_matching(UNFINISHED.search) == []


def test_locks_name_no_address() -> None:
    for lock in ("requirements.lock", "requirements-test.lock"):
        text = (ROOT / lock).read_text(encoding="ascii")
        assert "://" not in text
        assert text.count("--hash=sha256:") > 50


def test_locks_hold_every_declared_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {
        "requirements.lock": project["dependencies"],
        "requirements-test.lock": project["dependencies"] + project["optional-dependencies"]["test"],
    }
    for lock, requirements in declared.items():
        locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / lock).read_text(encoding="ascii"), re.MULTILINE))
        names = {re.split(r"[^A-Za-z0-9-]", requirement)[0].lower() for requirement in requirements}
        assert names <= locked


def test_both_locks_agree() -> None:
    def pins(lock: str) -> set[str]:
        return set(re.findall(r"^[a-z0-9-]+==\S+", (ROOT / lock).read_text(encoding="ascii"), re.MULTILINE))

    assert pins("requirements.lock") <= pins("requirements-test.lock")


def test_no_module_is_named_for_not_having_found_a_name() -> None:
    found = [place(path) for path in source_files(*PACKAGES, "tests") if path.stem in BANNED_NAMES]
    assert found == []


def test_templates_hold_no_inline_script_or_style() -> None:
    inline = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", re.IGNORECASE)
    templates = [path for package in PACKAGES for path in (ROOT / package).rglob("templates/**/*.html")]
    found = [
        f"{place(path)}: {match.group()}"
        for path in templates
        for match in inline.finditer(path.read_text(encoding="utf-8"))
    ]
    assert templates
    assert found == []


def test_every_system_is_among_the_layers() -> None:
    """A folder that is not named there could import another system unseen."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    named = set(re.findall(r"darkseas\.rules\.(\w+)", " ".join(contracts[0]["layers"])))
    assert {path.parent.name for path in (ROOT / "darkseas" / "rules").glob("*/__init__.py")} <= named
