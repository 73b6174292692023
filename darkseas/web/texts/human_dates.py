"""Days, months and years as people write them: “7 Dec 1941”, “7.12.1941”, “August 1942”, “1942”."""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from .month_names import month_called
from .without_accents import plain

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
#: Two-digit years belong to the first century, or the next; and the number of two-digit values.
CENTURY, NEXT_CENTURY, TWO_FIGURES = 1900, 2000, 100
_A_DAY = timedelta(days=1)
#: The most words in a date, as in “the night of 7th/8th December 1941”.
_MOST_WORDS = 6
#: Hint if a date was not understood.
EXAMPLES = "such as 7 Dec 1941, 7.12.1941, August 1942 or 1942"

_YEAR = r"(?P<year>[12]\d{3}|\d\d)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_MONTH = r"(?P<month>\d{1,2})"
#: A month in any alphabet; most are at most nine letters long, Finnish ones up to twelve.
_NAME = r"(?P<name>(?u:[^\W\d_]){3,12})\.?"
#: Numeric dates: with dots the day always comes first; with other separators it may not.
_FIGURES = rf"{_DAY}\s*[-/.]\s*{_MONTH}\s*[-/.]\s*{_YEAR}"
#: A night, between two days: “8/9 August 1942”, “the night of August 8-9, 1942”.
_NIGHT_OF = r"(?:(?:the\s+)?night\s+(?:of|to)\s+)?(?:the\s+)?"
_TO = r"\s*[-–/]\s*(?P<until>\d{1,2})(?:st|nd|rd|th)?"
#: Words and endings in dates of other languages: 12 de marzo de 1942, 1er mars, den 7. april, 1942年3月12日.
_LITTLE_WORDS = re.compile(r"\b(?:den|del?|di)\s+(?=\S)")
_ORDINAL = re.compile(r"\b(\d{1,2})(?:er|o|a)\b", re.ASCII)
_JAPANESE = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})日", re.ASCII)
#: Supported date formats; a year alone has four digits.
_SHAPES = tuple(
    re.compile(shape, re.ASCII)
    for shape in (
        r"(?P<year>[12]\d{3})",
        rf"(?P<year>[12]\d{{3}})[-/.]{_MONTH}",
        rf"(?P<year>[12]\d{{3}})[-/.]{_MONTH}[-/.](?P<day>\d{{1,2}})",
        _FIGURES,
        r"(?P<month>\d{1,2})\s*[-/.]\s*(?P<year>[12]\d{3})",
        rf"{_NIGHT_OF}{_DAY}(?:{_TO})?[\s.-]+(?:of\s+)?{_NAME}[\s,-]+{_YEAR}",
        rf"{_NIGHT_OF}{_NAME}[\s-]+{_DAY}(?:{_TO})?[\s,]+{_YEAR}",
        rf"{_NAME}[\s,-]+(?P<year>[12]\d{{3}})",
        rf"(?P<year>[12]\d{{3}})[\s,-]+{_NAME}(?:[\s-]+{_DAY})?",
    )
)


@dataclass(frozen=True, slots=True)
class Days:
    """A range of days, inclusive: one day, the two days of a night, a month or a year.

    ``turned`` is the other reading of an ambiguous date such as “12/7/1941”.
    """

    first: date
    last: date
    turned: date | None = field(default=None, compare=False)

    @property
    def in_words(self) -> str:
        """The range in words: “7 December 1941”, “8/9 August 1942”, “August 1942”, “1942”."""
        month = MONTHS[self.first.month - 1].title()
        if self.first == self.last:
            return _in_words(self.first)
        if self.last - self.first == _A_DAY:
            return f"{self.first.day}/{_in_words(self.last)}"
        if self.first.month == self.last.month:
            return f"{month} {self.first.year}"
        return str(self.first.year)

    @property
    def how_read(self) -> str:
        """Return a sentence that explains how an ambiguous date was read."""
        if self.turned is None:
            return ""
        other = _in_words(self.turned)
        return f"Read with the day first, as {self.in_words}. For {other} write {self.turned.isoformat()}."

    @property
    def both_read(self) -> str:
        """Return a sentence that names both days that an ambiguous date was searched as."""
        if self.turned is None:
            return ""
        return f"The date is ambiguous: searched for {self.in_words} and for {_in_words(self.turned)}."


def read_days(text: str, *, in_any_language: bool = False, latest: date | None = None) -> Days | None:
    """Parse a date; return None if the text is not one.

    In numeric dates the day comes first, unless only the other order is a valid date. Searches know English
    months only, because Mars is a ship; files also those of other languages. Two-digit years are 19xx; with
    ``latest`` they are 20xx unless the date would be later than that.
    """
    written = " ".join(text.casefold().split())
    if in_any_language:
        written = _LITTLE_WORDS.sub("", _ORDINAL.sub(r"\1", _JAPANESE.sub(r"\1-\2-\3", plain(written))))
    month_of = _month_in_any_language if in_any_language else _month_called
    for shape in _SHAPES:
        match = shape.fullmatch(written)
        parts = match.groupdict() if match else {}
        if parts and (days := _in_its_century(parts, month_of, latest)):
            if shape.pattern != _FIGURES or "." in written:
                return days
            turned = _in_its_century(parts | {"day": parts["month"], "month": parts["day"]}, month_of, latest)
            return replace(days, turned=turned.first) if turned and turned != days else days
    return None


def in_words(written: str) -> str:
    """Return an ISO 8601 day, month or year in words; anything else unchanged."""
    days = read_days(written)
    return days.in_words if days else written


def words_and_days(text: str) -> tuple[str, Days | None]:
    """Split a date off the end or start of a text: “Exeter”, 13 December 1939."""
    words = text.split()
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        for rest, written in ((words[:-count], words[-count:]), (words[count:], words[:count])):
            if days := read_days(" ".join(written)):
                return " ".join(rest), days
    return text, None


def _in_its_century(
    parts: dict[str, str | None], month_of: Callable[[str], int], latest: date | None
) -> Days | None:
    year = int(parts["year"] or 0)
    if year >= TWO_FIGURES:
        return _days(parts, year, month_of)
    recent = _days(parts, NEXT_CENTURY + year, month_of) if latest else None
    is_past = recent is not None and latest is not None and recent.last <= latest
    return recent if is_past else _days(parts, CENTURY + year, month_of)


def _days(parts: dict[str, str | None], year: int, month_of: Callable[[str], int]) -> Days | None:
    day = int(parts.get("day") or 0)
    name, figures = parts.get("name"), parts.get("month")
    month = month_of(name) if name else int(figures or 0)
    if not name and not figures:
        return Days(date(year, 1, 1), date(year, 12, 31))
    if not parts.get("day"):
        return _whole_month(year, month)
    if parts.get("until"):
        return _night(year, month, day, int(parts["until"] or 0))
    return _one_day(year, month, day) or (None if name else _one_day(year, day, month))


def _night(year: int, month: int, day: int, until: int) -> Days | None:
    """Return a day and the next; the month may be that of either: “31/1 August 1942”."""
    first, last = _one_day(year, month, day), _one_day(year, month, until)
    if last and last.first.day == 1:
        first = Days(last.first - _A_DAY, last.first - _A_DAY)
    is_night = first and last and first.first.day == day and last.first - first.first == _A_DAY
    return Days(first.first, last.last) if first and last and is_night else None


def _in_words(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1].title()} {day.year}"


def _whole_month(year: int, month: int) -> Days | None:
    if not 1 <= month <= len(MONTHS):
        return None
    return Days(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]))


def _one_day(year: int, month: int, day: int) -> Days | None:
    try:
        return Days(date(year, month, day), date(year, month, day))
    except ValueError:
        return None


def _month_in_any_language(name: str) -> int:
    return _month_called(name) or month_called(name)


def _month_called(name: str) -> int:
    """Return the number (from 1) of the month whose name begins with these letters, or 0."""
    letters = "sep" if name == "sept" else name
    return next((number for number, month in enumerate(MONTHS, start=1) if month.startswith(letters)), 0)
