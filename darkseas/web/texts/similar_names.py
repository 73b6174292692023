"""Finds known names of people or scenarios that a new name may be a misspelling of.

Only the few names that share the most letter pairs (bigrams) with the new one are compared letter by letter.
Otherwise very many names, or names made from the same letters on purpose, would take seconds.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import nlargest
from itertools import pairwise

from .homoglyphs import LETTERS_READ_AS
from .without_accents import plain

#: Minimum similarity of two names, from 0 to 1.
ALIKE = 0.8
#: Most suggestions for a new name.
MOST_ALIKE = 3
#: Budget of letter-by-letter comparisons, and the number of names that are always compared.
LETTERS_MEASURED, LEAST_MEASURED = 400, 6
#: Minimum length of names that count as similar after a single typo.
SHORTEST_WITH_A_SLIP = 4
#: Most bigrams that one typo changes: two transposed letters are part of three.
PAIRS_OF_A_SLIP = 3


@dataclass(frozen=True, slots=True)
class _Written:
    """A name prepared for comparison: its words without repeats, joined, with its numbered bigrams."""

    words: tuple[str, ...]
    kinds: frozenset[str]
    text: str
    pairs: frozenset[str]


def near(text: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return known names that a new one may be a misspelling of, the most similar first."""
    asked = _written(text)
    likeness: dict[str, float] = {}
    sharing: dict[str, float] = {}
    names = tuple(dict.fromkeys(known))
    for name in names:
        other = _written(name)
        if not asked.words or not other.words:
            continue
        shared = len(asked.pairs & other.pairs)
        if _is_one_of_several_words(asked, other) or _has_one_slip(asked.text, other.text, shared):
            likeness[name] = ALIKE
        if _may_be_alike(len(asked.text), len(other.text), shared):
            sharing[name] = shared / (len(asked.text) + len(other.text))
    most = max(LEAST_MEASURED, LETTERS_MEASURED // max(len(asked.text), 1))
    for name in nlargest(most, sharing, key=sharing.__getitem__):
        ratio = SequenceMatcher(None, asked.text, _written(name).text).ratio()
        likeness[name] = max(likeness.get(name, 0.0), ratio)
    found = sorted(
        (name for name in names if likeness.get(name, 0.0) >= ALIKE), key=lambda name: -likeness[name]
    )
    return tuple(found[:MOST_ALIKE])


@lru_cache(maxsize=10_000)
def _written(text: str) -> _Written:
    """Prepare a name for comparison."""
    words = tuple(re.sub(r"\W+", " ", _plain(text).replace("'", "").replace("’", "")).split())
    joined = " ".join(words)
    seen: Counter[str] = Counter()
    pairs = []
    for pair in map("".join, pairwise(joined)):
        seen[pair] += 1
        pairs.append(f"{pair}{seen[pair]}")
    return _Written(words, frozenset(words), joined, frozenset(pairs))


def _plain(text: str) -> str:
    """Return a text without case and accents, and with look-alike letters replaced; digits stay."""
    return plain(text.casefold().translate(LETTERS_READ_AS))


def _is_one_of_several_words(first: _Written, second: _Written) -> bool:
    if len(first.words) == len(second.words):
        return False
    return first.kinds < second.kinds or second.kinds < first.kinds


def _may_be_alike(first: int, second: int, shared: int) -> bool:
    """Return whether names of these lengths with this many common bigrams can be similar.

    In similar names at most a fifth of the letters differ. These split the common letters into at most one
    piece more than their number, and each piece has one bigram less than letters.
    """
    both = first + second
    return 2 * min(first, second) >= ALIKE * both and shared >= round((1.5 * ALIKE - 1) * both, 3) - 1


def _has_one_slip(first: str, second: str, shared: int) -> bool:
    """Return whether the names differ by one wrong, missing or extra letter, or one transposition."""
    short, long = (first, second) if len(first) <= len(second) else (second, first)
    if (
        shared < len(short) - 1 - PAIRS_OF_A_SLIP
        or len(short) < SHORTEST_WITH_A_SLIP
        or len(long) - len(short) > 1
    ):
        return False
    at = next((place for place, letter in enumerate(short) if letter != long[place]), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    exchanged = short[:at] + short[at : at + 2][::-1] + short[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or exchanged == long
