"""Members' notification preferences, and the notifications sent: orders due, and time running out."""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from .battles import Seat
from .clocks import Spell


def new_secret() -> str:
    """Return a secret to sign webhook calls with."""
    return secrets.token_urlsafe(32)


class Wish(models.Model):
    """A member's notification preferences. Members without a row get no notifications.

    ``webhook_url`` may be empty; ``webhook_secret`` signs calls to it.
    """

    class Letters(models.TextChoices):
        """When to send an e-mail."""

        NEVER = "never", "never"
        AT_ONCE = "at-once", "at once"

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="wish"
    )
    letters = models.CharField(max_length=20, choices=Letters, default=Letters.NEVER)
    webhook_url = models.CharField(max_length=500, blank=True)
    webhook_secret = models.CharField(max_length=64, default=new_secret)


class Notice(models.Model):
    """One notification to a member, by one channel, that orders are due or a clock runs out.

    ``answered`` identifies the occasion: the length of the log after the seat's own last order, 0 before the
    first. Orders become due at most once between two orders of a seat, so each occasion has one notification.
    If time runs out, ``spell`` is the running period, and each period has one notification.
    """

    class Way(models.TextChoices):
        """The channel."""

        LETTER = "letter", "by email"
        WEBHOOK = "webhook", "by webhook"

    class State(models.TextChoices):
        """The status. It stays ``sending`` if a worker died while sending an e-mail."""

        WAITING = "waiting", "waiting"
        SENDING = "sending", "being sent"
        SENT = "sent", "sent"
        HEARD = "heard", "seen on the open page"
        PASSED = "passed", "no longer due"
        FAILED = "failed", "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="notices")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    answered = models.PositiveIntegerField()
    spell = models.ForeignKey(Spell, models.CASCADE, null=True, related_name="notices")
    way = models.CharField(max_length=20, choices=Way)
    state = models.CharField(max_length=20, choices=State, default=State.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "member", "answered", "way"],
                condition=models.Q(spell=None),
                name="one_notice_a_call",
            ),
            models.UniqueConstraint(fields=["spell", "member", "way"], name="one_notice_a_spell"),
        ]
        indexes = [models.Index(fields=["state", "due_at"], name="notice_by_state")]
        ordering = ["-made_at"]
