"""The site's glossary for players, read from `site_glossary.toml`."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple


class WordMeaning(NamedTuple):
    """A word and what it means, in a sentence or two."""

    word: str
    meaning: str

    @property
    def anchor(self) -> str:
        """Return the word's HTML id on the page."""
        return self.word.replace(" ", "-")


class WordGroup(NamedTuple):
    """A titled group of related words."""

    title: str
    words: tuple[WordMeaning, ...]


@cache
def word_groups() -> tuple[WordGroup, ...]:
    """Return all groups, with words in alphabetical order."""
    data = tomllib.loads(Path(__file__).with_name("site_glossary.toml").read_text(encoding="utf-8"))
    return tuple(
        WordGroup(group["title"], tuple(sorted(WordMeaning(*line) for line in group["words"])))
        for group in data["groups"]
    )
