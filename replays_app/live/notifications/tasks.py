"""Background tasks that notify members. Rows hold the state; every task may run twice."""

from datetime import datetime

from celery import shared_task
from django.utils import timezone

from . import clock_warnings, deliveries, due_notifications


@shared_task(name="ds.out.tell_called")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_called() -> None:
    """Create notifications of orders due, and queue what is due to be sent."""
    now = timezone.now()
    due_notifications.note(now)
    _put_in_queue(now)


@shared_task(name="ds.out.tell_running_out")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_running_out() -> None:
    """Create notifications of clocks running out, and queue what is due to be sent."""
    now = timezone.now()
    clock_warnings.note(now)
    _put_in_queue(now)


@shared_task(name="ds.out.deliver", expires=20)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver(notice_id: str) -> None:
    deliveries.deliver(notice_id)


@shared_task(name="ds.out.deliver_webhooks", expires=20)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver_webhooks(notice_ids: list[str]) -> None:
    """Call webhooks for at most one turn's time."""
    deliveries.deliver_webhooks(notice_ids)


def _put_in_queue(now: datetime) -> None:
    """Queue one task per e-mail, then one for all webhooks."""
    waiting = deliveries.due(now)
    for notice in waiting:
        if notice.way == deliveries.LETTER:
            deliver.delay(notice.pk.hex)
    if hooks := [notice.pk.hex for notice in waiting if notice.way == deliveries.WEBHOOK]:
        deliver_webhooks.delay(hooks)
