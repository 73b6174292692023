"""The audit of a club: every decision, written once and never changed."""

from django.db import models
from django.utils import timezone

from .clubs import Club
from .players import Player


class AuditLine(models.Model):
    """An action in a club: who did what to which row, why, and the values before and after.

    ``deed`` names the action (``result.decided``, ``right.granted``), ``subject`` the row as ``kind:id``.
    ``by`` is None for background jobs. A database trigger refuses changes and deletions.
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
