"""What a member may be called, and when two names are the same name."""

import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

from darkseas.web.texts.look_alikes import folded

LONGEST_NAME = 40
# Names that would speak for the site, or that its addresses and pages use.
RESERVED = frozenset(
    {"admin", "anonymous", "captain", "darkseas", "director", "house", "me", "moderator"}
    | {"operator", "root", "staff", "system", "umpire", "webmaster"}
)
# Scripts that are written together; any other two in one name are a disguise.
_JAPANESE = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"})

# No "@", so that a name is never an e-mail address; no space, so that "Deleted member 7" is nobody's.
well_formed = RegexValidator(
    r"^\w[\w.+-]*\Z", "Use letters, digits and . + - _ only, and begin with a letter or digit."
)


def name_key(name: str) -> str:
    """Return what two names share when people would take them for one (NFKC, without case)."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def not_reserved(name: str) -> None:
    """Refuse a name that speaks for the site."""
    if name_key(name) in RESERVED or folded(name) in RESERVED:
        raise ValidationError("This name is kept for the site. Choose another.", code="reserved")


def one_script(name: str) -> None:
    """Refuse a name whose letters are of several scripts, such as a Cyrillic a among Latin letters."""
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}
    if len(scripts) > 1 and not scripts <= _JAPANESE:
        raise ValidationError("Take all letters of the name from one alphabet.", code="mixed")
