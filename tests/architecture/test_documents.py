"""The documents are true: what they name in backticks is there."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, ROOT, committed_files, place

#: From here on a document tells of what is no longer there: of old places, of old words.
OF_THE_PAST = re.compile(r"^## (?:For who has a branch of their own|Retired words)$", re.MULTILINE)
#: What a checkout has and nobody commits.
MADE_LATER = ("var/", ".venv", "tests/javascript/node_modules")

IN_BACKTICKS = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
#: What a name may be made of; `<system>` and `*` are blanks.
PART = r"[\w.<>*-]+"
FILE = re.compile(
    rf"(?:{PART}/)*[\w.<>*-]+\.(?:py|js|css|svg|html|toml|json|jsonl|md|csv|ya?ml|lock|conf|target|service)"
)
FOLDER = re.compile(rf"(?:{PART}/)+")
#: A path without an ending is one where it begins at the top; elsewhere it may be a purpose of dice.
FROM_THE_TOP = re.compile(rf"(?:{'|'.join((*PACKAGES, 'tests'))})(?:/{PART})+")
IN_A_MODULE = re.compile(r"((?:\w+/)+\w+)\.(\w+)")
MODULE = re.compile(rf"(?:{'|'.join((*PACKAGES, 'tests'))})(?:\.\w+)+")


@cache
def committed_names() -> frozenset[str]:
    """Return every committed file and its folders, as paths from the top; folders end in a slash."""
    names: set[str] = set()
    for path in committed_files():
        name = path.relative_to(ROOT)
        names.add(name.as_posix())
        names.update(f"{folder.as_posix()}/" for folder in name.parents)
    return frozenset(names)


def documents() -> dict[Path, str]:
    """Return the texts of the documents, as far as they have to be true today."""
    return {
        path: OF_THE_PAST.split(path.read_text(encoding="utf-8"))[0]
        for path in committed_files()
        if path.suffix == ".md"
    }


def is_there(name: str) -> bool:
    """Say whether the end of a committed path fits the name; a blank stands for any name."""
    parts = re.split(r"<[^>]*>|\*", name.rstrip("/"))
    fits = re.compile(r"(?:.*/)?" + r"[^/]*".join(re.escape(part) for part in parts) + "/?")
    return any(fits.fullmatch(each) for each in committed_names())


def is_module(name: str) -> bool:
    """Say whether the dotted name is a module or package, or something that a module of that name defines."""
    path = name.replace(".", "/")
    return any(f"{path}{ending}" in committed_names() for ending in (".py", "/")) or is_defined(
        *path.rpartition("/")[::2]
    )


def is_defined(module: str, name: str) -> bool:
    """Say whether a module whose path ends so defines the name."""
    ends = (f"/{module}.py", f"/{module}/__init__.py")
    return any(
        re.search(rf"^(?:def |class )?{name}\b", (ROOT / each).read_text(encoding="utf-8"), re.MULTILINE)
        for each in committed_names()
        if f"/{each}".endswith(ends)
    )


def is_true(word: str) -> bool:
    """Say whether a word in backticks names what is there; words that name no place are none of ours."""
    word, dotted = word.removeprefix("./"), word.partition(":")[0]
    if word.startswith(MADE_LATER):
        return True
    if FILE.fullmatch(word) or FOLDER.fullmatch(word) or FROM_THE_TOP.fullmatch(word):
        return is_there(word)
    if MODULE.fullmatch(dotted):
        return is_module(dotted)
    inside = IN_A_MODULE.fullmatch(word)
    return inside is None or is_defined(*inside.groups())


def untrue(text: str) -> list[str]:
    """Return what a document names in backticks and is not there."""
    quoted = IN_BACKTICKS.findall(FENCED.sub("", text))
    return [word for each in quoted for word in re.split(r"[\s,;()]+", each) if not is_true(word)]


def test_what_documents_name_is_there() -> None:
    faults = {place(path): untrue(text) for path, text in documents().items()}
    assert len(faults) > 8
    assert {path: words for path, words in faults.items() if words} == {}


@pytest.mark.parametrize(
    "word",
    [
        "log/nowhere.py",
        "nowhere.js",
        "darkseas/engine/nowhere",
        "replays_app/nowhere/",
        "darkseas.nowhere",
        "darkseas.celery.nowhere",
        "engine/dice/rolls.Nowhere",
        "scenarios_app/<room>/nowhere.py",
    ],
)
def test_a_stale_name_is_seen(word: str) -> None:
    assert untrue(f"It stands in `{word}`.") == [word]


@pytest.mark.parametrize(
    "word",
    [
        "log/store.py",
        "log/",
        "darkseas/rules/<system>/",
        "darkseas.celery:app",
        "scenarios_app.apps",
        "engine/dice/rolls.RecordedDice",
        "./tests/README.md",
        "t3/combat/ijn/2/guns",
        "var/log/web.log",
        ".toml",
    ],
)
def test_a_true_name_and_what_is_none_are_passed(word: str) -> None:
    assert untrue(f"It stands in `{word}`.") == []
