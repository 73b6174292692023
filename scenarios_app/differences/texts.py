"""Differences between texts or lists of texts, sentence by sentence."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

#: Longer sentences are cut.
LONGEST = 240
#: Longer lists are compared without their order.
MOST_MATCHED = 200
_END = re.compile(r"(?<=[.!?])\s+|\n+")


def text_sentences(title: str, before: str, after: str) -> Iterator[str]:
    """Yield the added and removed sentences of a text."""
    if before == after:
        return
    changes = list(_come_and_gone(title, _split(before), _split(after)))
    yield from changes or [f"{title}: the paragraphs are divided otherwise."]


def list_sentences(title: str, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """Yield the added and removed members of a list."""
    yield from _come_and_gone(title, before, after)


def _come_and_gone(title: str, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """Return added and removed items, found through the longest common runs.

    So one inserted sentence does not mark the others as moved. Long lists are compared as sets, which is
    faster.
    """
    if max(len(before), len(after)) > MOST_MATCHED:
        was, now = Counter(before), Counter(after)
        yield from (f"{title}, gone: “{_shortened(sentence)}”" for sentence in was - now)
        yield from (f"{title}, new: “{_shortened(sentence)}”" for sentence in now - was)
        return
    match = SequenceMatcher(None, before, after, autojunk=False)
    for deed, i, j, k, m in match.get_opcodes():
        if deed != "equal":
            yield from (f"{title}, gone: “{_shortened(sentence)}”" for sentence in before[i:j])
            yield from (f"{title}, new: “{_shortened(sentence)}”" for sentence in after[k:m])


def _split(text: str) -> list[str]:
    return [sentence.strip() for sentence in _END.split(text) if sentence and sentence.strip()]


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()} …"
