"""Compare pages with expected markup regardless of where templates break lines."""

import re


def one_line(markup: str) -> str:
    """Return markup with runs of whitespace as one space, and none next to a tag."""
    return re.sub(r"(?<=>) | (?=<)", "", " ".join(markup.split()))
