"""What a seat answers unasked: beside the log, for its giver alone."""

from django.db import models
from django.utils import timezone

from .battles import Seat


class StandingAnswer(models.Model):
    """An answer that the site gives in a seat's name whenever its question is asked.

    ``order`` is the question, as an order's stored name, ``value`` one of those that the rules system offers.
    What the seat learns in entries of the log from ``from_entry`` on may cancel it. Then ``cancelled`` says
    why, until its holder has set another one.
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
