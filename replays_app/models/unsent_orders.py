"""Order drafts, stored beside the log and private to the seat."""

from django.db import models

from .battles import Seat


class UnsentOrder(models.Model):
    """An order that the holder of a seat has started but not submitted.

    It is deleted when the seat submits an order or changes hands. Only the page reads ``data``: the open form
    and the values entered.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="unsent")
    data = models.JSONField()
    changed_at = models.DateTimeField(auto_now=True)
