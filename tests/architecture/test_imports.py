"""Who imports whom, beyond what the contracts in `pyproject.toml` say."""

import ast
import re
import sys

from tests.architecture.sources import PACKAGES, PURE, ROOT, imported, place, run, source_files, tree

FORBIDDEN_TO_THE_PURE = {
    "asyncio", "calendar", "ctypes", "datetime", "logging", "multiprocessing", "os", "random", "secrets",
    "shutil", "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
#: What a library does for a pure room, file by file.
LIBRARIES = {
    "darkseas/club/pairing/swiss/least_cost.py": "networkx",
    "darkseas/club/pairing/dutch.py": "caissify_pairings",
    "darkseas/club/ratings/posterior.py": "numpy",
}
#: A library that is dear to load and that few processes need may wait for the first who does, file by file.
LATE = {
    ("darkseas/club/pairing/swiss/least_cost.py", "import networkx"),
    ("darkseas/club/ratings/fit.py", "from .posterior import mode_and_variances"),
}
#: A line with the word, that does not begin with an import: what stands in a function is on such a line.
INDENTED_IMPORT = re.compile(r"^(?!(?:import|from)\b).*\bimport\b", re.MULTILINE)
ONLY_FOR_TABLES = {"importlib", "io", "pathlib", "tomllib", "zipfile"}


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
        name_of_file = path.relative_to(ROOT).as_posix()
        is_table_reader = name_of_file == "darkseas/engine/serialization/tables.py"
        for node, name in imported(tree(path)):
            top = name.partition(".")[0]
            is_ours = name.startswith(("darkseas.engine", "darkseas.rules"))
            is_allowed = top in sys.stdlib_module_names - FORBIDDEN_TO_THE_PURE
            is_allowed |= top == LIBRARIES.get(name_of_file)
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
        if INDENTED_IMPORT.search(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree(path))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        and not (path.name == "apps.py" and function.name in {"ready", "extensions"})
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
        and (path.relative_to(ROOT).as_posix(), ast.unparse(node)) not in LATE
    ]
    assert faults == []


def is_quoted(annotation: ast.AST | None) -> bool:
    """Say whether an annotation has a name of a type in quotes; the texts of a `Literal` are values."""
    if annotation is None:
        return False
    if isinstance(annotation, ast.Subscript) and is_named(annotation.value, "Literal"):
        return False
    if isinstance(annotation, ast.Constant):
        return isinstance(annotation.value, str)
    return any(is_quoted(part) for part in ast.iter_child_nodes(annotation))


def is_named(node: ast.AST, name: str) -> bool:
    """Say whether a node is this name."""
    return isinstance(node, ast.Name) and node.id == name


def test_engine_names_no_type_before_it_is_there() -> None:
    """A quoted annotation, or an import for type checks alone, hides a circle."""
    faults = [
        place(path, node)
        for path in source_files("darkseas/engine")
        for node in ast.walk(tree(path))
        if is_named(node, "TYPE_CHECKING")
        or is_quoted(getattr(node, "annotation", None))
        or is_quoted(getattr(node, "returns", None))
    ]
    assert faults == []


def test_log_entry_is_used_by_the_log_alone() -> None:
    declared = {ROOT / "replays_app/models/__init__.py", ROOT / "replays_app/models/log.py"}
    doors = declared | {
        ROOT / f"replays_app/log/{name}.py" for name in ("store", "heads", "stored_integrity_tags")
    }
    users = [
        place(path)
        for path in source_files(*PACKAGES)
        if path not in doors and re.search(r"\bLogEntry\b", path.read_text(encoding="utf-8"))
    ]
    assert users == []


def test_seeds_of_running_battles_are_opened_by_what_throws_their_dice_alone() -> None:
    """F-13: `orders.py` only lets a seed go that the log shows already."""
    doors = {ROOT / f"replays_app/recording/{name}.py" for name in ("seeds", "dice_schemes")}
    declared = {ROOT / "replays_app/models/__init__.py", ROOT / "replays_app/models/battles.py"}
    openers = [
        place(path)
        for path in source_files(*PACKAGES)
        if path not in doors | declared
        and re.search(
            r"\bBattleSecret\b|\bseeds\.(opened|seal)\b|sealed_seed", path.read_text(encoding="utf-8")
        )
    ]
    assert [opener for opener in openers if "migrations" not in opener] == []
