"""Rounds of a tournament, who meets whom in them, and what a director has laid down about it."""

from django.db import models

from replays_app.models import Battle
from scenarios_app.models import Revision, Scenario

from .choices import ScenarioChoice
from .results import Result
from .tournaments import Entrant, Tournament


class Round(models.Model):
    """A round: its scenario, its dates, and how far it has come.

    ``ends_at`` is by when it is to be fought, where that was said, until it is closed, and when it was then.
    ``revision`` is its scenario as it stood when the round was laid out: nobody changes what is fought.
    ``is_open`` says that all who meet in it, and have an account, could open it then.
    ``choice`` has chosen its scenario where its director did not. Where sides are bid for, ``bid_minutes`` is
    the time for it from its beginning, ``bids_by`` when that is up.
    """

    class State(models.TextChoices):
        """How far it has come."""

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

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number")]
        ordering = ["tournament", "number"]


class Pairing(models.Model):
    """Two entrants meet in a round, or one has a bye.

    ``first`` fights ``first_side``. ``leg`` is 1, and 2 for the second battle of a mirrored round. ``end``
    says how a pairing without a result ended; its half points are then ``first_score`` and ``second_score``.
    ``reasons`` are values that a sentence on the page is told from. ``settled_through`` is the last deadline
    after which the tournament's rule was followed; a table has ``extended_days`` more than its round, and is
    fought at ``agreed_at`` where the two have agreed so. Where sides are bid for they are those of the
    drawing until ``bids_opened_at``; ``first_bid`` and ``second_bid`` are what each has given the other.
    """

    class End(models.TextChoices):
        """How it ended where no battle says it."""

        NONE = "", "by its result"
        BYE = "bye", "a bye"
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
        """Whether its sides are bid for, and the bids are still sealed."""
        is_asked = self.round.bid_minutes is not None and self.second_id is not None
        return is_asked and self.bids_opened_at is None


class PairRule(models.Model):
    """What a director has laid down: two entrants never meet, or meet in a certain round."""

    class Kind(models.TextChoices):
        """Which of the two."""

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
