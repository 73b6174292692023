"""Scenario files: what is written is read back; what is hostile is refused at once, with its line."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization import canonical_json
from scenarios_app.file_format.files import BadFile, read_scenario, to_file
from scenarios_app.file_format.json_size import MOST_BYTES
from scenarios_app.library.loader import scenario_files
from scenarios_app.revisions.store import canonical, spec_from
from tests.scenarios_app.library.faulty_scenarios import good
from tests.support import time_limits
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec

FILES = scenario_files()
#: However hostile a file is.
ANSWERED_WITHIN_S = 0.2


def fault(data: bytes) -> Any:
    """What is said of a file that is refused, in good time."""
    with time_limits.within(ANSWERED_WITHIN_S), pytest.raises(BadFile) as refused:
        read_scenario(data)
    found = refused.value.fault
    assert str(refused.value) == found.sentence
    assert found.text.endswith(".")
    assert found.remedy.endswith(".")
    return found


# --- round trips -----------------------------------------------------------------------------------


@every_case("path", FILES)
def test_file_and_scenario_are_one(path: Path) -> None:
    spec = library_spec(path.stem)
    file = to_file(spec)
    assert read_scenario(file) == spec
    assert to_file(read_scenario(file)) == file
    assert canonical(read_scenario(file)) == canonical(spec)
    stored = spec_from(canonical_json.decode(canonical(spec)))
    assert to_file(stored) == file


def test_file_can_be_read_by_people() -> None:
    lines = to_file(good("savo-island")).decode().splitlines()
    assert lines[:4] == [
        "{",
        '  "key": "savo-island",',
        '  "title": "Savo Island",',
        '  "system": "dark_seas",',
    ]
    assert '      "navies": ["IJN"],' in lines
    written = [line for line in lines if len(line) > 120]
    assert all('": "' in line or line.lstrip().startswith('"') for line in written)


def test_words_of_any_tongue_survive() -> None:
    spec = replace(good("savo-island"), title='Schlacht von Savo – “第一次” \U0001f6a2 "\\')
    assert read_scenario(to_file(spec)) == spec


def test_schema_may_be_named() -> None:
    said = json.loads(to_file(good("denmark-strait")))
    named = json.dumps({"$schema": "scenario.json", **said}).encode()
    assert read_scenario(named) == good("denmark-strait")


# --- what is wrong in a scenario ---------------------------------------------------------------------


def changed(right: str, wrong: str) -> tuple[bytes, int]:
    """The file of Savo Island with one place changed, and the line of it."""
    text = to_file(good("savo-island")).decode()
    assert right in text
    at = text.index(right)
    line = text.count("\n", 0, at + len(wrong) - len(wrong.lstrip("\n "))) + 1
    return text.replace(right, wrong, 1).encode(), line


@every_case(
    ("right", "wrong", "where", "word"),
    [
        ('"title": "Savo Island"', '"title": 7', "title", "must be text"),
        ('"key": "chokai"', '"keys": "chokai"', "sides.0.ships.0.keys", "not a field"),
        ('"cols": ', '"cols": "x" , "colour": ', "map", "not a field"),
        ('"kind": "CA"', '"kind": ["CA"]', "sides.0.ships.0.kind", "must be text"),
        ('"key": "ijn"', '"key": "all"', "sides.0.key", "key"),
        ('"west"', "3.5", "", "whole"),
        ('"training": 5', '"training": 5, "training": 4', "sides.0.rules.training", "twice"),
        ('"training": 5', '"training": NaN', "sides.0.rules.training", "not a number"),
        ('"training": 5', '"training": -Infinity', "sides.0.rules.training", "not a number"),
        ('"training": 5', '"training": 5.5', "sides.0.rules.training", "not whole"),
        ('"training": 5', '"training": 1e3', "sides.0.rules.training", "not whole"),
        ('"training": 5', '"training": ' + "9" * 5000, "sides.0.rules.training", "too large"),
        ('"training": 5', '"training": 9007199254740992', "sides.0.rules.training", "too large"),
        ('"title": "Savo Island"', r'"title": "Savo \ud800"', "title", "incomplete character"),
        ('"title": "Savo Island"', r'"title": "Savo \u0000"', "title", "NUL"),
        ('"title": "Savo Island"', '"title": "' + "x" * 4001 + '"', "title", "longer"),
    ],
)
def test_mistake_is_named_with_line_and_field(right: str, wrong: str, where: str, word: str) -> None:
    data, line = changed(right, wrong)
    found = fault(data)
    assert word in found.text
    assert found.line == line
    assert found.where.startswith(where)
    assert found.sentence.startswith(f"Line {line}")


def test_field_that_is_missing_is_named_with_the_line_of_what_lacks_it() -> None:
    said = json.loads(to_file(good("savo-island")))
    del said["sides"][1]["name"]
    text = json.dumps(said, indent=1)
    found = fault(text.encode())
    assert (found.where, found.text) == ("sides.1.name", "is missing.")
    second = text.split("\n  {\n")
    assert found.line == text[: len(second[0]) + len(second[1])].count("\n") or found.line > 1
    assert text.splitlines()[found.line - 1].strip() == "{"


def test_odd_commas_and_brackets_are_named_with_their_line() -> None:
    found = fault(b'{\n "key": "x",\n "title": ,\n "system": "dark_seas"}')
    assert found.line == 3
    assert "not JSON" in found.text
    assert fault(b'{"key": "x"').line == 1
    assert fault(b'{"key": "x\n').text.startswith("This is not JSON")


# --- hostile files -----------------------------------------------------------------------------------

HOSTILE: dict[str, tuple[bytes, str]] = {
    "empty": (b" \n ", "empty"),
    "deep lists": (b"[" * 100_000, "deep"),
    "deep objects": (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "deep"),
    "deep and closed": (b"[" * 100_000 + b"]" * 100_000, "deep"),
    "just too deep": (b"[" * 33 + b"]" * 33, "deep"),
    "nine megabytes": (b"{}" * 4_500_000, "MiB"),
    "five megabytes of objects": (b"[" + b"{}," * 1_700_000 + b"{}]", "values"),
    "five megabytes of numbers": (b"[" + b"1," * 2_600_000 + b"1]", "values"),
    "five megabytes of a word": (b'["' + b"x" * (MOST_BYTES - 10) + b'"]', "not a scenario"),
    "quotation marks": (b'"' * (MOST_BYTES - 1), "values"),
    "a text that never ends": (b'{"a": "' + b'\\"' * 2_600_000, "not JSON"),
    "backslashes": (b'{"a": "' + b"\\" * 5_000_000 + b'"', "not JSON"),
    "long number": (b"9" * 5_000_000, "too large"),
    "long number in a list": (b"[-" + b"9" * 5000 + b"]", "too large"),
    "keys twice": (b'{"a": 1,\n"a": 2}', "twice"),
    "many keys twice": (b"{" + b'"a":1,' * 90_000 + b'"a":1}', "twice"),
    "infinity": (b"Infinity", "not a number"),
    "not UTF-8": (b'{"key": "\xff"}', "not UTF-8"),
    "UTF-16": ("{}".encode("utf-16"), "not UTF-8"),
    "two byte order marks": (b"\xef\xbb\xbf\xef\xbb\xbf{}", "not JSON"),
    "SVG": (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "SVG"),
    "HTML": (b"\n<!doctype html><title>x</title>", "HTML"),
    "ZIP": (b"PK\x03\x04" + bytes(100), "ZIP"),
    "picture": (b"\x89PNG\r\n" + bytes(100), "picture"),
    "a word": (b'"scenario"', "not a scenario"),
    "null": (b"null", "not a scenario"),
    "nothing in it": (b"{}", "missing"),
    "TOML": (b'key = "x"\n', "not JSON"),
}


def test_file_that_an_editor_saved_again_is_the_same_scenario() -> None:
    spec = good("savo-island")
    for mark in (b"", b"\xef\xbb\xbf"):
        for newline in (b"\n", b"\r\n"):
            assert read_scenario(mark + to_file(spec).replace(b"\n", newline)) == spec


@every_case("name", HOSTILE)
def test_hostile_file_is_answered_at_once_with_a_sentence(name: str) -> None:
    data, word = HOSTILE[name]
    assert word in fault(data).text


def test_line_of_what_is_not_utf_8_is_named() -> None:
    assert fault(b'{\n"key":\n"\xc3("}').line == 3


def test_more_than_a_store_holds_is_refused() -> None:
    spec = good("savo-island")
    notes = tuple(f"{number} " + "x" * 3900 for number in range(400))
    big = to_file(replace(spec, about=replace(spec.about, notes=notes)))
    assert "bytes" in fault(big).text or "MiB" in fault(big).text


def test_largest_sensible_scenario_is_read() -> None:
    spec = good("savo-island")
    assert spec.map
    hexes = tuple(f"{col:02}{row:02}" for row in range(100) for col in range(100))
    chart = replace(spec.map, cols=100, rows=100, land=hexes, shallows=hexes, areas={"all": hexes})
    large: ScenarioSpec = replace(spec, map=chart)
    assert read_scenario(to_file(large)) == large
