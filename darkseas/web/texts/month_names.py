"""Names of months in the languages of clubs, from Django's translations, and their abbreviations."""

import gettext
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import django.conf
from django.utils.translation import to_locale

from .without_accents import plain

LANGUAGES = ("cs", "da", "de", "es", "fi", "fr", "it", "nb", "nl", "pl", "pt", "sv", "uk")
_LOCALES = Path(django.conf.__file__).parent / "locale"
_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
#: How Django abbreviates the English names in its catalogues.
_SHORT = ("Jan.", "Feb.", "March", "April", "May", "June", "July", "Aug.", "Sept.", "Oct.", "Nov.", "Dec.")
#: Usual names and abbreviations that are not the beginning of a name: Austrian, Czech and German ones.
_MORE = {"jänner": 1, "jän": 1, "mrz": 3, "čvn": 6, "čvc": 7}
#: The fewest letters of an abbreviation.
_FEWEST = 3


def month_called(name: str) -> int:
    """Return the number (from 1) of the month with this name or abbreviation in any language, or 0.

    The beginning of a name is an abbreviation if all names that begin so are of the same month.
    """
    return _months().get(plain(name)) or _abbreviations().get(plain(name), 0)


@cache
def _months() -> Mapping[str, int]:
    """Return the months by plain name, without names that are different months in two languages."""
    found: dict[str, set[int]] = {}
    for language in LANGUAGES:
        for name, number in _names_in(language):
            found.setdefault(plain(name).rstrip("."), set()).add(number)
    return _of_one_month(found) | {plain(name): number for name, number in _MORE.items()}


@cache
def _abbreviations() -> Mapping[str, int]:
    found: dict[str, set[int]] = {}
    for name, number in _months().items():
        for length in range(_FEWEST, len(name)):
            found.setdefault(name[:length], set()).add(number)
    return _of_one_month(found)


def _of_one_month(found: Mapping[str, set[int]]) -> dict[str, int]:
    return {name: next(iter(numbers)) for name, numbers in found.items() if len(numbers) == 1}


def _names_in(language: str) -> Iterator[tuple[str, int]]:
    """Yield names, names in dates (genitives) and abbreviations with their numbers."""
    catalogue = gettext.translation("django", _LOCALES, [to_locale(language)])
    for number, (name, short) in enumerate(zip(_NAMES, _SHORT, strict=True), start=1):
        yield catalogue.gettext(name), number
        yield catalogue.pgettext("alt. month", name), number
        yield catalogue.pgettext("abbrev. month", short), number
        yield catalogue.gettext(name[:3].lower()), number
