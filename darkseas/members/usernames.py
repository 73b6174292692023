"""Rules for usernames, and when two of them count as the same."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

from darkseas.web.invisible_characters import refuse_unseen
from darkseas.web.texts.homoglyphs import folded, folded_as_capitals
from darkseas.web.texts.name_keys import name_key

LONGEST_NAME = 40
# Names that would seem to speak for the site, or that its URLs and pages use.
RESERVED = frozenset(
    {"admin", "anonymous", "captain", "darkseas", "director", "house", "me", "moderator"}
    | {"operator", "root", "staff", "system", "umpire", "webmaster"}
)
# Scripts that are written together; any other mixture in one name is a disguise.
_JAPANESE = frozenset({"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"})
# Scripts in use today (Unicode, UAX #31, table 5), as the first word of their letters' Unicode names. In most
# other scripts whole words can pass for Latin ones, so one member could impersonate another.
_IN_USE = _JAPANESE | {
    "ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK",
    "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "KANNADA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR",
    "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
}  # fmt: skip
# First words of digits' Unicode names that stand for another script.
_DIGITS = {"ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}
# Mail programs turn a dot between two words into a link if the last word has only letters or begins so.
_HOST = re.compile(r"\w\.(?:[^\W\d_]{2,}|xn--[\w-]+)(?![^\W_])|^www\.", re.IGNORECASE)

# No "@", so that a name is never an e-mail address; no space, so that "Deleted member 7" is nobody's.
well_formed = RegexValidator(
    r"^\w[\w.+-]*\Z", "Use letters, digits and . + - _ only, and begin with a letter or digit."
)


def not_reserved(name: str) -> None:
    """Refuse a name that seems to speak for the site."""
    if not RESERVED.isdisjoint((name_key(name), folded(name), folded_as_capitals(name))):
        raise ValidationError("This name is reserved for the site. Choose another.", code="reserved")


def one_script(name: str) -> None:
    """Refuse a name that mixes scripts, or uses one that is no longer in common use.

    Examples are a Cyrillic a among Latin letters, and Lisu, whose capitals look like Latin ones. Invisible
    letters such as the Hangul fillers are refused too.
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
    """Refuse a name that mail programs would turn into a link, such as “sea.example”."""
    if _HOST.search(unicodedata.normalize("NFKC", name)):
        raise ValidationError("This looks like a web address. Use - or _ instead of the dot.", code="host")


def _script_of(sign: str) -> str:
    """Return the script of a letter or digit: the first word of its Unicode name."""
    first = unicodedata.name(sign, "?").split()[0]
    return _DIGITS.get(first, first)
