"""Names that look alike though their letters are others: “alice” and “ɑlice”, “Ian” and “lan”.

Names of members, of guests and of clubs are told apart here. The table is a part of the confusables of
Unicode (UTS #39, Unicode Security Mechanisms): single letters and digits that can be typed or copied, and
look like a Latin one in the usual fonts, those of Cyrillic and Greek among them. Letters of another width are
the same ones. Accents are seen, so they tell names apart. A name in Cyrillic or Greek is one like any other,
as long as it does not look like one that is there; a member's name of several alphabets is refused by
`members/usernames.py`.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import chain

#: Each letter, and those of Latin text that are read as it; capitals only where they look like a small one.
_LATIN: Mapping[str, str] = {
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
#: The same of Cyrillic and Greek, whose capitals are often read otherwise than their small letters.
_CYRILLIC: Mapping[str, str] = {
    "a": "аА", "b": "В", "c": "сС", "d": "ԁ", "e": "еЕ", "h": "һҺН", "i": "і", "j": "јЈ", "k": "кК",
    "l": "ІӀӏ", "m": "М", "o": "оО", "p": "рР", "q": "ԛ", "r": "г", "s": "ѕЅ", "t": "Т", "v": "ѵѴ",
    "w": "ԝԜ", "x": "хХ", "y": "уУүҮ", "è": "ѐЀ", "ë": "ёЁ", "ï": "їЇ",
}  # fmt: skip
_GREEK: Mapping[str, str] = {
    "a": "αΑ", "b": "Β", "e": "Ε", "h": "Η", "i": "ι", "k": "κΚ", "l": "Ι", "m": "Μ", "n": "Ν", "o": "οΟ",
    "p": "ρΡ", "t": "τΤ", "u": "υ", "v": "ν", "x": "χΧ", "y": "γΥ", "z": "Ζ",
    "á": "ά", "í": "ί", "ó": "ό", "ú": "ύ", "ï": "ϊ", "ü": "ϋ",
}  # fmt: skip
_TABLES = (_LATIN, _CYRILLIC, _GREEK)
_READ_AS: Mapping[str, str] = {
    plain: "".join(table.get(plain, "") for table in _TABLES)
    for plain in dict.fromkeys(chain.from_iterable(_TABLES))
}
#: From a sign of ASCII to the same one in full width.
_TO_FULL_WIDTH = 0xFEE0
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
    """Return whether a text looks like a known one that is another text; case makes no other one."""
    wanted, same = folded(text), _without_case(text)
    return any(folded(one) == wanted and _without_case(one) != same for one in known)


def _without_case(text: str) -> str:
    """Return a text without case, however its accents are written; of another width it is another one."""
    return unicodedata.normalize("NFC", text).casefold()


def _one_of(letter: str) -> str:
    """Return the part of a pattern for a letter as it is folded: itself, its capital, what is read as it.

    Of each there is also the one in full width.
    """
    letters = [letter, letter.upper(), *_READ_AS.get(letter, "")]
    letters += [chr(ord(one) + _TO_FULL_WIDTH) for one in letters if one.isascii() and one >= "!"]
    kept = [re.escape(one) for one in dict.fromkeys(letters) if folded(one) == letter]
    return f"(?:{'|'.join(kept)})"
