"""Background work on results. The rows are the truth, and each task may run twice."""

from celery import shared_task
from django.utils import timezone

from . import auto_confirm, emails


@shared_task(name="ds.club.lapse_results")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def lapse_results() -> None:
    """Leave results that nobody has answered in time to their clubs' rules."""
    auto_confirm.lapse_overdue(timezone.now())


@shared_task(name="ds.out.tell_results")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_results() -> None:
    """Hand out the letters about results that wait to be sent."""
    for notice in emails.due(timezone.now()):
        deliver_result_letter.delay(notice.pk.hex)


@shared_task(name="ds.out.deliver_result_letter", expires=60)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver_result_letter(notice_id: str) -> None:
    """Send one letter, if it still waits."""
    emails.deliver(notice_id)
