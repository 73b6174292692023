"""What a club sends out: private addresses made anew, weekly letters, webhooks and what went there."""

import secrets
import uuid

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from .audit import AuditLine
from .clubs import Club
from .players import Player


class RenewedAddress(models.Model):
    """How often a player has made their private addresses anew: only the last ones are good.

    Who never did has no row.
    """

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="renewed_address")
    times = models.PositiveIntegerField(default=0)

    @classmethod
    def renew(cls, player: Player) -> None:
        """Let the player's key be another from now on: what has the old one is shut out."""
        with transaction.atomic():
            cls.objects.get_or_create(player=player)
            cls.objects.filter(player=player).update(times=models.F("times") + 1)


class WeeklyWish(models.Model):
    """A member wants the weekly letter; who never said gets none."""

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="weekly_wish"
    )
    since = models.DateTimeField(default=timezone.now)


class WeeklyLetter(models.Model):
    """A member is written to once in the week that begins with ``week``, a Monday; the row is the truth."""

    class State(models.TextChoices):
        """How far it has come; ``sending`` for good where a worker died with a letter in its hands."""

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
    """Return a secret that signs what goes to a club's webhook."""
    return secrets.token_urlsafe(32)


class ClubWebhook(models.Model):
    """An address that hears what happens in a club, signed with ``secret``.

    It hears of lines of the audit from ``noted_to`` on; up to there all that it was to hear is a delivery.
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
    """One event on its way to one webhook, until it is taken.

    ``id`` is the event's, however often it is sent; ``answer`` says why it was not taken the last time.
    ``handed_at`` is when it was last put into the queue of the workers.
    """

    class State(models.TextChoices):
        """How far it has come."""

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
