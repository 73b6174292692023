"""Days and moments as forms of clubs ask for them, in the years that calendars of all kinds can hold."""

from datetime import date

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
