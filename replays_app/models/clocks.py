"""Clocks of battles: time controls, time used, vacations and pauses."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone

from .battles import Battle, Seat
from .challenges import Challenge


class Clock(models.Model):
    """The time control of a battle, chosen in its challenge and stored beside the log.

    ``allowance_s`` (seconds) is the time for each order, or for all orders together. In the second case each
    order adds ``increment_s``. ``has_holidays`` pauses the clock while a player is on vacation. ``at_zero``
    is the consequence when a side's time runs out.
    """

    class Kind(models.TextChoices):
        EACH = "each", "for each order"
        BANK = "bank", "for all orders together"

    class AtZero(models.TextChoices):
        BOT = "captain", "the captain takes the seat"
        LOSS = "loss", "the battle is lost"

    challenge = models.OneToOneField(Challenge, models.CASCADE, null=True, related_name="clock")
    battle = models.OneToOneField(Battle, models.PROTECT, null=True, related_name="clock")
    kind = models.CharField(max_length=10, choices=Kind)
    allowance_s = models.PositiveIntegerField()
    increment_s = models.PositiveIntegerField(default=0)
    has_holidays = models.BooleanField(default=True)
    at_zero = models.CharField(max_length=10, choices=AtZero)


class Spell(models.Model):
    """A period in which a seat has orders due, so that its clock runs.

    It ends when the side submits a public order, or when the side has no orders due any longer. Hidden orders
    and draw offers do not end it. ``from_length`` is the length of the log when the period was recorded.

    ``used_s`` is the time that the period took from the clock. ``was_heard`` says that a public order ended
    it. This earns the increment, unless that order is withdrawn. ``due_at`` is the earliest time at which the
    clock can run out; ``warn_at`` is the earliest time at which only a quarter of the time can be left. If
    the seat changed hands during the period, ``resumed_at`` is the time of the change, and ``used_s`` is the
    time used before it.
    """

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="spells")
    began_at = models.DateTimeField()
    resumed_at = models.DateTimeField(null=True)
    from_length = models.PositiveIntegerField()
    due_at = models.DateTimeField()
    warn_at = models.DateTimeField()
    warned_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    used_s = models.PositiveIntegerField(default=0)
    was_heard = models.BooleanField(default=False)
    ran_out = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(ended_at=None), name="one_open_spell_a_seat"
            ),
            models.UniqueConstraint(fields=["seat", "began_at"], name="one_spell_a_beginning"),
        ]
        indexes = [models.Index(fields=["ended_at", "due_at"], name="spell_that_runs_out")]
        ordering = ["seat", "began_at", "id"]

    @property
    def runs_since(self) -> datetime:
        """When the clock started to run for the seat's current holder."""
        return self.resumed_at or self.began_at


class Holiday(models.Model):
    """A member's vacation. It pauses the member's clocks if the challenge allows it."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="holidays")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["begins_at", "id"]


class Pause(models.Model):
    """Days for which both clocks of a battle are paused, requested by one side and agreed to by the others.

    ``begins_at`` is null until all have agreed.
    """

    clock = models.ForeignKey(Clock, models.CASCADE, related_name="pauses")
    asked_by = models.ForeignKey(Seat, models.CASCADE, related_name="+")
    days = models.PositiveIntegerField()
    asked_at = models.DateTimeField(default=timezone.now)
    begins_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["clock"], condition=models.Q(begins_at=None), name="one_open_pause_a_clock"
            )
        ]
        ordering = ["clock", "id"]
