"""Parses the cells of a result file: day, outcome, points, ships."""

import re
from datetime import timedelta
from decimal import Decimal, DecimalException

from django.utils import timezone

from darkseas.club.results.checks import MOST_POINTS
from darkseas.club.results.facts import DREW, LOST, WON, hundredths
from darkseas.web.texts.human_dates import Days, read_days
from darkseas.web.texts.name_keys import name_key

#: It may already be tomorrow where a club plays.
_A_DAY = timedelta(days=1)
#: A time behind a day, as spreadsheets and programs write it; the day is as it was there.
_TIME = re.compile(
    r"(?<=\d)[T\s,]+\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\s*(?:[AP]\.?M\.?)?\s*(?:Z|[+-]\d\d:?\d\d)?$",
    re.IGNORECASE | re.ASCII,
)
_WEEKDAY = re.compile(r"^[^\W\d_]{2,12}[.,]{0,2}\s+(?=\S+\s)")
#: Spaces and apostrophes between groups of three digits.
_BETWEEN_GROUPS = re.compile(r"(?<=\d)[\s'’](?=\d{3}(?!\d))")
_HALF = re.compile(r"(?P<whole>-?\d*)\s*(?:½|(?:(?<=\s)|^)1/2)", re.ASCII)

ENDED = {"won": WON, "drew": DREW, "lost": LOST}
_ALSO_ENDED = ENDED | {"win": WON, "draw": DREW, "drawn": DREW, "tie": DREW, "loss": LOST}
_SCORES = {Decimal(1): WON, Decimal("0.5"): DREW, Decimal(0): LOST}


class CellFault(ValueError):
    """An invalid cell; the message says what it should contain."""


def days_in(text: str) -> Days:
    """Parse a date as people write it, perhaps with a time, which does not count.

    A two-digit year is 20xx if that is not in the future, else 19xx.
    The result is one day; if the day and the month may be swapped, ``turned`` is the other day. Raise
    CellFault.
    """
    written = _TIME.sub("", text.strip())
    ways, latest = (written, _WEEKDAY.sub("", written)), timezone.now().date() + _A_DAY
    found = (read_days(way, in_any_language=True, latest=latest) for way in ways)
    days = next(filter(None, found), None)
    if days is None or days.first != days.last:
        raise CellFault(f"{text[:40]!r} is not a date. Write it as 2026-01-31, 31.1.2026 or 31 January 2026.")
    return days


def score_in(text: str) -> int:
    """Parse won, drew or lost, or a score of 1, ½ or 0, into half points. Raise CellFault."""
    found = _ALSO_ENDED.get(name_key(text))
    if found is None:
        try:
            found = _SCORES.get(points_in(text))
        except CellFault:
            found = None
    if found is None:
        raise CellFault(f"{text[:40]!r} is none of {', '.join(ENDED)}.")
    return found


def points_in(text: str) -> Decimal:
    """Parse points with up to two decimals. Raise CellFault."""
    try:
        number = Decimal(_as_number(text))
        is_too_large = not number.is_finite() or abs(number) > MOST_POINTS
    except DecimalException:  # also raised if the amount overflows
        raise CellFault(f"{text[:40]!r} is not a number of points.") from None
    if is_too_large:
        raise CellFault(f"Enter points from -{MOST_POINTS} to {MOST_POINTS}.")
    if number != hundredths(number):
        raise CellFault("Points have at most two decimal places.")
    return hundredths(number)


def losses_in(text: str) -> int:
    """Parse a number of ships. Raise CellFault."""
    whole, _, rest = _as_number(text).partition(".")
    if not (whole.isascii() and whole.isdigit() and len(whole) <= 6 and not rest.strip("0")):
        raise CellFault(f"{text[:40]!r} is not a number of ships.")
    return int(whole)


def _as_number(text: str) -> str:
    """Return a number of any country as Python reads it: “1.234,5” is 1234.5, “12½” is 12.5."""
    written = _BETWEEN_GROUPS.sub("", text.strip().replace("−", "-"))
    if half := _HALF.fullmatch(written):
        return f"{half['whole'] if half['whole'].strip('-') else half['whole'] + '0'}.5"
    last = max(written.rfind(","), written.rfind("."))
    if last < 0:
        return written
    head, tail = written[:last], written[last + 1 :]
    other = "," if written[last] == "." else "."
    groups = head.split(other)
    is_grouped = all(len(group) == len("000") for group in groups[1:]) and len(groups[0]) > 0
    return f"{''.join(groups)}.{tail}" if is_grouped or other not in head else written
