"""The list of everything that was decided in a club: written once, never changed."""

from django.db import models
from django.utils import timezone

from .clubs import Club
from .players import Player


class AuditLine(models.Model):
    """One thing that somebody did in a club: who, what, to what, why, and how it was before and after.

    ``deed`` is the word of the one who did it (``result.decided``, ``right.granted``); ``subject`` names a
    row as ``kind:id``. ``by`` is none for the background job. A trigger of the database refuses to change
    or delete it.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="audit_lines")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Player, models.PROTECT, null=True, related_name="audit_lines")
    deed = models.CharField(max_length=60)
    subject = models.CharField(max_length=80)
    reason = models.TextField(blank=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        indexes = [models.Index(fields=["club", "subject"], name="audit_by_subject")]
        ordering = ["-id"]
