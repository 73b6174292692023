"""Background work on dispatches. The rows are the truth, and each task may run twice."""

from celery import shared_task
from django.utils import timezone

from .webhooks import deliveries
from .weekly import emails


@shared_task(name="ds.out.write_weekly")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def write_weekly() -> None:
    """Note who is to be written to this week, and hand out what waits to be sent."""
    now = timezone.now()
    emails.note(now)
    for letter in emails.due(now):
        deliver_weekly_letter.delay(letter.pk.hex)


@shared_task(name="ds.out.deliver_weekly_letter", expires=300)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver_weekly_letter(letter_id: str) -> None:
    """Send one weekly letter, if it still waits."""
    emails.deliver(letter_id)


@shared_task(name="ds.out.tell_webhooks")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_webhooks() -> None:
    """Note what clubs' webhooks have not heard, and hand out what waits to be sent."""
    now = timezone.now()
    deliveries.note(now)
    for delivery in deliveries.hand_out(now):
        deliver_to_webhook.delay(delivery.pk.hex)


@shared_task(name="ds.out.deliver_to_webhook", expires=20)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver_to_webhook(delivery_id: str) -> None:
    """Send one event to one webhook, if it still waits."""
    deliveries.deliver(delivery_id)
