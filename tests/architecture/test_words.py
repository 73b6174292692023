"""Names of files and folders use the field's words: those that the glossary retired do not come back."""

import re
from collections.abc import Iterator

import pytest

from tests.architecture.sources import PACKAGES, ROOT, committed_files

GLOSSARY = ROOT / "darkseas/GLOSSARY.md"
#: Django names these folders after the app label, which also names tables.
NAMED_BY_LABEL = {"migrations"}


def retired_words() -> dict[tuple[str, ...], str]:
    """Return the glossary's retired words and their plurals, split at spaces, with their replacements."""
    table = GLOSSARY.read_text(encoding="utf-8").partition("## Retired words")[2]
    lines = [line for line in table.splitlines() if re.match(r"\| [a-z]", line)]
    rows = [line.strip("|").split("|") for line in lines][1:]
    found = {}
    for retired, better, *_ in rows:
        parts = tuple(retired.split())
        found[parts] = better.strip()
        found[(*parts[:-1], f"{parts[-1]}s")] = better.strip()
    return found


def retired_in(path: str, retired: dict[tuple[str, ...], str]) -> Iterator[str]:
    """Yield the retired words in the names along a path, each with its replacement."""
    for name in path.split("/"):
        parts = tuple(re.split(r"[_.-]+", name.lower()))
        for words, better in retired.items():
            starts = range(len(parts) - len(words) + 1)
            if any(parts[start : start + len(words)] == words for start in starts):
                yield f"{path}: {' '.join(words)} -> {better}"


def test_no_file_or_folder_has_a_retired_word() -> None:
    retired = retired_words()
    assert len(retired) > 30
    places = [path.relative_to(ROOT) for path in committed_files()]
    faults = [
        fault
        for place in places
        if place.parts[0] in (*PACKAGES, "tests") and not NAMED_BY_LABEL & set(place.parts)
        for fault in retired_in(place.as_posix(), retired)
    ]
    assert faults == []


@pytest.mark.parametrize("path", ["club/results/old_letters.py", "play/broken_off.js", "web/deed_limits.py"])
def test_retired_word_is_found(path: str) -> None:
    assert len(list(retired_in(path, retired_words()))) == 1


def test_glossary_has_at_most_a_hundred_rows() -> None:
    words = GLOSSARY.read_text(encoding="utf-8").partition("## Retired words")[0]
    assert len(re.findall(r"^\| \*\*", words, re.M)) <= 100
