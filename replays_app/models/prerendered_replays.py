"""Finished battles told ahead, as bytes that are sent as they are."""

from django.db import models

from .battles import Battle


class Reel(models.Model):
    """Projection: a battle that is over, told whole from one perspective; JSON, compressed.

    ``mark`` is a hash of the content and the code version (`export/prerendered_replays.py`); a replay with
    another mark is replaced. ``stamp`` is the site's integrity tag of these bytes.
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
