"""Rounds and pairings of a tournament, and a director's fixed or forbidden pairs."""

from django.db import models

from replays_app.models import Battle
from scenarios_app.models import Revision, Scenario

from .choices import ScenarioChoice
from .results import Result
from .tournaments import Entrant, Tournament


class Round(models.Model):
    """A round: scenario, dates and state.

    ``ends_at`` is its deadline, ``closed_at`` the time of closing, empty again in a reopened round;
    ``reopened_at`` is the time of the last reopening. ``revision`` is the scenario's revision when the round
    was paired. ``is_open`` means all its players with an account could open it then. ``choice`` chose the
    scenario if the director did not. With bids for sides, ``bid_minutes`` is the time for them from the
    start, ``bids_by`` the deadline.
    """

    class State(models.TextChoices):
        DRAWN = "drawn", "drawn"
        RUNNING = "running", "running"
        CLOSED = "closed", "closed"

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="rounds", db_index=False)
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=20, choices=State, default=State.DRAWN)
    scenario = models.ForeignKey(Scenario, models.PROTECT, null=True, related_name="+")
    revision = models.ForeignKey(Revision, models.PROTECT, null=True, related_name="+")
    is_open = models.BooleanField(default=False)
    scenario_text = models.CharField(max_length=200, blank=True)
    choice = models.ForeignKey(ScenarioChoice, models.PROTECT, null=True, related_name="rounds")
    bid_minutes = models.PositiveIntegerField(null=True)
    bids_by = models.DateTimeField(null=True)
    begins_at = models.DateTimeField(null=True)
    first_move_by = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    reopened_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number")]
        ordering = ["tournament", "number"]


class Pairing(models.Model):
    """Two entrants who meet in a round, or one with a bye.

    ``first`` has ``first_side``. ``leg`` is 2 for the second battle of a mirrored round. ``end`` says how a
    pairing without a result ended, with half points ``first_score`` and ``second_score``. ``reasons`` explain
    the pairing on the page. ``settled_through`` is the last deadline that was handled; ``extended_days``
    extends the round for this table, ``agreed_at`` is the agreed time. With bids, sides are preliminary until
    ``bids_opened_at``; ``first_bid`` and ``second_bid`` are the points each gave the other.
    """

    class End(models.TextChoices):
        """How it ended without a result."""

        NONE = "", "by its result"
        BYE = "bye", "a bye"
        HALF_BYE = "half-bye", "a half-point bye"
        FORFEIT = "forfeit", "forfeited"
        DOUBLE_FORFEIT = "double-forfeit", "forfeited by both"
        ADJUDICATED = "adjudicated", "adjudicated"

    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    table = models.PositiveIntegerField()
    leg = models.PositiveSmallIntegerField(default=1)
    first = models.ForeignKey(Entrant, models.PROTECT, related_name="pairings_first")
    second = models.ForeignKey(Entrant, models.PROTECT, null=True, related_name="pairings_second")
    first_side = models.CharField(max_length=80, blank=True)
    second_side = models.CharField(max_length=80, blank=True)
    battle = models.ForeignKey(Battle, models.PROTECT, null=True, related_name="+")
    result = models.OneToOneField(Result, models.PROTECT, null=True, related_name="pairing")
    end = models.CharField(max_length=20, choices=End, blank=True)
    first_score = models.PositiveSmallIntegerField(null=True)
    second_score = models.PositiveSmallIntegerField(null=True)
    reasons = models.JSONField(default=list)
    is_manual = models.BooleanField(default=False)
    settled_through = models.DateTimeField(null=True)
    agreed_at = models.DateTimeField(null=True)
    extended_days = models.PositiveSmallIntegerField(default=0)
    bids_opened_at = models.DateTimeField(null=True)
    first_bid = models.PositiveSmallIntegerField(default=0)
    second_bid = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "table", "leg"], name="one_pairing_a_table")]
        ordering = ["round", "table", "leg"]

    @property
    def waits_for_bids(self) -> bool:
        """Whether its bids for sides are still sealed."""
        is_asked = self.round.bid_minutes is not None and self.second_id is not None
        return is_asked and self.bids_opened_at is None


class PairRule(models.Model):
    """A director's rule: two entrants never meet, or meet in a certain round."""

    class Kind(models.TextChoices):
        FORBIDDEN = "forbidden", "never meet"
        FORCED = "forced", "meet"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="pair_rules")
    kind = models.CharField(max_length=20, choices=Kind)
    first = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    second = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    round_number = models.PositiveIntegerField(null=True)
    reason = models.TextField()

    class Meta:
        ordering = ["tournament", "id"]
