"""Parses the cells of a result file: day, outcome, points, ships."""

import re
from datetime import date
from decimal import Decimal, DecimalException

from darkseas.club.results.checks import MOST_POINTS
from darkseas.club.results.facts import DREW, LOST, WON, hundredths
from darkseas.web.texts.human_dates import read_days

_FOUR_FIGURES = re.compile(r"[0-9]{4}")

ENDED = {"won": WON, "drew": DREW, "lost": LOST}


class CellFault(ValueError):
    """An invalid cell; the message says what it should contain."""


def day_in(text: str) -> date:
    """Parse a date as people write it, with a four-digit year. Raise CellFault if it is ambiguous or
    invalid.
    """
    days = read_days(text) if _FOUR_FIGURES.search(text) else None
    if days is None or days.first != days.last:
        raise CellFault(f"{text[:40]!r} is not a date. Write it as 2026-01-31, 31.1.2026 or 31 January 2026.")
    if days.turned is not None:
        one, other = days.first.isoformat(), days.turned.isoformat()
        raise CellFault(f"{text[:40]!r} can mean {one} or {other}. Write the date in one of these forms.")
    return days.first


def score_in(text: str) -> int:
    """Parse won, drew or lost into half points. Raise CellFault."""
    if text.casefold() not in ENDED:
        raise CellFault(f"{text[:40]!r} is none of {', '.join(ENDED)}.")
    return ENDED[text.casefold()]


def points_in(text: str) -> Decimal:
    """Parse points with up to two decimals. Raise CellFault."""
    try:
        number = Decimal(text)
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
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise CellFault(f"{text[:40]!r} is not a number of ships.")
    return int(text)
