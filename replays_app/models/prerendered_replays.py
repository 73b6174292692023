"""Prerendered replays of finished battles, stored as bytes that are sent unchanged."""

from django.db import models

from .battles import Battle


class Reel(models.Model):
    """Projection: the whole replay of a finished battle from one perspective, as compressed JSON.

    ``mark`` is a hash of the content and the code version (`export/prerendered_replays.py`). A replay with an
    outdated mark is replaced.
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="reels", db_index=False)
    perspective = models.CharField(max_length=80)
    mark = models.CharField(max_length=32)
    data = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "perspective"], name="one_reel_a_perspective")
        ]
