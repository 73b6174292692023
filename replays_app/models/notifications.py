"""How members want to be told that they are called, or that their time runs out, and what they were told."""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from .battles import Seat
from .clocks import Spell


def new_secret() -> str:
    """Return a secret that signs what goes to a member's webhook."""
    return secrets.token_urlsafe(32)


class Wish(models.Model):
    """How a member wants to be told that they are called; who never said is written to never.

    ``webhook_url`` is empty for none; ``webhook_secret`` signs what goes there.
    """

    class Letters(models.TextChoices):
        """When to write."""

        NEVER = "never", "never"
        AT_ONCE = "at-once", "at once"

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="wish"
    )
    letters = models.CharField(max_length=20, choices=Letters, default=Letters.NEVER)
    webhook_url = models.CharField(max_length=500, blank=True)
    webhook_secret = models.CharField(max_length=64, default=new_secret)


class Notice(models.Model):
    """A member is told, in one way, of one call, or that a clock runs out; whatever happens to a worker.

    ``answered`` names the call: how many entries the log had after the seat's own last order, 0 before the
    first. A seat is called at most once between two orders of its own, so there is one notice a call.
    Where time runs out, ``spell`` names the stretch for which it runs; there is one notice a spell.
    """

    class Way(models.TextChoices):
        """How."""

        LETTER = "letter", "by letter"
        WEBHOOK = "webhook", "by webhook"

    class State(models.TextChoices):
        """How far it has come; ``sending`` for good where a worker died with a letter in its hands."""

        WAITING = "waiting", "waiting"
        SENDING = "sending", "being sent"
        SENT = "sent", "sent"
        HEARD = "heard", "heard from the open page"
        PASSED = "passed", "passed before it was sent"
        FAILED = "failed", "given up"

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
