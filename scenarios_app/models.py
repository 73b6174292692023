"""What may be fought: scenarios, and their revisions, which are published once and never changed."""

from django.db import models


class Scenario(models.Model):
    """A scenario under its key, with what lists and searches show of its current revision."""

    key = models.CharField(max_length=100, unique=True)
    system = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    date = models.CharField(max_length=100, blank=True)
    place = models.CharField(max_length=200, blank=True)
    theatre = models.CharField(max_length=100, blank=True)
    summary = models.TextField(blank=True)
    current = models.OneToOneField("Revision", models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        """Return the title."""
        return self.title


class Revision(models.Model):
    """One published state of a scenario; battles point at revisions.

    ``spec`` holds the canonical bytes of the ScenarioSpec's JSON, ``digest`` their SHA-256 in hex.
    A trigger of the database refuses to change or delete it.
    """

    ORIGINS = {"library": "the library", "site": "this site", "file": "a battle file"}

    scenario = models.ForeignKey(Scenario, models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, unique=True)
    spec = models.BinaryField()
    origin = models.CharField(max_length=20, choices=ORIGINS)
    published_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scenario", "number"], name="revision_number_once"),
        ]
        ordering = ["scenario", "number"]

    def __str__(self) -> str:
        """Return the scenario's title and the number."""
        return f"{self.scenario} ({self.number})"
