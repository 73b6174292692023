"""Who sat in a seat, from which entry to which: beside the log, never in it."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from .battles import Seat


class Holding(models.Model):
    """A seat held by a member, by a visitor or by a bot, for a stretch of the battle's log.

    ``visitor`` is the SHA-256 of the key in a visitor's cookie. Where nothing says who held it, it was a
    member who has deleted their account. It holds from entry ``from_entry`` on, up to but not with
    ``to_entry``; the one without an end is the current one.
    """

    class Bot(models.TextChoices):
        """Who plays where nobody is there."""

        CAPTAIN = "captain", "the captain, a bot"
        RANDOM = "random", "a bot that orders by chance"

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="holdings")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="holdings"
    )
    visitor = models.CharField(max_length=64, null=True, blank=True)
    bot = models.CharField(max_length=20, choices=Bot, blank=True)
    from_entry = models.PositiveIntegerField()
    to_entry = models.PositiveIntegerField(null=True)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(to_entry=None), name="one_current_holding_a_seat"
            ),
            models.CheckConstraint(
                condition=models.Q(member=None, visitor=None)
                | models.Q(member=None, bot="")
                | models.Q(visitor=None, bot=""),
                name="one_holder_a_holding",
            ),
        ]
        indexes = [models.Index(fields=["visitor"], name="holding_by_visitor")]
        ordering = ["seat", "id"]


class Handover(models.Model):
    """A holder's wish to leave their seat: to whom has the link, or to a bot.

    The other sides' holders have to agree; ``agreed`` are the seats whose holders have. ``token`` is the end
    of the link, none where a bot is to have the seat.
    """

    class State(models.TextChoices):
        """How far it has come."""

        OPEN = "open", "open"
        DONE = "done", "done"
        WITHDRAWN = "withdrawn", "withdrawn"

    holding = models.ForeignKey(Holding, models.CASCADE, related_name="handovers")
    bot = models.CharField(max_length=20, choices=Holding.Bot, blank=True)
    token = models.CharField(max_length=64, null=True, unique=True)
    state = models.CharField(max_length=20, choices=State, default=State.OPEN)
    agreed = models.ManyToManyField(Seat, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["holding"], condition=models.Q(state="open"), name="one_open_handover_a_holding"
            )
        ]
        ordering = ["-id"]
