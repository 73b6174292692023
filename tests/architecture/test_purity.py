"""Purity: no files, no floats outside ratings, no iteration over sets, no hash."""

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.sources import FLOATS, PURE, ROOT, place, source_files, tree

Fault = Callable[[ast.AST], bool]

WHOLE_MATHS = {"comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"}


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


FAULTS: tuple[Fault, ...] = (is_file_access, is_inexact_number, is_walk_over_a_set, is_chance_or_hash)


@cache
def faults_of_the_pure() -> dict[Fault, list[tuple[Path, str]]]:
    """Return the places of each kind of fault; every file is parsed and walked once for all of them."""
    found: dict[Fault, list[tuple[Path, str]]] = {is_fault: [] for is_fault in FAULTS}
    for path in source_files(*PURE):
        for node in ast.walk(tree(path)):
            for is_fault in FAULTS:
                if is_fault(node):
                    found[is_fault].append((path, place(path, node)))
    return found


@pytest.mark.parametrize("is_fault", FAULTS)
def test_pure_modules_stay_pure(is_fault: Fault) -> None:
    exempt: dict[Fault, set[Path]] = {
        is_file_access: {ROOT / "darkseas/engine/serialization/tables.py"},
        is_inexact_number: set(source_files(*FLOATS)),
    }
    faults = [
        where for path, where in faults_of_the_pure()[is_fault] if path not in exempt.get(is_fault, set())
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
