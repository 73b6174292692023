"""The waiting list of a full tournament."""

from django.db import models
from django.utils import timezone

from .players import Player
from .tournaments import Tournament


class Alternate(models.Model):
    """A player who enters if somebody leaves before the start, in order.

    An ``OFFERED`` place is reserved until ``offered_until``; then the next player gets the offer.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waits"
        OFFERED = "offered", "is asked"
        TAKEN = "taken", "came in"
        DECLINED = "declined", "did not want to"
        LAPSED = "lapsed", "did not answer"

    #: States in which a player is on the waiting list.
    STILL_WAIT = (State.WAITING, State.OFFERED)

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="alternates")
    player = models.ForeignKey(Player, models.CASCADE, related_name="waits")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    offered_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=models.Q(state__in=("waiting", "offered")),
                name="one_wait_a_player",
            )
        ]
        ordering = ["tournament", "id"]
