"""Days, months and years as people write them: “7 Dec 1941”, “7.12.1941”, “August 1942”, “1942”."""

import calendar
import re
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
#: A year of two figures is one of this century: the first of its years, and how many figures two can say.
CENTURY, TWO_FIGURES = 1900, 100
_A_DAY = timedelta(days=1)
#: Days are written in so many words at most: “the night of 7th/8th December 1941”.
_MOST_WORDS = 6
#: What to say where nothing was understood.
EXAMPLES = "such as 7 Dec 1941, 7.12.1941, August 1942 or 1942"

_YEAR = r"(?P<year>[12]\d{3}|\d\d)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_MONTH = r"(?P<month>\d{1,2})"
_NAME = r"(?P<name>[a-z]{3,9})\.?"
#: Day and month in figures: with points the day is first everywhere, with other signs not.
_FIGURES = rf"{_DAY}\s*[-/.]\s*{_MONTH}\s*[-/.]\s*{_YEAR}"
#: A night, between two days: “8/9 August 1942”, “the night of August 8-9, 1942”.
_NIGHT_OF = r"(?:(?:the\s+)?night\s+(?:of|to)\s+)?(?:the\s+)?"
_TO = r"\s*[-–/]\s*(?P<until>\d{1,2})(?:st|nd|rd|th)?"
#: The ways in which days are written; a year alone has four figures.
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
    """A stretch of days, both ends included: a day, the two of a night, a month or a year.

    ``turned`` is the day that was read the other way round, where both ways are usual: “12/7/1941”.
    """

    first: date
    last: date
    turned: date | None = field(default=None, compare=False)

    @property
    def in_words(self) -> str:
        """As people write it: “7 December 1941”, “8/9 August 1942”, “August 1942”, “1942”."""
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
        """Return a sentence that says how figures were read which others read the other way round."""
        if self.turned is None:
            return ""
        other = _in_words(self.turned)
        return f"Read with the day first, as {self.in_words}. For {other} write {self.turned.isoformat()}."

    @property
    def both_read(self) -> str:
        """Return a sentence that says which two days were looked for, where figures may be either."""
        if self.turned is None:
            return ""
        return (
            f"Figures may be either way round: looked for {self.in_words} and for {_in_words(self.turned)}."
        )


def read_days(text: str) -> Days | None:
    """Return the days that a text names, or None where it names none.

    Where a day and a month are both figures the day comes first, unless only the other way is a date.
    """
    written = " ".join(text.casefold().split())
    for shape in _SHAPES:
        match = shape.fullmatch(written)
        if match and (days := _days(match.groupdict())):
            both_ways = shape.pattern == _FIGURES and "." not in written
            return _with_turned(days) if both_ways else days
    return None


def in_words(written: str) -> str:
    """Return a day, a month or a year of ISO 8601 as people write it; anything else as it stands."""
    days = read_days(written)
    return days.in_words if days else written


def words_and_days(text: str) -> tuple[str, Days | None]:
    """Return a text without the days at its end or its beginning, and these: “Exeter”, 13 December 1939."""
    words = text.split()
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        for rest, written in ((words[:-count], words[-count:]), (words[count:], words[:count])):
            if days := read_days(" ".join(written)):
                return " ".join(rest), days
    return text, None


def _days(parts: dict[str, str | None]) -> Days | None:
    year = int(parts["year"] or 0)
    year += CENTURY if year < TWO_FIGURES else 0
    day = int(parts.get("day") or 0)
    name, figures = parts.get("name"), parts.get("month")
    month = _month_called(name) if name else int(figures or 0)
    if not name and not figures:
        return Days(date(year, 1, 1), date(year, 12, 31))
    if not parts.get("day"):
        return _whole_month(year, month)
    if parts.get("until"):
        return _night(year, month, day, int(parts["until"] or 0))
    return _one_day(year, month, day) or (None if name else _one_day(year, day, month))


def _night(year: int, month: int, day: int, until: int) -> Days | None:
    """Return a day and its morrow, the month that of the first or of the last: “31/1 August 1942”."""
    first, last = _one_day(year, month, day), _one_day(year, month, until)
    if last and last.first.day == 1:
        first = Days(last.first - _A_DAY, last.first - _A_DAY)
    is_night = first and last and first.first.day == day and last.first - first.first == _A_DAY
    return Days(first.first, last.last) if first and last and is_night else None


def _with_turned(days: Days) -> Days:
    """Return a day of figures with the one that it is where the month is written first."""
    turned = _one_day(days.first.year, days.first.day, days.first.month)
    return replace(days, turned=turned.first) if turned and turned != days else days


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


def _month_called(name: str) -> int:
    """Return the number of the month that these letters begin, from 1; 0 where there is none."""
    letters = "sep" if name == "sept" else name
    return next((number for number, month in enumerate(MONTHS, start=1) if month.startswith(letters)), 0)
