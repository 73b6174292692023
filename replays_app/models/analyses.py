"""Analyses of finished battles."""

from django.db import models
from django.utils import timezone

from .battles import Battle


class BattleAnalysis(models.Model):
    """Projection: chance to win, luck and judgement over a finished battle, under one release.

    ``content`` is written by `simulation/battle_analysis.py`, which describes its fields.
    """

    battle = models.OneToOneField(Battle, models.CASCADE, related_name="analysis")
    release = models.CharField(max_length=100)
    content = models.JSONField()
    made_at = models.DateTimeField(default=timezone.now)
