"""Background work: telling who is called, and whose time runs out. Rows are the truth, all may run twice."""

from celery import shared_task
from django.utils import timezone

from . import deliveries, due_notices, running_out


@shared_task(name="ds.out.tell_called")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_called() -> None:
    """Note who is called and has not been told, and hand out what waits to be sent."""
    now = timezone.now()
    due_notices.note(now)
    for notice in deliveries.due(now):
        deliver.delay(notice.pk.hex)


@shared_task(name="ds.out.tell_running_out")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_running_out() -> None:
    """Note whose time is about to run out, and hand out what waits to be sent."""
    now = timezone.now()
    running_out.note(now)
    for notice in deliveries.due(now):
        deliver.delay(notice.pk.hex)


@shared_task(name="ds.out.deliver", expires=20)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver(notice_id: str) -> None:
    """Send one notice, if it still waits."""
    deliveries.deliver(notice_id)
