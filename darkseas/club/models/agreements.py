"""When two who meet in a round want to fight: times that one proposes and the other answers."""

from django.db import models
from django.utils import timezone

from .rounds import Pairing
from .tournaments import Entrant


class TimeProposal(models.Model):
    """A moment at which one of a pairing would fight; the one that was agreed stands in the pairing too."""

    class State(models.TextChoices):
        """What became of it."""

        OPEN = "open", "open"
        AGREED = "agreed", "agreed"
        REFUSED = "refused", "does not suit"
        WITHDRAWN = "withdrawn", "taken back"

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="proposals")
    by = models.ForeignKey(Entrant, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pairing", "at", "id"]
