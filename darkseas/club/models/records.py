"""What a club's ratified results come to, made whole in the background: rows that may be thrown away."""

from django.db import models

from replays_app.models import Job

from .clubs import Club


class Recomputation(models.Model):
    """How far a club's records follow its results.

    Every change of a result leaves a line in the audit, and lines are never deleted: ``asked_lines`` is how
    many there were when ``job`` was asked for, ``made_lines`` how many when the rows were made that stand
    now, at ``made_at``. ``honours`` are the places in closed tournaments and in seasons.
    """

    club = models.OneToOneField(Club, models.CASCADE, related_name="recomputation")
    asked_lines = models.PositiveIntegerField(default=0)
    made_lines = models.PositiveIntegerField(default=0)
    job = models.ForeignKey(Job, models.SET_NULL, null=True, related_name="+")
    honours = models.JSONField(default=dict)
    made_at = models.DateTimeField(null=True)


class RatingDocument(models.Model):
    """Ratings of a club's players in one rules system, with curves, sides and the largest victories.

    ``digest`` is the SHA-256, in hex, of all that it was fitted from: of the same it need not be made again.
    ``battles`` is how many of its ``results`` could be rated.
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
