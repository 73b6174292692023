"""The words that the glossary keeps out of names, and the names that they are kept out of."""

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.architecture.sources import PACKAGES, ROOT, committed_files

GLOSSARY = ROOT / "darkseas/GLOSSARY.md"
LAWFUL = "## Words with a second, lawful meaning"
RETIRED = "## Retired words"
EVERYWHERE = "*"

PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
QUOTED = re.compile(r"`([^`]+)`")
EXPORTED = re.compile(
    r"^export (?:default )?(?:async )?(?:function\*? *|class )(\w+)|^export const (\w+) = (?:async )?\(", re.M
)
#: A function or class wherever it stands, in a text of the file too: quicker than parsing some 200,000 lines.
DEFINED = re.compile(
    r"^[ \t]*(?:async[ \t]+)?(?:def[ \t]+(?=\w+[ \t]*[(\[])|class[ \t]+(?=\w+[ \t]*[(:\[]))(\w+)", re.M
)


class Name(NamedTuple):
    """A name in code, without what says that it is private or of a test; and the file that it stands in."""

    text: str
    path: str

    @property
    def parts(self) -> tuple[str, ...]:
        """What the name is made of: both `ReplayCursor` and `replay_cursor` of `replay` and `cursor`."""
        return split(self.text)


class Word(NamedTuple):
    """A word that may not stand in names: in the places of that shape, as a part or only alone."""

    parts: tuple[str, ...]
    places: tuple[str, ...] = (EVERYWHERE,)
    alone: bool = False

    def is_in(self, name: Name) -> bool:
        """Say whether the name uses the word where it may not be used."""
        parts, length = name.parts, len(self.parts)
        if self.parts[0] not in parts:
            return False
        starts = range(len(parts) - length + 1)
        is_part = any(parts[start : start + length] == self.parts for start in starts)
        is_used = parts == self.parts if self.alone else is_part
        return is_used and any(fnmatch(name.path, place) for place in self.places)


@cache
def split(text: str) -> tuple[str, ...]:
    """Return the parts of a name in snake_case or camelCase, or the words of a text, in small letters."""
    return tuple(part.lower() for part in PARTS.findall(text))


def rows(section: str) -> list[list[str]]:
    """Return the rows of the glossary's table below a heading, cell by cell; empty for its first table."""
    text = GLOSSARY.read_text(encoding="utf-8").partition(section)[2]
    table = re.search(r"^\|.*\n\|[ |-]+\|\n((?:\|.*\n)+)", text, re.M)
    assert table is not None, f"no table after {section}"
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[1].splitlines()]


def both_numbers(word: str) -> list[tuple[str, ...]]:
    """Return the parts of a word and of its plural."""
    return [split(word), split(f"{word}s")]


def banned_words() -> list[Word]:
    """Return the words of the glossary's last column, with their plurals."""
    cells = [row[2] for row in rows("# Glossary")]
    return [
        Word(parts)
        for cell in cells
        if cell != "—"
        for word in cell.split(", ")
        for parts in both_numbers(word)
    ]


def retired_words() -> list[Word]:
    """Return the words that were retired; those in italics only alone, not as a part of a longer name."""
    return [
        Word(split(word), tuple(QUOTED.findall(places)) or (EVERYWHERE,), alone=word.startswith("*"))
        for cell, places, _ in rows(RETIRED)
        for word in cell.split(", ")
    ]


@cache
def lawful() -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the shapes of the places in which a word that is banned has another meaning."""
    return {
        parts: tuple(QUOTED.findall(places)) or (EVERYWHERE,)
        for cell, places, _ in rows(LAWFUL)
        for word in cell.split(", ")
        for parts in both_numbers(word)
    }


def uses(words: Iterable[Word]) -> Iterator[tuple[Name, Word]]:
    """Yield each name that uses one of the words where it may not be used, with the word."""
    by_first: dict[str, list[Word]] = {}
    for word in words:
        by_first.setdefault(word.parts[0], []).append(word)
    for name in names():
        for part in sorted({*name.parts} & by_first.keys()):
            yield from ((name, word) for word in by_first[part] if word.is_in(name))


def is_lawful(word: Word, name: Name) -> bool:
    """Say whether the glossary gives the word another meaning where the name stands."""
    return any(fnmatch(name.path, place) for place in lawful().get(word.parts, ()))


@cache
def names() -> tuple[Name, ...]:
    """Return the names of folders, modules, classes, functions, of scripts and what they export."""
    folders: set[Path] = set()
    found: list[Name] = []
    for path in committed_files():
        place = path.relative_to(ROOT)
        if place.parts[0] not in (*PACKAGES, "tests") or "migrations" in place.parts:
            continue
        folders.update(place.parents)
        if path.suffix in (".py", ".js"):
            stem = re.sub(r"^test_|\.test$", "", path.stem)
            found += [Name(name, place.as_posix()) for name in (stem, *defined(path))]
    return (*found, *(Name(folder.name, f"{folder.as_posix()}/") for folder in sorted(folders)))


def defined(path: Path) -> Iterator[str]:
    """Yield what a file defines; the functions of tests are sentences, and no names."""
    if path.suffix == ".js":
        yield from (found[1] or found[2] for found in EXPORTED.finditer(path.read_text(encoding="utf-8")))
        return
    names = DEFINED.findall(path.read_text(encoding="utf-8"))
    yield from (name for name in names if not name.startswith("test_"))
