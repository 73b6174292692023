"""Limit the depth and size of a JSON text before parsing it."""

import re

MOST_BYTES = 5 * 1024 * 1024
DEEPEST = 32
#: Enough for the largest conceivable scenario: every hex of the largest map named several times.
MOST_VALUES = 100_000
#: Maximum tokens for that many values: name, value, comma and some brackets each.
MOST_SIGNS = 4 * MOST_VALUES

# Possessive quantifiers, so that a text full of quotation marks is scanned only once.
_SIGNS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["\[\]{},]', re.DOTALL)


class TooMuch(ValueError):
    """The text is too deep or has too many values; `at` is the offset where the limit is exceeded."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


def check_size(text: str) -> None:
    """Raise TooMuch if a text is nested too deeply or has too many values.

    Invalid JSON may pass; the parser rejects it later.
    """
    depth, count = 0, 1
    for number, sign in enumerate(_SIGNS.finditer(text)):
        bracket = sign[0]
        if bracket == ",":
            count += 1
        elif bracket in ("{", "["):
            depth += 1
            count += 1
            if depth > DEEPEST:
                raise TooMuch(f"This is nested more than {DEEPEST} deep.", sign.start())
        elif bracket in ("}", "]"):
            depth -= 1
        elif bracket == '"':
            return  # unterminated string
        if count > MOST_VALUES or number > MOST_SIGNS:
            raise TooMuch(f"This holds more than {MOST_VALUES:,} values.", sign.start())
