"""A club's row: name, visibility, emblem and rules."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


class Club(models.Model):
    """A club of wargamers.

    ``device`` describes its emblem: charge, field and two tinctures, joined by dots. ``rules`` is Markdown. A
    closed club exists only for its players, so names are unique among open clubs only. After ``silence_days``
    without an answer, ``silence`` says what becomes of a report. A rating is shown from ``rated_from``
    confirmed battles on. ``season_rule`` is the season's scoring (``club/membership/season_rules.py``), empty
    for the default.
    """

    class Silence(models.TextChoices):
        """The outcome of an unanswered report."""

        CONFIRM = "confirm", "it counts as confirmed"
        DIRECTOR = "director", "a director decides"
        VOID = "void", "it does not count"

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=100)
    place = models.CharField(max_length=100, blank=True)
    language = models.CharField(max_length=10, default="en")
    time_zone = models.CharField(max_length=60, default="UTC")
    device = models.CharField(max_length=80)
    rules = models.TextField(blank=True)
    is_closed = models.BooleanField(default=False)
    is_demonstration = models.BooleanField(default=False)
    silence = models.CharField(max_length=20, choices=Silence, default=Silence.CONFIRM)
    silence_days = models.PositiveIntegerField(default=7)
    rated_from = models.PositiveIntegerField(default=5)
    season_rule = models.JSONField(default=dict, blank=True)
    founded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("name"), condition=models.Q(is_closed=False), name="one_open_club_a_name"
            )
        ]
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def today(self) -> date:
        """The day that it is now in the club's time zone."""
        return self.day_of(timezone.now())

    def day_of(self, moment: datetime) -> date:
        """Return the day of a moment in the club's time zone."""
        return moment.astimezone(self.zone).date()

    def days_after(self, moment: datetime, days: int) -> datetime:
        """Return the same time on the club's clocks some days later, even if they change in between."""
        return (moment.astimezone(self.zone) + timedelta(days=days)).astimezone(UTC)
