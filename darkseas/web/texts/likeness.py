"""Which known names a new one may be a slip of: of people, and of scenarios."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

#: How much alike two names are that may be one, of 1.
ALIKE = 0.8
#: Known names that are offered in the place of a new one, at the most.
MOST_ALIKE = 3


def near(text: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return known names that a new one may be a slip of, the likeliest first."""
    likeness = {name: _likeness(text, name) for name in known}
    found = sorted((name for name in likeness if likeness[name] >= ALIKE), key=lambda name: -likeness[name])
    return tuple(found[:MOST_ALIKE])


def _likeness(first: str, second: str) -> float:
    """Return how much alike two names are: by their letters, or as one of several words."""
    one, other = (re.sub(r"\W+", " ", text.casefold().replace("'", "").replace("’", "")).split()
                  for text in (first, second))  # fmt: skip
    if not one or not other:
        return 0.0
    if len(one) != len(other) and (set(one) < set(other) or set(other) < set(one)):
        return ALIKE
    return SequenceMatcher(None, " ".join(one), " ".join(other)).ratio()
