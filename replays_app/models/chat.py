"""Chat between seat holders, and their private notes. Neither is part of the log."""

from django.db import models

from .battles import Seat
from .holdings import Holding


class ChatLine(models.Model):
    """A chat line from a seat holder to all seats, or a private note.

    ``holding`` is its author; null if the author only had the seat's token.
    """

    class Audience(models.TextChoices):
        SEATS = "seats", "all seats of the battle"
        OWN = "own", "its writer alone"

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="chat_lines")
    holding = models.ForeignKey(Holding, models.PROTECT, null=True, related_name="chat_lines")
    audience = models.CharField(max_length=20, choices=Audience)
    text = models.CharField(max_length=1000)
    written_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["seat", "id"], name="chat_line_by_seat")]
        ordering = ["id"]
