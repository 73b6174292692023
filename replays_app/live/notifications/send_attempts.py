"""Sending something once: who claims a row sends it, and what is not taken waits for its next attempt.

A letter is out of our hands in the moment in which a mail server takes it, and a worker that dies just then
has told nobody: such a letter is not sent again, for one that is lost does less harm than many that are not
asked for. A webhook is sent until it is taken, always with the same id.

The rows have ``state`` (by the words of `Notice.State`), ``attempts`` and ``due_at``.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from replays_app.models import Notice

#: What a mail server or a receiver refuses is tried again after these waits.
WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
#: A webhook whose worker has died is sent again after so long.
LEASE = timedelta(minutes=2)
State = Notice.State


def due(rows: QuerySet[Any], now: datetime) -> QuerySet[Any]:
    """Return those of the rows that wait to be sent."""
    return rows.filter(state=State.WAITING, due_at__lte=now)


def claim_letter(rows: QuerySet[Any], now: datetime) -> bool:
    """Take a letter for this worker alone and for good; return whether there was one to take."""
    return bool(due(rows, now).update(state=State.SENDING, attempts=F("attempts") + 1))


def claim_webhook(rows: QuerySet[Any], now: datetime) -> bool:
    """Take what goes to a webhook for this worker alone, until its lease ends."""
    return bool(due(rows, now).update(due_at=now + LEASE, attempts=F("attempts") + 1))


def put_off(row: Any) -> None:
    """Let a row wait for its next attempt, or give it up."""
    if row.attempts > len(WAITS):
        settle(row, State.FAILED)
    else:
        settle(row, State.WAITING, due_at=timezone.now() + WAITS[row.attempts - 1])


def settle(row: Any, state: str, **more: object) -> None:
    """Set how far a row has come, unless another worker has claimed it since."""
    type(row).objects.filter(pk=row.pk, attempts=row.attempts).update(state=state, **more)
