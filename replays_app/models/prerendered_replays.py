"""Prerendered replays of finished battles, as bytes ready to send."""

from django.db import models

from .battles import Battle


class Reel(models.Model):
    """Projection: the whole replay of a finished battle from one perspective; JSON, compressed.

    ``mark`` is a hash of the content and the code version (`export/prerendered_replays.py`); a replay with
    another mark is replaced.
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="reels", db_index=False)
    perspective = models.CharField(max_length=80)
    mark = models.CharField(max_length=32)
    data = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "perspective"], name="one_reel_a_perspective")
        ]
