"""Texts without characters that XML and iCalendar do not allow."""

import re

#: Control characters except tab and newline, lone surrogates, and non-characters (XML 1.0, 2.2).
_NOT_ALLOWED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def plain_text(text: str) -> str:
    r"""Return a text with `\n` line ends and without forbidden characters."""
    return _NOT_ALLOWED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
