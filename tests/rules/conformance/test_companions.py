"""The rules companion of every system: each id that is cited has an entry, and each entry is cited."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from darkseas.engine.system import RulesSystem
from tests.architecture.sources import ROOT
from tests.rules.conformance.bot_battles import SYSTEMS

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)

#: What an id of each system looks like.
IDS = {
    "dark_seas": re.compile(r"§\d+[a-z]?(?:\.[ivx]+)?|DS-[RH]\d+"),
    "easyships": re.compile(r"ES-[AX]?\d+"),
    "fleet_battle": re.compile(r"FB-[BH]?\d+"),
}
#: Ids that any system may cite.
SHARED = {"house", "ruling", "sha256-1", "ds-dice-1"}


def texts_that_cite(system: RulesSystem) -> Iterator[str]:
    """Code without its docstrings and comments, tables, and the scenarios of the library."""
    for path in sources(system):
        if path.suffix == ".toml":
            yield path.read_text(encoding="utf-8")
        else:
            yield from strings(path)
    for path in sorted((ROOT / "scenarios_app").rglob("*.toml")):
        yield path.read_text(encoding="utf-8")


def sources(system: RulesSystem) -> Iterator[Path]:
    """The files of a system, its companion aside."""
    for path in sorted((ROOT / "darkseas/rules" / system.key).rglob("*")):
        if path.suffix in {".py", ".toml", ".md"} and "companion" not in path.parts:
            yield path


def strings(path: Path) -> Iterator[str]:
    """The strings of a module that it works with."""
    tree = ast.parse(path.read_text(encoding="utf-8")) if path.suffix == ".py" else ast.Module([], [])
    documents = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documents:
            yield node.value


@every_system
def test_every_id_that_is_cited_has_an_entry(system: RulesSystem) -> None:
    cited = {rule for text in texts_that_cite(system) for rule in IDS[system.key].findall(text)}
    assert len(cited) > 35
    assert sorted(cited - system.companion.entries.keys()) == []


@every_system
def test_every_entry_is_cited(system: RulesSystem) -> None:
    """By the code, its explanations or the README; an id that nothing knows any more has no entry."""
    known = {
        rule for path in sources(system) for rule in IDS[system.key].findall(path.read_text(encoding="utf-8"))
    }
    assert sorted(system.companion.entries.keys() - known - SHARED) == []


@every_system
def test_entry_of_a_choice_of_numbers_names_the_usual_one_and_every_other(system: RulesSystem) -> None:
    """ "As the scenario says" does not tell what holds where the scenario says nothing."""
    names = {1: "one", 2: "two", 3: "three"}
    for option in system.options:
        numbers = [value for value in option.values if type(value) is int]
        text = system.companion.entries[option.rule].text
        usual, _, others = text.partition("unless the scenario")
        told = {value: usual if value == option.default else others for value in numbers}
        missing = [
            v for v, part in told.items() if not {str(v), names.get(v)} & set(re.findall(r"\w+", part))
        ]
        assert missing == [], option.key


@every_system
def test_every_id_stands_in_one_entry_with_title_and_text(system: RulesSystem) -> None:
    entries = [entry for part in system.companion.parts for entry in part.entries]
    assert len(entries) == len(system.companion.entries)
    for entry in entries:
        assert entry.id in SHARED or IDS[system.key].fullmatch(entry.id)
        assert entry.title[0].isupper()
        assert entry.text.endswith(".")
        assert "{" not in entry.text


@every_system
def test_what_a_companion_refers_to_is_there(system: RulesSystem) -> None:
    companion = system.companion
    named = {
        *(rule for entry in companion.entries.values() for rule in entry.related),
        *(rule for lesson in companion.lessons for rule in lesson.rules),
        *(part.rule for part in companion.sticker_parts),
        *(mark.rule for mark in companion.marks),
        *(rule for worked in companion.worked.values() for rule in worked.rules),
        *(line.rule for worked in companion.worked.values() for line in worked.workings),
        *(row[table.rule_place] for table in companion.tables if table.rule_place >= 0 for row in table.rows),
        *companion.examples,
    }
    assert sorted(named - companion.entries.keys()) == []
    assert {lesson.example for lesson in companion.lessons} - {""} == companion.worked.keys()
    assert all(part.part in companion.sticker for part in companion.sticker_parts)
    assert all(link.address.startswith("http") for link in companion.links)


@every_system
def test_every_table_that_the_engine_reads_is_drawn(system: RulesSystem) -> None:
    files = {path.stem for path in (ROOT / "darkseas/rules" / system.key / "tables").glob("*.toml")}
    assert files <= {table.key for table in system.companion.tables}
    for table in system.companion.tables:
        assert {len(row) for row in table.rows} == {len(table.heads)}


@every_system
def test_worked_examples_mark_what_was_rolled(system: RulesSystem) -> None:
    for worked in system.companion.worked.values():
        assert worked.column is not None
        assert sum(row.chance for row in worked.column.rows) == 1
        rolled = [row for row in worked.column.rows if row.rolled]
        assert len(rolled) == len(worked.dice)
        assert all(row.result in worked.total for row in rolled)
