"""Background tasks for results. Each may run twice; the rows are the truth."""

from celery import shared_task
from django.utils import timezone

from . import auto_confirm, emails


@shared_task(name="ds.club.lapse_results")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def lapse_results() -> None:
    """Apply the clubs' rules to unanswered reports."""
    auto_confirm.lapse_overdue(timezone.now())


@shared_task(name="ds.out.tell_results")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_results() -> None:
    """Queue the due e-mails about results."""
    for notice in emails.due(timezone.now()):
        deliver_result_letter.delay(notice.pk.hex)


@shared_task(name="ds.out.deliver_result_letter", expires=60)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver_result_letter(notice_id: str) -> None:
    """Send one e-mail if it is still needed."""
    emails.deliver(notice_id)
