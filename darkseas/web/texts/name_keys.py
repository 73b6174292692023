"""Names in one spelling, and the key that two names share if people would take them for the same."""

import re
import unicodedata

#: Spaces of all widths; line breaks and tabs are none, they are refused in names.
_SPACES = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
#: Variants of the apostrophe: phones write O’Neill, desktops O'Neill.
_APOSTROPHES = str.maketrans("‘’ʼʹ′", "'''''")


def one_spelling(name: str) -> str:
    """Return a name as we store it: composed accents (NFC), single ordinary spaces."""
    return unicodedata.normalize("NFC", _SPACES.sub(" ", name).strip())


def name_key(name: str) -> str:
    """Return the key of a name: without case, kinds of spaces and apostrophes, or compatibility forms (NFKC).

    Accents still distinguish names.
    """
    spaced = " ".join(name.translate(_APOSTROPHES).split())
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", spaced).casefold())
