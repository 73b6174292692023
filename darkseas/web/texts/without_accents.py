"""Lower-case words without accents, for searching."""

import unicodedata

#: Letters without a separable accent, and their usual transcriptions.
_WITHOUT_ACCENT = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe"}
)
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})


def plain(text: str) -> str:
    """Return a text in lower case without accents: “Chōkai” becomes “chokai”, “Köln” becomes “koln”."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_WITHOUT_ACCENT))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).casefold()


def spellings(text: str) -> tuple[str, ...]:
    """Return the possible spellings of a text without accents: “köln” gives “koln” and “koeln”."""
    return tuple(dict.fromkeys((plain(text), plain(unicodedata.normalize("NFC", text).translate(_GERMAN)))))
