"""Form fields for days, moments and durations, within years that all calendars support."""

import re
from datetime import date, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

EARLIEST_YEAR, LATEST_YEAR = 1850, 2200


def refuse_far_years(value: date) -> None:
    """Validator: refuse years far from any battle.

    At Python's limits, years 1 and 9999, conversion between time zones fails.
    """
    if not EARLIEST_YEAR <= value.year <= LATEST_YEAR:
        raise ValidationError(f"Choose a year from {EARLIEST_YEAR} to {LATEST_YEAR}.", code="far-year")


class DayField(forms.DateField):
    widget = forms.DateInput({"type": "date"}, "%Y-%m-%d")
    default_validators = [refuse_far_years]


class MomentField(forms.DateTimeField):
    """A date and time in the current time zone, which has to be there once on its clocks."""

    widget = forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M")
    default_validators = [refuse_far_years]

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment. Raises ValidationError for an hour that clock changes skip or repeat."""
        try:
            return super().to_python(value)
        except ValidationError as refusal:
            if refusal.code != "ambiguous_timezone" or not refusal.params:
                raise
            raise ValidationError(_why_not(refusal.params["datetime"]), code="clock-change") from None


def _why_not(moment: datetime) -> str:
    """Return why a time that is not there once is refused; it has no time zone."""
    zone = timezone.get_current_timezone()
    first, second = (moment.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1))
    is_skipped = first is not None and second is not None and first < second
    happens = "is skipped" if is_skipped else "comes twice"
    return (
        f"{moment:%H:%M} {happens} on {moment.day} {moment:%B %Y}, because the clocks change"
        f" ({timezone.get_current_timezone_name()}). Choose another time."
    )


#: Minutes of each unit, by its first letter.
_UNITS = {"w": 7 * 24 * 60, "d": 24 * 60, "h": 60, "m": 1, "": 1}
_SPAN = re.compile(r"(\d{1,5})\s*([a-z]*)", re.ASCII)


def span_text(minutes: int) -> str:
    """Return a number of minutes in words: 2880 is “2 days”."""
    parts = []
    for unit, worth in (("day", 24 * 60), ("hour", 60), ("minute", 1)):
        count, minutes = divmod(minutes, worth)
        if count:
            parts.append(f"{count} {unit}{'' if count == 1 else 's'}")
    return " ".join(parts)


class SpanField(forms.CharField):
    """A duration in words, “2 days” or “90 minutes”; the value is in minutes, or None."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        super().__init__(max_length=40, **kwargs)
        self.most = most

    def prepare_value(self, value: Any) -> Any:
        return span_text(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        """Return the duration in minutes; a plain number means minutes."""
        text = " ".join(str(super().clean(value)).lower().replace(",", " ").replace(" and ", " ").split())
        if not text:
            return None
        parts = _SPAN.findall(text)
        if _SPAN.sub("", text).strip() or any(unit[:1] not in _UNITS for _, unit in parts):
            raise ValidationError("Enter a duration such as 15 minutes, 6 hours or 2 days.", code="no-span")
        minutes = sum(int(number) * _UNITS[unit[:1]] for number, unit in parts)
        if not 1 <= minutes <= self.most:
            raise ValidationError(f"Enter 1 minute to {span_text(self.most)}.", code="far-span")
        return minutes
