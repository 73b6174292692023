"""Holders of seats, each with the first and last entry. They are stored beside the log, never in it."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from .battles import Seat


class Holding(models.Model):
    """A seat held by a member, a visitor or a bot for part of a battle.

    ``visitor`` is the SHA-256 of the key in a visitor's cookie. If member, visitor and bot are all empty, the
    holder was a member whose account is deleted. The holding covers the entries from ``from_entry`` to before
    ``to_entry``; if that is null, the holding is current.
    """

    class Bot(models.TextChoices):
        """The bots."""

        CAPTAIN = "captain", "the captain (computer opponent)"
        RANDOM = "random", "a bot that gives random orders"

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
    """A holder's request to hand a seat over to the person with the link, or to a bot.

    The holders of the other sides must agree; ``agreed`` has the seats of those who did. ``token`` ends the
    link, null if a bot is to take over.
    """

    class State(models.TextChoices):
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
