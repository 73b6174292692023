"""Rows computed from a club's confirmed results; they can be rebuilt."""

from django.db import models

from replays_app.models import Job

from .clubs import Club


class Recomputation(models.Model):
    """Whether a club's records are up to date with its results.

    Every change of a result writes an audit line, and lines are never deleted: ``asked_lines`` is their
    number when ``job`` was requested, ``made_lines`` when the present rows were computed (``made_at``).
    ``honours`` are places in closed tournaments and seasons.
    """

    club = models.OneToOneField(Club, models.CASCADE, related_name="recomputation")
    asked_lines = models.PositiveIntegerField(default=0)
    made_lines = models.PositiveIntegerField(default=0)
    job = models.ForeignKey(Job, models.SET_NULL, null=True, related_name="+")
    honours = models.JSONField(default=dict)
    made_at = models.DateTimeField(null=True)


class RatingDocument(models.Model):
    """Ratings of a club in one rules system, with curves, sides and largest victories.

    ``digest`` is the SHA-256 (hex) of the input of the fit, which is skipped if the input is unchanged.
    ``battles`` of its ``results`` could be rated.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="rating_documents", db_index=False)
    system = models.CharField(max_length=60)
    digest = models.CharField(max_length=64)
    results = models.PositiveIntegerField()
    battles = models.PositiveIntegerField()
    body = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "system"], name="one_rating_document_a_system")
        ]
        ordering = ["club", "system"]
