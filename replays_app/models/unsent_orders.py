"""Orders that are being filled: beside the log, for their giver alone."""

from django.db import models

from .battles import Seat


class UnsentOrder(models.Model):
    """What the holder of a seat has filled and not sent yet; it goes when an order of the seat is given,
    and when the seat changes hands.

    ``data`` is the page's own: which form is in work, and what stands in its blanks.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="unsent")
    data = models.JSONField()
    changed_at = models.DateTimeField(auto_now=True)
