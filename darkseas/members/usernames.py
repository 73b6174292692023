"""What a member may be called, and when two names are the same name."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

from darkseas.web.invisible_characters import refuse_unseen
from darkseas.web.texts.homoglyphs import folded, folded_as_capitals

LONGEST_NAME = 40
# Names that would speak for the site, or that its addresses and pages use.
RESERVED = frozenset(
    {"admin", "anonymous", "captain", "darkseas", "director", "house", "me", "moderator"}
    | {"operator", "root", "staff", "system", "umpire", "webmaster"}
)
# Scripts that are written together; any other two in one name are a disguise.
_JAPANESE = frozenset({"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"})
# Scripts in which people write today (Unicode, UAX #31, table 5), as names of letters begin. Of most others
# whole words look like Latin ones, and nobody would know who is meant.
_IN_USE = _JAPANESE | {
    "ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK",
    "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "KANNADA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR",
    "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
}  # fmt: skip
# How names of digits begin that are those of another script.
_DIGITS = {"ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}
# Mail programs make a link of a dot between two words, the last of letters alone, and of whatever begins so.
_HOST = re.compile(r"\w\.(?:[^\W\d_]{2,}|xn--[\w-]+)(?![^\W_])|^www\.", re.IGNORECASE)

# No "@", so that a name is never an e-mail address; no space, so that "Deleted member 7" is nobody's.
well_formed = RegexValidator(
    r"^\w[\w.+-]*\Z", "Use letters, digits and . + - _ only, and begin with a letter or digit."
)


def name_key(name: str) -> str:
    """Return what two names share when people would take them for one (NFKC, without case)."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def not_reserved(name: str) -> None:
    """Refuse a name that speaks for the site."""
    if not RESERVED.isdisjoint((name_key(name), folded(name), folded_as_capitals(name))):
        raise ValidationError("This name is reserved for the site. Choose another.", code="reserved")


def one_script(name: str) -> None:
    """Refuse a name whose letters are of several scripts, or of one in which hardly anybody writes.

    The first is a Cyrillic a among Latin letters; the other Lisu, whose capitals look like Latin ones. Nor
    may it hold letters that nobody sees, such as the fillers of Hangul.
    """
    refuse_unseen(name)
    scripts = {
        _script_of(sign) for sign in name if sign.isalnum() and not (sign.isascii() and sign.isdigit())
    }
    if len(scripts) > 1 and not scripts <= _JAPANESE:
        raise ValidationError("Use letters of one alphabet only.", code="mixed")
    if not scripts <= _IN_USE:
        raise ValidationError("Use an alphabet that most people can read.", code="script")


def no_host(name: str) -> None:
    """Refuse a name that mail programs would make a link of, such as “sea.example”."""
    if _HOST.search(unicodedata.normalize("NFKC", name)):
        raise ValidationError(
            "This reads like the address of a site. Write - or _ in place of the dot.", code="host"
        )


def _script_of(sign: str) -> str:
    """Return the script of a letter or digit, as its name begins with it."""
    first = unicodedata.name(sign, "?").split()[0]
    return _DIGITS.get(first, first)
