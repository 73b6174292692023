"""Results of battles: each step is stored, and the row shows the last one."""

import uuid

from django.db import models
from django.utils import timezone

from replays_app.models import Battle
from scenarios_app.models import Scenario

from .clubs import Club
from .players import Player


class ImportBatch(models.Model):
    """Old results imported from one file (``digest``: SHA-256 in hex), which can be undone as a whole."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="import_batches")
    by = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    file_name = models.CharField(max_length=200)
    source = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "digest"], condition=models.Q(undone_at=None), name="one_import_a_file"
            )
        ]
        ordering = ["-id"]


class Result(models.Model):
    """How one battle ended, according to its last step.

    The scenario is on the site or named in ``scenario_text``; ``system`` is a rules system's key, or a name
    if unknown. ``battle`` is the recorded battle that provides winner, points and losses. ``is_ratified``
    means the result counts: confirmed, decided, imported or auto-confirmed. It is ``UNANSWERED`` if the
    club's rule leaves it to a director.
    """

    class State(models.TextChoices):
        REPORTED = "reported", "reported"
        CONFIRMED = "confirmed", "confirmed"
        DISPUTED = "disputed", "disputed"
        UNANSWERED = "unanswered", "unanswered, for a director"
        DECIDED = "decided", "decided"
        VOID = "void", "void"

    club = models.ForeignKey(Club, models.PROTECT, related_name="results")
    scenario = models.ForeignKey(Scenario, models.PROTECT, null=True, related_name="club_results")
    scenario_text = models.CharField(max_length=200, blank=True)
    system = models.CharField(max_length=60)
    battle = models.ForeignKey(Battle, models.PROTECT, null=True, related_name="club_results")
    day = models.DateField()
    place = models.CharField(max_length=120, blank=True)
    remarks = models.TextField(blank=True)
    state = models.CharField(max_length=20, choices=State, default=State.REPORTED)
    is_ratified = models.BooleanField(default=False)
    source = models.CharField(max_length=200, blank=True)
    batch = models.ForeignKey(ImportBatch, models.PROTECT, null=True, related_name="results")
    reported_by = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    reported_at = models.DateTimeField(default=timezone.now)
    steps_taken = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "battle"], condition=~models.Q(state="void"), name="one_result_a_battle"
            )
        ]
        indexes = [
            models.Index(fields=["club", "is_ratified", "-day", "-id"], name="result_by_day"),
            models.Index(fields=["club", "-day", "-id"], name="result_of_club_by_day"),
            models.Index(fields=["state", "reported_at"], name="result_by_state"),
        ]
        ordering = ["-day", "-id"]


class ResultSide(models.Model):
    """A side of a result: victory points and ships lost, if known, and its score in half points.

    ``bid`` are the victory points that its players paid for the side.
    """

    result = models.ForeignKey(Result, models.CASCADE, related_name="sides", db_index=False)
    place = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=80)
    score = models.PositiveSmallIntegerField()
    points = models.DecimalField(max_digits=9, decimal_places=2, null=True)
    losses = models.PositiveIntegerField(null=True)
    bid = models.DecimalField(max_digits=9, decimal_places=2, default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["result", "place"], name="one_side_a_place")]
        ordering = ["result", "place"]


class ResultPlayer(models.Model):
    side = models.ForeignKey(ResultSide, models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, models.PROTECT, related_name="fought")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["side", "player"], name="once_a_side")]
        ordering = ["side", "id"]


class ResultStep(models.Model):
    """A step of a result: who did what, why, and the result after it.

    ``facts`` is the whole result after the step, so corrected facts stay readable. ``by`` is None for
    background jobs. A database trigger refuses changes and deletions.
    """

    class Kind(models.TextChoices):
        REPORTED = "reported", "reported"
        CONFIRMED = "confirmed", "confirmed"
        DISPUTED = "disputed", "disputed"
        LAPSED = "lapsed", "left to the club's rule by silence"
        DECIDED = "decided", "decided by a director"
        CORRECTED = "corrected", "corrected"
        VOIDED = "voided", "made void"
        IMPORTED = "imported", "imported"

    result = models.ForeignKey(Result, models.PROTECT, related_name="steps", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=Kind)
    by = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    reason = models.TextField(blank=True)
    facts = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["result", "number"], name="one_step_a_number")]
        ordering = ["result", "number"]


class ResultNotice(models.Model):
    """An e-mail to a player about a result that waits for their answer or decision, sent once."""

    class About(models.TextChoices):
        ANSWER = "answer", "their answer"
        DECISION = "decision", "their decision"

    class State(models.TextChoices):
        """``sending`` is final if a worker died while sending."""

        WAITING = "waiting", "waiting"
        SENDING = "sending", "being sent"
        SENT = "sent", "sent"
        PASSED = "passed", "passed before it was sent"
        FAILED = "failed", "given up"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    result = models.ForeignKey(Result, models.CASCADE, related_name="notices", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="result_notices")
    about = models.CharField(max_length=20, choices=About, default=About.ANSWER)
    state = models.CharField(max_length=20, choices=State, default=State.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["result", "player", "about"], name="one_notice_a_result")
        ]
        indexes = [models.Index(fields=["state", "due_at"], name="result_notice_by_state")]
        ordering = ["-made_at"]
