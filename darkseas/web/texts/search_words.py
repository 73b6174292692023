"""Words of a search and of what it searches, so that accents, case and punctuation do not matter.

A number behind up to three letters belongs to them: U99, U-99 and U 99 are the same.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain, pairwise

from .without_accents import plain, spellings

#: The ways in which one word of a search is found: for each, the words that all have to be there.
Term = tuple[tuple[str, ...], ...]

#: A word without punctuation; a decimal such as 5.25 is one word.
_PART = re.compile(r"\d+\.\d+(?![.\d])[^\W_]*|[^\W_]+")
_HULL_LETTERS = re.compile(r"[^\W\d_]{1,3}")
#: Blocks of Latin, Greek and Cyrillic letters with accents.
_ACCENTED = (range(0xC0, 0x250), range(0x370, 0x530), range(0x1E00, 0x2000))
#: Signs that a spelling may have after any letter: combining accents and apostrophes.
_AFTER_LETTER = "[\u0300-\u036f'’ʼ]*"
#: Signs that a spelling may have between the letters and the number of a hull.
_BEFORE_NUMBER = r"\W*"


@lru_cache(maxsize=100)
def search_terms(text: str) -> tuple[Term, ...]:
    """Return the words of a search; none if it has neither letters nor digits."""
    found: list[Term] = []
    last = ""
    for parts in _parts(plain(text)):
        ways = dict.fromkeys((("".join(parts),), _with_hull_numbers(parts)))
        if last and _are_hull(last, parts[0]) and len(parts) == 1:
            found[-1] = ((last + parts[0],), (last, parts[0]))
            last = ""
            continue
        found.append(tuple(ways))
        last = parts[0] if len(parts) == 1 else ""
    return tuple(found)


@lru_cache(maxsize=5000)
def index_words(text: str) -> tuple[str, ...]:
    """Return all words by which a text is found, each once."""
    words: dict[str, None] = {}
    for spelling in spellings(text):
        typed = list(_parts(spelling))
        every = list(chain.from_iterable(typed))
        joined = ("".join(parts) for parts in typed)
        hulls = (first + second for first, second in pairwise(every) if _are_hull(first, second))
        words |= dict.fromkeys(chain(every, joined, hulls))
    return tuple(words)


def are_words_of(terms: Iterable[Term], known: Iterable[str]) -> bool:
    """Return whether each word of a search begins one of the known words."""
    words = tuple(known)
    return all(
        any(all(any(one.startswith(part) for one in words) for part in way) for way in term) for term in terms
    )


def finds(question: str, text: str) -> bool:
    """Return whether a text has words that begin with all those of a question, and the question has any."""
    terms = search_terms(question)
    return bool(terms) and are_words_of(terms, index_words(text))


def patterns_of(term: Term) -> Iterator[tuple[str, ...]]:
    """Yield regular expressions, also valid in databases, that find a word in any spelling, by way."""
    for way in term:
        yield tuple(map(_pattern_of, way))


def _parts(text: str) -> Iterator[list[str]]:
    """Yield the parts of each typed word, without words of punctuation only."""
    for typed in text.replace("ʼ", "'").split():
        if parts := _PART.findall(typed):
            yield parts


def _with_hull_numbers(parts: list[str]) -> tuple[str, ...]:
    """Return parts of a word with each hull number as one part: u, 99 becomes u99."""
    joined: list[str] = []
    for part in parts:
        if joined and _are_hull(joined[-1], part):
            joined[-1] += part
        else:
            joined.append(part)
    return tuple(joined)


def _are_hull(letters: str, number: str) -> bool:
    return number[0].isdecimal() and _HULL_LETTERS.fullmatch(letters) is not None


def _pattern_of(word: str) -> str:
    """Return a regular expression for a plain word; its letters may have accents, or be one: ss is also ß."""
    read_as, pattern, place = _letters_read_as(), "", 0
    while place < len(word):
        pair = word[place : place + 2]
        if len(pair) > 1 and pair in read_as:
            pattern += f"(?:{_one(pair[0])}{_AFTER_LETTER}{_one(pair[1])}|[{read_as[pair]}])"
            place += 2
        else:
            pattern += _one(pair[0])
            place += 1
        if word[place - 1].isalpha():
            pattern += _BEFORE_NUMBER if word[place : place + 1].isdecimal() else _AFTER_LETTER
    return pattern


def _one(letter: str) -> str:
    kept = re.escape(letter)
    return f"[{kept}{_letters_read_as().get(letter, '')}]" if letter.isalpha() else kept


@cache
def _letters_read_as() -> Mapping[str, str]:
    """Return the accented letters that a search reads as one or two plain ones."""
    read_as: defaultdict[str, str] = defaultdict(str)
    for letter in map(chr, chain.from_iterable(_ACCENTED)):
        for spelling in spellings(letter):
            if len(spelling) <= len("ss") and spelling.isalpha():
                read_as[spelling] += letter
    return dict(read_as)
