"""Names that look alike though their Latin letters are others: “alice” and “ɑlice”, “Ian” and “lan”.

The table is a part of the confusables of Unicode (UTS #39, Unicode Security Mechanisms): single letters and
digits of Latin text that can be typed or copied, and look like another in the usual fonts. Accents are seen,
so they tell names apart; a name of several alphabets is refused by `members/usernames.py`.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping

#: Each plain letter, and those that are read as it; capitals only where they look like a small letter.
_READ_AS: Mapping[str, str] = {
    "a": "ɑ",
    "c": "ᴄ",
    "f": "ꞙẝꬵ",
    "g": "ɡᶃƍ",
    "i": "ıɪɩ",
    "j": "ȷ",
    "l": "I1|ǀ",
    "o": "0ᴏᴑꬽ",
    "r": "ꭇꭈ",
    "s": "ƽꜱ",
    "u": "ᴜʋꞟꭎꭒ",
    "v": "ᴠ",
    "w": "ɯᴡ",
    "y": "ɣʏỿᶌꭚ",
    "z": "ᴢ",
}
_FOLD = str.maketrans({other: plain for plain, others in _READ_AS.items() for other in others})
#: Of these the letters alone: digits and capitals mean something where names are searched for slips.
LETTERS_READ_AS = {other: plain for other, plain in _FOLD.items() if not chr(other).isascii()}


def folded(text: str) -> str:
    """Return what two texts share that look alike; it is for comparing and no text for people."""
    return unicodedata.normalize("NFKC", text).translate(_FOLD).casefold()


def pattern_of(text: str) -> str:
    """Return a regular expression for all texts that look like this one, as databases read it too."""
    return f"^{''.join(map(_one_of, folded(text)))}$"


def looks_like_one_of(text: str, known: Iterable[str]) -> bool:
    """Return whether a text looks like a known one that is another text."""
    wanted, same = folded(text), unicodedata.normalize("NFKC", text).casefold()
    return any(
        folded(one) == wanted and unicodedata.normalize("NFKC", one).casefold() != same for one in known
    )


def _one_of(letter: str) -> str:
    """Return the part of a pattern for a letter as it is folded: itself, its capital, what is read as it."""
    letters = dict.fromkeys((letter, letter.upper(), *_READ_AS.get(letter, "")))
    return f"(?:{'|'.join(re.escape(one) for one in letters if folded(one) == letter)})"
