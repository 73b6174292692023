"""Days, moments and spans of time as forms of clubs ask for them, in years that all calendars can hold."""

import re
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

EARLIEST_YEAR, LATEST_YEAR = 1850, 2200


def refuse_far_years(value: date) -> None:
    """Refuse a day or moment that no club fought on: a validator.

    At the ends of what Python holds, years 1 and 9999, a moment has no counterpart in other time zones.
    """
    if not EARLIEST_YEAR <= value.year <= LATEST_YEAR:
        raise ValidationError(f"Take a year from {EARLIEST_YEAR} to {LATEST_YEAR}.", code="far-year")


class DayField(forms.DateField):
    """Asks for a day."""

    widget = forms.DateInput({"type": "date"}, "%Y-%m-%d")
    default_validators = [refuse_far_years]


class MomentField(forms.DateTimeField):
    """Asks for a moment, in the time zone that is current."""

    widget = forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M")
    default_validators = [refuse_far_years]


#: Minutes of each unit, by the letters with which people begin it.
_UNITS = {"w": 7 * 24 * 60, "d": 24 * 60, "h": 60, "m": 1, "": 1}
_SPAN = re.compile(r"(\d{1,5})\s*([a-z]*)", re.ASCII)


def span_text(minutes: int) -> str:
    """Return minutes in words: 2880 are “2 days”."""
    parts = []
    for unit, worth in (("day", 24 * 60), ("hour", 60), ("minute", 1)):
        count, minutes = divmod(minutes, worth)
        if count:
            parts.append(f"{count} {unit}{'' if count == 1 else 's'}")
    return " ".join(parts)


class SpanField(forms.CharField):
    """Asks for a span of time in words, “2 days” or “90 minutes”; its value are minutes, none for empty."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        super().__init__(max_length=40, **kwargs)
        self.most = most

    def prepare_value(self, value: Any) -> Any:
        """Return what the field shows."""
        return span_text(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        """Return the minutes; a number alone is one of minutes."""
        text = " ".join(str(super().clean(value)).lower().replace(",", " ").replace(" and ", " ").split())
        if not text:
            return None
        parts = _SPAN.findall(text)
        if _SPAN.sub("", text).strip() or any(unit[:1] not in _UNITS for _, unit in parts):
            raise ValidationError("Write it as 15 minutes, 6 hours or 2 days.", code="no-span")
        minutes = sum(int(number) * _UNITS[unit[:1]] for number, unit in parts)
        if not 1 <= minutes <= self.most:
            raise ValidationError(f"From 1 minute to {span_text(self.most)}, please.", code="far-span")
        return minutes
