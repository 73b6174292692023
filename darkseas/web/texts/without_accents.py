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
    decomposed = unicodedata.normalize("NFKD", text)
    letters = (letter for letter in decomposed if not unicodedata.combining(letter))
    return "".join(map(_as_ascii, letters)).casefold()


def spellings(text: str) -> tuple[str, ...]:
    """Return the possible spellings of a text without accents: “köln” gives “koln” and “koeln”."""
    return tuple(dict.fromkeys((plain(text), plain(unicodedata.normalize("NFC", text).translate(_AS_TWO)))))


@lru_cache(maxsize=2000)
def _as_ascii(letter: str) -> str:
    """Return a Latin letter without a separable accent as ASCII letters, anything else unchanged."""
    is_latin = not letter.isascii() and unicodedata.name(letter, "").startswith("LATIN ")
    return anyascii(letter) if is_latin else letter
