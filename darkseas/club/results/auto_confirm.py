"""What becomes of reported results that nobody has answered: the club's rule, once for each."""

from datetime import datetime, timedelta

from darkseas.club.models import Club, Result

from . import store
from .result_states import State


def overdue(now: datetime) -> list[int]:
    """Return the results whose opponents have been silent for as long as their club waits."""
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
    """Leave every overdue result to its club's rule; return how many."""
    return sum(store.lapse(result, now) for result in overdue(now))
