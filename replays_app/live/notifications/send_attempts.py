"""Attempts to send notifications: one worker claims a row, and failures are retried later.

Once a mail server has accepted an e-mail, nobody can recall it, and a worker that dies just then has recorded
nothing. Such an e-mail is not sent again: a lost e-mail does less harm than many unwanted ones. Webhooks are
retried until accepted, always with the same id.

Rows have ``state`` (as in `Notice.State`), ``attempts`` and ``due_at``.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from replays_app.models import Notice

#: Delays before the retries.
WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
#: Delay before a webhook whose worker has died is sent again.
LEASE = timedelta(minutes=2)
State = Notice.State


def due(rows: QuerySet[Any], now: datetime) -> QuerySet[Any]:
    """Return the rows that are due to be sent."""
    return rows.filter(state=State.WAITING, due_at__lte=now)


def claim_letter(rows: QuerySet[Any], now: datetime) -> bool:
    """Claim an e-mail permanently for this worker; return whether the e-mail was still available."""
    return bool(due(rows, now).update(state=State.SENDING, attempts=F("attempts") + 1))


def claim_webhook(rows: QuerySet[Any], now: datetime) -> bool:
    """Claim a webhook call for this worker until its lease ends."""
    return bool(due(rows, now).update(due_at=now + LEASE, attempts=F("attempts") + 1))


def put_off(row: Any) -> None:
    """Schedule the next attempt, or mark the row as failed."""
    if row.attempts > len(WAITS):
        settle(row, State.FAILED)
    else:
        settle(row, State.WAITING, due_at=timezone.now() + WAITS[row.attempts - 1])


def settle(row: Any, state: str, **more: object) -> None:
    """Set the state of a row, unless another worker has claimed it since."""
    type(row).objects.filter(pk=row.pk, attempts=row.attempts).update(state=state, **more)
