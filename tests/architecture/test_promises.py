"""No promise of reliability is lost: each of these ids names a test, and stands in the table of them."""

import ast
import re
from collections.abc import Iterator
from functools import cache

from tests.architecture.sources import ROOT

#: A appending, F dice, H hidden information, S hostile input, T tamper evidence.
PROMISES = (
    "A-3", "A-6",
    "F-3", "F-4", "F-6", "F-7", "F-8", "F-9", "F-10", "F-11", "F-12", "F-13",
    "H-1", "H-2", "H-3", "H-4", "H-5", "H-6", "H-7", "H-8",
    "S-1", "S-2", "S-3", "S-4", "S-8", "S-9",
    "T-6",
)  # fmt: skip
#: Its rules have ids of their own that look the same.
OTHER_IDS = "tests/rules/fleet_battle"
#: What a file says in which a test is named so; no other is parsed.
LOOKS_NAMED = re.compile(r"\bdef test_[a-z]\d+_")
TABLE = ROOT / "tests/architecture/promises.md"


@cache
def promises_named() -> tuple[tuple[str, str], ...]:
    """Each id with its test, gathered once."""
    return tuple(named_by_tests())


def named_by_tests() -> Iterator[tuple[str, str]]:
    """Each id, and the test that has it in its name, as `file::name`."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        place = path.relative_to(ROOT).as_posix()
        text = path.read_text(encoding="utf-8")
        if place.startswith(OTHER_IDS) or not LOOKS_NAMED.search(text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and (found := re.match(r"test_((?:[a-z]\d+_)+)", node.name)):
                for letter, number in re.findall(r"([a-z])(\d+)_", found.group(1)):
                    yield f"{letter.upper()}-{number}", f"{place}::{node.name}"


def test_every_promise_names_a_test() -> None:
    named = {promise for promise, _ in promises_named()}
    assert [promise for promise in PROMISES if promise not in named] == []


def test_table_has_every_promise_and_names_tests_that_there_are() -> None:
    there = {place.removeprefix("tests/") for _, place in promises_named()}
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = [line.split("|") for line in lines if re.match(r"\| [A-Z]-\d", line)]
    named = {row[1].strip(): re.findall(r"`(\S+::\S+)`", row[3]) for row in rows}
    assert sorted(set(PROMISES) - set(named)) == []
    assert {promise: names for promise, names in named.items() if not set(names) <= there or not names} == {}
