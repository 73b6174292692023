"""Words without capitals and accents, as a search compares them."""

import unicodedata

#: Letters that no accent can be taken from, and what is written where there is no key for them.
_WITHOUT_ACCENT = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe"}
)
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})


def plain(text: str) -> str:
    """Return a text in small letters without accents: “Chōkai” is “chokai”, “Köln” is “koln”."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_WITHOUT_ACCENT))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).casefold()


def spellings(text: str) -> tuple[str, ...]:
    """Return the plain ways in which a text may be written, each once: “köln” is “koln” and “koeln”."""
    return tuple(dict.fromkeys((plain(text), plain(unicodedata.normalize("NFC", text).translate(_GERMAN)))))
