"""Finds names that look alike but have different letters: “alice” and “ɑlice”, “Ian” and “lan”.

Used for names of members, guests and clubs. The table is a subset of the Unicode confusables (UTS #39,
Unicode Security Mechanisms): single letters and digits that can be typed or pasted and look like a Latin one
in common fonts. It includes Cyrillic, Greek, and scripts such as Lisu and Cherokee, whose capitals can pass
for Latin words. Fullwidth letters count as the ordinary ones. Accents are visible, so they distinguish names.
A Cyrillic or Greek name is allowed unless it looks like an existing one; `members/usernames.py` refuses
members' names that mix alphabets or use one that is no longer common. If readers of a living script
distinguish two letters, the table has only one of them.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import chain

#: Each Latin letter with its look-alikes. Capitals are listed only if they resemble a small letter.
_LATIN: Mapping[str, str] = {
    "a": "ɑᴀ", "b": "ʙƄꞴ", "c": "ᴄ", "d": "ᴅ", "e": "ᴇꬲ", "f": "ꞙꞘẝꬵꜰ", "g": "ɡᶃƍɢ", "h": "ʜ", "i": "ıɪɩꟾ",
    "j": "ȷᴊꞲ", "k": "ᴋĸ", "l": "I1|ǀƖʟ", "m": "ᴍ", "n": "ɴ", "o": "0ᴏᴑꬽ", "p": "ᴘ", "q": "ꞯ", "r": "ꭇꭈʀƦ",
    "s": "ƽꜱ", "t": "ᴛ", "u": "ᴜʋꞟꭎꭒ", "v": "ᴠ", "w": "ɯᴡ", "x": "Ꭓ", "y": "ɣʏỿᶌꭚ", "z": "ᴢ",
}  # fmt: skip
#: The same for Cyrillic and Greek, where a capital often resembles a different letter than its small form.
_CYRILLIC: Mapping[str, str] = {
    "a": "аА", "b": "ВЬ", "c": "сС", "d": "ԁ", "g": "Ԍ", "e": "еЕҽ", "h": "һҺН", "i": "іꙇ", "j": "јЈ",
    "k": "кК", "l": "ІӀӏ", "m": "М", "o": "оО", "p": "рР", "q": "ԛ", "r": "г", "s": "ѕЅ", "t": "Т",
    "v": "ѵѴ", "w": "ԝԜѡ", "x": "хХ", "y": "уУүҮ", "è": "ѐЀ", "ë": "ёЁ", "ï": "їЇ",
}  # fmt: skip
_GREEK: Mapping[str, str] = {
    "a": "αΑ", "b": "Β", "e": "Ε", "f": "Ϝ", "h": "Η", "i": "ι", "j": "ϳͿ", "k": "κΚ", "l": "Ι", "m": "ΜϺ",
    "n": "Ν", "o": "οΟ", "p": "ρΡ", "t": "τΤ", "u": "υ", "v": "ν", "x": "χΧ", "y": "γΥ", "z": "Ζ", "á": "ά",
    "í": "ί", "ó": "ό", "ú": "ύ", "ï": "ϊ", "ü": "ϋ",
}  # fmt: skip
#: The same for all other scripts, from Cherokee and Lisu to Old Italic, and for digits.
_OTHERS: Mapping[str, str] = {
    "a": "ᗅ𐊠Ꭺꭺꓮ𖽀Ⲁⲁ",
    "b": "ᑲᖯᗷ𐊡ᏏꮟᏴᏼꓐ𐊂𐌁Ⲃⲃᛒ",
    "c": "𐊢ꮯᏟⲥⲤ𐐽𐐕𐔜ꓚ𐌂𑣲𑣩",
    "d": "ᑯᗞᗪᏧꮷᎠꭰꓒꓓ",
    "e": "Ꭼꭼꓰ𐊆ⴹ𑢦𑢮Ⲉⲉ",
    "f": "քᖴ𐊥𐔥ꓝ𐊇𑣂𑢢ᚠ",
    "g": "ցᏀꮐᏳᏻꓖ",
    "h": "հᕼ𐋏ᏂꮒᎻꮋⲎꓧⲏᚺ",
    "i": "ꭵᎥ𑣃ⲓ",
    "j": "ᒍᎫꭻꓙ",
    "k": "ᏦꮶⲔ𐔘ꓗᛕⲕ",
    "l": "\u0627\u0661ᒪᏞꮮⲒⳐ𐐛𐔦۱\u05d5ꓲꓡ𐊊\U0001e8c7𖼨𖼖\u07ca𐌠𐌉ᛁⵏ𑢣𑢲",
    "m": "ᗰ𐊰ᎷꮇⲘꓟ𐌑ᛖⲙ",
    "n": "ոⲚ𐔓ꓠⲛ",
    "o": "\u0647\u0665օՕ০𐊫ⲟⲞ𐐬𐐄०𐔖ዐ۵ჿ૦੦\u05e1೦໐ꓳ𐊒൦ഠ၀ဝ\u07c0୦ଠ𐓪𐓂௦౦๐ⵔ𑓐𑣈𑣗𑣠𑢵〇",
    "p": "ᑭᏢꮲⲣⲢꓑ𐊕",
    "q": "զⵕ",
    "r": "ᖇꮁᎡꭱᏒꮢⲅꓣ𖼵𐒴ᚱ",
    "s": "ՏꮪᏕꮥᏚ𐑈𐐠ꓢ𐊖𖼺𑣁",
    "t": "𐊱ᎢꭲⲦꓔ𐊗𖼊𐌕𑢼ⲧ",
    "u": "սՍᑌሀꓴ𖽂𐓶𐓎𑣘𑢸",
    "v": "𑜆\u0667ꛟᐯꮩᏙ𐔝۷ꓦ𖼈ⴸ𑣀𑢠",
    "w": "𑜊𑜎𑜏աꮃᎳᏔꮤꓪ𑣯𑣦",
    "x": "ᕁᕽ𐊴Ⲭ𐔧ꓫ𐊐𐌢𐌗ᚷⵝ𑣬ⲭ",
    "y": "𐊲ᎩꭹᎽꮍⲨყꓬ𖽃𑣜𑢤ⲩ",
    "z": "ꮓᏃ𐋵ꓜ𑣄𑣥𑢩Ⲍⲍ",
}
#: Punctuation in names: hyphens, dashes and variants of the apostrophe.
_SIGNS: Mapping[str, str] = {"-": "\u2010\u2012\u2013\u2014\u2212", "'": "\u2018\u2019\u02bc\u02b9\u2032`"}
_TABLES = (_LATIN, _CYRILLIC, _GREEK, _OTHERS, _SIGNS)
#: The look-alikes of a small L that are a capital I in a text of capitals.
_CAPITAL_I = "IІӀΙƖⲒꓲ𐊊𖼨𐌠𐌉ᛁⵏ"


def _read_as(tables: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return each letter with all its look-alikes."""
    tables = tuple(tables)
    return {
        plain: "".join(table.get(plain, "") for table in tables)
        for plain in dict.fromkeys(chain.from_iterable(tables))
    }


def _fold_of(read_as: Mapping[str, str]) -> dict[int, str]:
    """Return the letter that each look-alike resembles."""
    return str.maketrans({other: plain for plain, others in read_as.items() for other in others})


#: From ASCII characters to their fullwidth forms.
_TO_FULL_WIDTH = 0xFEE0
_READ_AS = _read_as(_TABLES)
_READ_AS_CAPITALS = {
    **_READ_AS,
    "i": _READ_AS["i"] + _CAPITAL_I,
    "l": "".join(other for other in _READ_AS["l"] if other not in _CAPITAL_I),
}
_FOLD, _FOLD_CAPITALS = _fold_of(_READ_AS), _fold_of(_READ_AS_CAPITALS)
#: Letters only, because digits and capitals matter in the search for misspelt names.
LETTERS_READ_AS = {other: plain for other, plain in _FOLD.items() if not chr(other).isascii()}


def folded(text: str) -> str:
    """Return the key that look-alike texts share; for comparison, not for display."""
    return _folded(text, _FOLD)


def folded_as_capitals(text: str) -> str:
    """Return the key that texts share if they look alike in capitals, such as OLIVIA and Olivia."""
    return _folded(text, _FOLD_CAPITALS)


def pattern_of(text: str) -> str:
    """Return a regular expression, also valid in databases, for all texts that look like this one."""
    small, capitals = folded(text), folded_as_capitals(text)
    ways = ["".join(_one_of(letter, _READ_AS, _FOLD) for letter in small)]
    if "i" in capitals:  # otherwise nothing more is found
        ways.append("".join(_one_of(letter, _READ_AS_CAPITALS, _FOLD_CAPITALS) for letter in capitals))
    return f"^(?:{'|'.join(ways)})$"


def looks_like_one_of(text: str, known: Iterable[str]) -> bool:
    """Return whether a text looks like one of the known texts but differs from it in more than case."""
    same = _without_case(text)
    return any(_look_alike(one, text) and _without_case(one) != same for one in known)


def _look_alike(one: str, other: str) -> bool:
    return folded(one) == folded(other) or folded_as_capitals(one) == folded_as_capitals(other)


def _folded(text: str, fold: Mapping[int, str]) -> str:
    return unicodedata.normalize("NFKC", text).translate(fold).casefold()


def _without_case(text: str) -> str:
    """Return a text case-folded and with composed accents; fullwidth letters stay different."""
    return unicodedata.normalize("NFC", text).casefold()


def _one_of(letter: str, read_as: Mapping[str, str], fold: Mapping[int, str]) -> str:
    """Return the pattern for a folded letter: itself, its capital and its look-alikes.

    The pattern also matches the fullwidth form of each.
    """
    letters = [letter, letter.upper(), *read_as.get(letter, "")]
    letters += [chr(ord(one) + _TO_FULL_WIDTH) for one in letters if one.isascii() and one >= "!"]
    kept = [re.escape(one) for one in dict.fromkeys(letters) if _folded(one, fold) == letter]
    return f"(?:{'|'.join(kept)})"
