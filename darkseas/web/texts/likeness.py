"""Which known names a new one may be a slip of: of people, and of scenarios."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache

#: How much alike two names are that may be one, of 1.
ALIKE = 0.8
#: Known names that are offered in the place of a new one, at the most.
MOST_ALIKE = 3
#: Letters from which on a name with one slip in it is alike, however short.
SHORTEST_WITH_A_SLIP = 4


def near(text: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return known names that a new one may be a slip of, the likeliest first."""
    likeness = {name: _likeness(text, name) for name in known}
    found = sorted((name for name in likeness if likeness[name] >= ALIKE), key=lambda name: -likeness[name])
    return tuple(found[:MOST_ALIKE])


def _likeness(first: str, second: str) -> float:
    """Return how much alike two names are: by their letters, or as one of several words."""
    one, other = _words(first), _words(second)
    if not one or not other:
        return 0.0
    if len(one) != len(other) and (set(one) < set(other) or set(other) < set(one)):
        return ALIKE
    first, second = " ".join(one), " ".join(other)
    if _has_one_slip(first, second):
        return max(SequenceMatcher(None, first, second).ratio(), ALIKE)
    if 2 * min(len(first), len(second)) < ALIKE * (len(first) + len(second)):
        return 0.0  # which the ratio itself would say too, after far longer
    matcher = SequenceMatcher(None, first, second)
    return matcher.ratio() if matcher.quick_ratio() >= ALIKE else 0.0


@lru_cache(maxsize=10_000)
def _words(text: str) -> tuple[str, ...]:
    """Return the words of a name as they are compared."""
    return tuple(re.sub(r"\W+", " ", text.casefold().replace("'", "").replace("’", "")).split())


def _has_one_slip(first: str, second: str) -> bool:
    """Return whether one letter is wrong, missing or too many, or two neighbours are exchanged."""
    short, long = sorted((first, second), key=len)
    if len(short) < SHORTEST_WITH_A_SLIP or len(long) - len(short) > 1:
        return False
    at = next((place for place, letter in enumerate(short) if letter != long[place]), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    exchanged = short[:at] + short[at : at + 2][::-1] + short[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or exchanged == long
