"""The part of a web address that is made from a title."""

from anyascii import anyascii
from django.utils.text import slugify


def slug_of(title: str, longest: int = 80, usual: str = "") -> str:
    """Return a title in ASCII letters, digits and hyphens: “Łódź” becomes “lodz”, “Київ” “kiiv”.

    ``usual`` is for titles without letters and digits.
    """
    return slugify(anyascii(title))[:longest].strip("-_") or usual
