"""What a club's year is made of: seasons, and days on which it meets."""

import uuid

from django.db import models

from .clubs import Club


class Season(models.Model):
    """A stretch of days whose results make one table; both days belong to it."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=80)
    first_day = models.DateField()
    last_day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_season_a_name")]
        ordering = ["-first_day", "-id"]

    def __str__(self) -> str:
        """Return the name."""
        return self.name


class Meeting(models.Model):
    """A day on which the club meets; ``uid`` stays the same in every calendar that took it over."""

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
