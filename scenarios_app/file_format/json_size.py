"""How deep and how much a JSON text is, counted before anything is built of it."""

import re

MOST_BYTES = 5 * 1024 * 1024
DEEPEST = 32
#: Values of the largest scenario that we can think of: every hex of the largest map named several times.
MOST_VALUES = 100_000
#: Texts and signs that so many values are written with: name, value, comma, and some brackets.
MOST_SIGNS = 4 * MOST_VALUES

# Possessive, so that a text of quotation marks is gone through once.
_SIGNS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["\[\]{},]', re.DOTALL)


class TooMuch(ValueError):
    """The text is too deep, or holds too much; `at` is where that shows."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


def check_size(text: str) -> None:
    """Raise TooMuch for a text that is nested too deep, or holds too many values.

    A text that is no JSON may pass: it is refused where it is read.
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
            return  # a text that never ends
        if count > MOST_VALUES or number > MOST_SIGNS:
            raise TooMuch(f"This holds more than {MOST_VALUES:,} values.", sign.start())
