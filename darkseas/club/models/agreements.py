"""Proposed times for a pairing."""

from django.db import models
from django.utils import timezone

from .rounds import Pairing
from .tournaments import Entrant


class TimeProposal(models.Model):
    """A time proposed by a player of a pairing. The pairing stores the accepted time."""

    class State(models.TextChoices):
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
