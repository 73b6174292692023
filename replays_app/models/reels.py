"""Finished battles told ahead, as bytes that are sent as they are."""

from django.db import models

from .battles import Battle


class Reel(models.Model):
    """Projection: a battle that is over, told whole from one perspective; JSON, compressed.

    ``mark`` names what it was told of and by which code (`replays_app/export/reels.py`): with another mark it
    is of no use, and is told anew in its place. ``stamp`` is the site's own of these bytes (`log/stamps.py`).
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="reels", db_index=False)
    perspective = models.CharField(max_length=80)
    mark = models.CharField(max_length=32)
    data = models.BinaryField()
    stamp = models.BinaryField(default=bytes)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "perspective"], name="one_reel_a_perspective")
        ]
