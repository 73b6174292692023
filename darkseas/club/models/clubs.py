"""A club as a row: what it is called, what it shows, and its own rules where it may choose."""

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


class Club(models.Model):
    """A club of wargamers.

    ``device`` says how its sign is drawn: a charge, a field and two tinctures, joined by dots. ``rules`` is
    plain Markdown. A closed club is there for its own players alone: to everybody else it does not exist, so
    names are told apart among open clubs only.
    Where an opponent has been silent for ``silence_days``, ``silence`` is what becomes of a reported result.
    A rating is shown from ``rated_from`` ratified battles on. ``season_rule`` is what a season counts, as
    ``club/membership/season_rules.py`` writes it; empty for the rule of the house.
    """

    class Silence(models.TextChoices):
        """What becomes of a reported result that nobody has answered."""

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
        """Return the name."""
        return self.name
