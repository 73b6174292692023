"""Seasons and meetings of a club."""

import uuid

from django.db import models

from .clubs import Club


class Season(models.Model):
    """A range of days, both included, whose results make one table."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=80)
    first_day = models.DateField()
    last_day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_season_a_name")]
        ordering = ["-first_day", "-id"]

    def __str__(self) -> str:
        return self.name


class Meeting(models.Model):
    """A meeting of the club; ``uid`` identifies it in subscribed calendars."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="meetings")
    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    title = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True)
    text = models.TextField(blank=True)
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    is_cancelled = models.BooleanField(default=False)
    changed = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["club", "begins_at"], name="meeting_by_day")]
        ordering = ["begins_at", "id"]
