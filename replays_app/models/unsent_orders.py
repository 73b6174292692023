"""Order drafts, stored beside the log and private to the seat."""

from django.db import models

from .battles import Seat


class UnsentOrder(models.Model):
    """An order that the holder of a seat has started and not submitted yet.

    It is deleted when the seat gives an order or changes hands. ``data`` is the page's own: the open form and
    what was entered.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="unsent")
    data = models.JSONField()
    changed_at = models.DateTimeField(auto_now=True)
