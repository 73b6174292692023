"""Auto-confirmation: applies the club's rule to reports that nobody answered in time."""

from datetime import datetime, timedelta

from darkseas.club.models import Club, Result

from . import store
from .result_states import State


def overdue(now: datetime) -> list[int]:
    """Return the ids of results whose deadline for answers has passed."""
    waiting = Result.objects.filter(state=State.REPORTED)
    waits = Club.objects.filter(results__state=State.REPORTED).values_list("silence_days", flat=True)
    return [
        result
        for days in sorted(set(waits))
        for result in waiting.filter(
            club__silence_days=days, reported_at__lte=now - timedelta(days=days)
        ).values_list("pk", flat=True)
    ]


def lapse_overdue(now: datetime) -> int:
    """Apply the club's rule to every overdue result; return how many."""
    return sum(store.lapse(result, now) for result in overdue(now))
