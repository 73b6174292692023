"""Background jobs, and the results of many playtest battles."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from scenarios_app.models import Revision


class Job(models.Model):
    """A background job. This row is authoritative; Celery only sends its id.

    ``kind`` and ``args`` specify the work. Equal requests have the same ``input_hash`` and share one job. A
    worker holds lease ``lease_no`` until ``lease_until``; results of an expired lease are ignored. ``done``
    of ``total`` is the job's progress. ``error`` is a sentence for the job's owner.
    """

    class State(models.TextChoices):
        QUEUED = "queued", "queued"
        RUNNING = "running", "running"
        DONE = "done", "done"
        FAILED = "failed", "failed"
        CANCELLED = "cancelled", "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    args = models.JSONField(default=dict)
    input_hash = models.CharField(max_length=64)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="jobs")
    revision = models.ForeignKey(Revision, models.PROTECT, null=True, related_name="jobs")
    state = models.CharField(max_length=20, choices=State, default=State.QUEUED)
    attempts = models.PositiveIntegerField(default=0)
    lease_no = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=1)
    result = models.JSONField(null=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "input_hash"],
                condition=models.Q(state__in=["queued", "running", "done"]),
                name="one_job_a_request",
            ),
        ]
        indexes = [models.Index(fields=["state", "created_at"], name="job_by_state")]
        ordering = ["-created_at"]


class Balance(models.Model):
    """Results of playtest battles between bots, for one revision under one release.

    ``wins`` counts battles by side, ``losses`` ships sunk by side over all battles; ``turns`` and ``entries``
    are sums over all battles. Seeds run from "1" to the number of battles. ``spread`` is the outcome
    distribution (`simulation/outcome_distribution.py`).
    """

    revision = models.ForeignKey(Revision, models.CASCADE, related_name="balances")
    release = models.CharField(max_length=100)
    battles = models.PositiveIntegerField()
    wins = models.JSONField()
    drawn = models.PositiveIntegerField(default=0)
    losses = models.JSONField(default=dict)
    turns = models.PositiveIntegerField(default=0)
    entries = models.PositiveIntegerField(default=0)
    spread = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["revision", "release"], name="one_balance_a_release")]
