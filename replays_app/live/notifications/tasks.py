"""Background work: telling who is called, and whose time runs out. Rows are the truth, all may run twice."""

from datetime import datetime

from celery import shared_task
from django.utils import timezone

from . import clock_warnings, deliveries, due_notifications


@shared_task(name="ds.out.tell_called")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_called() -> None:
    """Note who is called and has not been told, and hand out what waits to be sent."""
    now = timezone.now()
    due_notifications.note(now)
    _put_in_queue(now)


@shared_task(name="ds.out.tell_running_out")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_running_out() -> None:
    """Note whose time is about to run out, and hand out what waits to be sent."""
    now = timezone.now()
    clock_warnings.note(now)
    _put_in_queue(now)


@shared_task(name="ds.out.deliver", expires=20)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver(notice_id: str) -> None:
    """Send one notice, if it still waits."""
    deliveries.deliver(notice_id)


@shared_task(name="ds.out.deliver_webhooks", expires=20)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver_webhooks(notice_ids: list[str]) -> None:
    """Send notices to webhooks for as long as one turn lasts, those that still wait."""
    deliveries.deliver_webhooks(notice_ids)


def _put_in_queue(now: datetime) -> None:
    """Put what waits into the queue: each letter by itself, and all webhooks behind them as one turn."""
    waiting = deliveries.due(now)
    for notice in waiting:
        if notice.way == deliveries.LETTER:
            deliver.delay(notice.pk.hex)
    if hooks := [notice.pk.hex for notice in waiting if notice.way == deliveries.WEBHOOK]:
        deliver_webhooks.delay(hooks)
