"""Feed addresses, weekly e-mails and webhooks of clubs."""

import secrets
import uuid

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from .audit import AuditLine
from .clubs import Club
from .players import Player


class RenewedAddress(models.Model):
    """Counts a player's renewals of their private feed addresses; only the latest are valid.

    There is no row for a player who never did.
    """

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="renewed_address")
    times = models.PositiveIntegerField(default=0)

    @classmethod
    def renew(cls, player: Player) -> None:
        """Invalidate the player's private feed addresses."""
        with transaction.atomic():
            cls.objects.get_or_create(player=player)
            cls.objects.filter(player=player).update(times=models.F("times") + 1)


class WeeklyWish(models.Model):
    """A member's subscription to the weekly e-mail. Without a row, none is sent."""

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="weekly_wish"
    )
    since = models.DateTimeField(default=timezone.now)


class WeeklyLetter(models.Model):
    """The weekly e-mail to a member for the week from ``week``, a Monday; sent once."""

    class State(models.TextChoices):
        """``sending`` is final if a worker died while sending."""

        WAITING = "waiting", "waiting"
        SENDING = "sending", "being sent"
        SENT = "sent", "sent"
        PASSED = "passed", "nothing to tell, or not wanted any more"
        FAILED = "failed", "given up"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="weekly_letters")
    week = models.DateField()
    state = models.CharField(max_length=20, choices=State, default=State.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["member", "week"], name="one_letter_a_week")]
        indexes = [models.Index(fields=["state", "due_at"], name="weekly_letter_by_state")]
        ordering = ["-made_at"]


def new_secret() -> str:
    """Return a secret that signs webhook deliveries."""
    return secrets.token_urlsafe(32)


class ClubWebhook(models.Model):
    """An address that receives a club's events, signed with ``secret``.

    It receives audit lines after ``noted_to``; earlier lines already have deliveries.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    host = models.CharField(max_length=500, db_index=True)
    secret = models.CharField(max_length=64, default=new_secret)
    made_by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    noted_to = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "url"], name="one_webhook_an_address")]
        ordering = ["club", "id"]


class WebhookDelivery(models.Model):
    """One event on its way to one webhook.

    ``id`` is the event's and stays the same on retries. ``answer`` is the last error response, ``handed_at``
    the time it was last queued.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        SENT = "sent", "taken"
        FAILED = "failed", "given up"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(ClubWebhook, models.CASCADE, related_name="deliveries", db_index=False)
    line = models.ForeignKey(AuditLine, models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=20, choices=State, default=State.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(auto_now_add=True)
    handed_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["webhook", "line"], name="one_delivery_an_event")]
        indexes = [models.Index(fields=["state", "due_at"], name="delivery_by_state")]
        ordering = ["-line_id", "webhook_id"]
