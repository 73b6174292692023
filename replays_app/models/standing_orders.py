"""Standing orders, stored beside the log and private to the seat."""

from django.db import models
from django.utils import timezone

from .battles import Seat


class StandingAnswer(models.Model):
    """An order that the site submits for a seat whenever it is due.

    ``order`` is the stored name of the order, ``value`` one of the values that the rules system offers.
    Entries from ``from_entry`` on may cancel it. Then ``cancelled`` is the reason, until the holder sets the
    order again.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="standing_answers")
    order = models.CharField(max_length=100)
    value = models.CharField(max_length=40)
    from_entry = models.PositiveIntegerField()
    cancelled = models.TextField(blank=True)
    set_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "order"], name="one_answer_a_question")]
        ordering = ["seat", "id"]
