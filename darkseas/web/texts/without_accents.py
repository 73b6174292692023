"""Lower-case words without accents, for searching."""

import unicodedata
from functools import lru_cache

from anyascii import anyascii

#: Letters that people also write as two, where accents are missing.
_AS_TWO = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
    | {"Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Ø": "Oe", "Å": "Aa"}
)


def plain(text: str) -> str:
    """Return a text in lower case without accents: “Chōkai” becomes “chokai”, “Ærø” becomes “aero”.

    Letters of other alphabets than the Latin one stay.
    """
    if text.isascii():
        return text.lower()
    return "".join(map(_plain_letter, unicodedata.normalize("NFKD", text))).casefold()


def spellings(text: str) -> tuple[str, ...]:
    """Return the possible spellings of a text without accents: “köln” gives “koln” and “koeln”."""
    return tuple(dict.fromkeys((plain(text), plain(unicodedata.normalize("NFC", text).translate(_AS_TWO)))))


@lru_cache(maxsize=2000)
def _plain_letter(letter: str) -> str:
    """Return a Latin letter in ASCII, nothing for a combining accent, and anything else unchanged."""
    if unicodedata.combining(letter):
        return ""
    is_latin = not letter.isascii() and unicodedata.name(letter, "").startswith("LATIN ")
    return anyascii(letter) if is_latin else letter
