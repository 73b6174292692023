"""Rules for the keys of sides, which appear in audiences, dice scopes and URLs."""

import re
from collections.abc import Iterable, Iterator

from ..events import EVERYONE, UMPIRE
from .spec import Finding

_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 40
#: Reserved words.
TAKEN = (*EVERYONE, UMPIRE, "score", "draw")


def side_key_findings(keys: Iterable[str]) -> Iterator[Finding]:
    """Yield the errors in the keys of a scenario's sides."""
    for key in keys:
        where = f"sides.{key}"
        if not _KEY.fullmatch(key) or len(key) > LONGEST:
            text = f"A side's key has 1 to {LONGEST} lower-case letters, digits and hyphens."
            yield Finding(where, text, remedy="Use a key such as “allies”.")
        elif key in TAKEN:
            yield Finding(
                where, "This word is reserved and cannot be the key of a side.", remedy="Choose another key."
            )
