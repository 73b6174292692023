"""What people in seats write beside the log, never in it: to each other, or for themselves."""

from django.db import models

from .battles import Seat
from .holdings import Holding


class ChatLine(models.Model):
    """A line that the holder of a seat has written: to all seats, or a note for their own eyes.

    ``holding`` says who wrote it; none for who has only the token of the seat. ``stamp`` is the site's own of
    the line (`log/stored_integrity_tags.py`).
    """

    class Audience(models.TextChoices):
        """Who may read it."""

        SEATS = "seats", "all seats of the battle"
        OWN = "own", "its writer alone"

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="chat_lines")
    holding = models.ForeignKey(Holding, models.PROTECT, null=True, related_name="chat_lines")
    audience = models.CharField(max_length=20, choices=Audience)
    text = models.CharField(max_length=1000)
    written_at = models.DateTimeField(auto_now_add=True)
    stamp = models.BinaryField(default=bytes)

    class Meta:
        indexes = [models.Index(fields=["seat", "id"], name="chat_line_by_seat")]
        ordering = ["id"]
