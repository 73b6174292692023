"""What the key of a side may be: it stands in audiences, dice and addresses, whatever the rules."""

import re
from collections.abc import Iterable, Iterator

from ..events import EVERYONE, UMPIRE
from .spec import Finding

_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 40
#: Words that mean something else where a side is named.
TAKEN = (*EVERYONE, UMPIRE, "score", "draw")


def side_key_findings(keys: Iterable[str]) -> Iterator[Finding]:
    """What is wrong with the keys of a scenario's sides."""
    for key in keys:
        where = f"sides.{key}"
        if not _KEY.fullmatch(key) or len(key) > LONGEST:
            text = f"The key of a side is 1 to {LONGEST} small letters, digits and hyphens."
            yield Finding(where, text, remedy="Write the key anew, such as “allies”.")
        elif key in TAKEN:
            yield Finding(where, "This word cannot be the key of a side.", remedy="Choose another key.")
