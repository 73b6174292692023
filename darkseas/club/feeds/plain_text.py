"""Texts as files for programs may hold them: without signs that XML and calendars know nothing of."""

import re

#: Control signs but for tab and line end, halves of pairs, and what is no sign at all (XML 1.0, 2.2).
_NOT_ALLOWED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def plain_text(text: str) -> str:
    """Return a text with plain line ends, and without what no file for programs may hold."""
    return _NOT_ALLOWED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
