"""Background tasks of the weekly email and webhooks. Each may safely run twice."""

from celery import shared_task
from django.utils import timezone

from .webhooks import deliveries
from .weekly import emails


@shared_task(name="ds.out.write_weekly")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def write_weekly() -> None:
    """Create this week's emails and queue those that are due."""
    now = timezone.now()
    emails.note(now)
    for letter in emails.due(now):
        deliver_weekly_letter.delay(letter.pk.hex)


@shared_task(name="ds.out.deliver_weekly_letter", expires=300)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver_weekly_letter(letter_id: str) -> None:
    """Send one weekly email if it is still due."""
    emails.deliver(letter_id)


@shared_task(name="ds.out.tell_webhooks")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_webhooks() -> None:
    """Create deliveries for new events and queue those that are due."""
    now = timezone.now()
    deliveries.note(now)
    for delivery in deliveries.hand_out(now):
        deliver_to_webhook.delay(delivery.pk.hex)


@shared_task(name="ds.out.deliver_to_webhook", expires=20)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver_to_webhook(delivery_id: str) -> None:
    """Send one event to one webhook if it is still due."""
    deliveries.deliver(delivery_id)
