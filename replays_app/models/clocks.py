"""How much time orders may take: what a challenge says, how it is used up, and when no clock runs."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone

from .battles import Battle, Seat
from .challenges import Challenge


class Clock(models.Model):
    """How much time the sides of a battle have: chosen in its challenge, kept beside the log.

    ``allowance_s`` is for each order, or for all of them together with ``increment_s`` more for each order
    given (seconds). ``has_holidays`` lets it stand while a holder is on holiday; ``at_zero`` is what comes
    of a side whose time has run out.
    """

    class Kind(models.TextChoices):
        """What the allowance is for."""

        EACH = "each", "for each order"
        BANK = "bank", "for all orders together"

    class AtZero(models.TextChoices):
        """What follows when it has run out."""

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
    """A stretch of time for which a seat is called: while it lasts, the seat's clock runs.

    It lasts until the side gives an order of which everybody hears, or is not called any more; an order that
    nobody else hears of does not end it, nor does an offer of a draw. ``from_length`` is how long the log was
    when it was noted.

    When it ends, ``used_s`` is what it took from the clock, and ``was_heard`` says whether it was such an
    order that ended it: then the clock gets its increment, until the order is taken back. ``due_at`` and
    ``warn_at`` are when time may run out, and a quarter of it be left, at the soonest.

    Where the seat changed hands meanwhile, ``resumed_at`` is when, and ``used_s`` what it took until then.
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
        """Since when it runs for who holds the seat."""
        return self.resumed_at or self.began_at


class Holiday(models.Model):
    """A stretch of time for which a member's clocks stand, where challenges let them."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="holidays")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["begins_at", "id"]


class Pause(models.Model):
    """Days for which both clocks of a battle stand: asked for by one side, agreed to by the others.

    It has no beginning until all have agreed.
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
