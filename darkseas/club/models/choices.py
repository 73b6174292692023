"""How the scenario of a round is chosen where its director does not, by dice or votes; bids for sides."""

import uuid

from django.db import models
from django.utils import timezone

from scenarios_app.models import Revision, Scenario

from .players import Player
from .tournaments import Entrant, Tournament


class ScenarioChoice(models.Model):
    """The scenario of one round, left to dice or to votes.

    Its dice fall from a secret that follows from the tournament's seed, the round and the ``attempt``:
    ``digest`` is its SHA-256 and stands on the page from the beginning. ``words`` are what entrants put
    beside it, by their numbers. ``picked`` is the place of what was chosen, ``tied`` are the places that dice
    chose from.
    """

    class Way(models.TextChoices):
        """Who chooses."""

        DRAWN = "drawn", "drawn by dice"
        VOTED = "voted", "by vote"

    class State(models.TextChoices):
        """How far it has come."""

        OPEN = "open", "open"
        DECIDED = "decided", "decided"
        TAKEN_BACK = "taken-back", "taken back"

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="choices", db_index=False)
    number = models.PositiveIntegerField()
    attempt = models.PositiveSmallIntegerField()
    way = models.CharField(max_length=10, choices=Way)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    ends_at = models.DateTimeField(null=True)
    digest = models.CharField(max_length=64)
    words = models.JSONField(default=dict)
    picked = models.PositiveSmallIntegerField(null=True)
    tied = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number", "attempt"], name="one_choice_an_attempt")
        ]
        indexes = [models.Index(fields=["state", "ends_at"], name="choice_by_state")]
        ordering = ["tournament", "number", "attempt"]


class Candidate(models.Model):
    """A scenario that may be chosen, of the site or by its name, with its two sides.

    ``revision`` is what a scenario of the site was when it was offered: that is voted on, and fought. Where
    it ``is_open`` all who had entered could open it then.
    """

    choice = models.ForeignKey(ScenarioChoice, models.CASCADE, related_name="candidates", db_index=False)
    place = models.PositiveSmallIntegerField()
    scenario = models.ForeignKey(Scenario, models.PROTECT, null=True, related_name="+")
    revision = models.ForeignKey(Revision, models.PROTECT, null=True, related_name="+")
    is_open = models.BooleanField(default=False)
    text = models.CharField(max_length=200)
    first_side = models.CharField(max_length=80)
    second_side = models.CharField(max_length=80)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["choice", "place"], name="one_candidate_a_place")]
        ordering = ["choice", "place"]


class Vote(models.Model):
    """What an entrant wants, sealed: until the end its ``digest`` alone is shown to others."""

    choice = models.ForeignKey(ScenarioChoice, models.CASCADE, related_name="votes", db_index=False)
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    candidate = models.ForeignKey(Candidate, models.CASCADE, related_name="votes")
    nonce = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["choice", "entrant"], name="one_vote_an_entrant")]
        ordering = ["choice", "entrant__number"]


class SideBid(models.Model):
    """The side that an entrant wants at a table, and the points they give for it, sealed as votes are."""

    pairing = models.ForeignKey("Pairing", models.CASCADE, related_name="bids", db_index=False)
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    side = models.CharField(max_length=80)
    points = models.PositiveSmallIntegerField()
    nonce = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pairing", "entrant"], name="one_bid_an_entrant")]
        ordering = ["pairing", "entrant__number"]


class AskNotice(models.Model):
    """A player is told once, by letter, that a vote or a bid is asked of them, or a battle on a ladder."""

    class State(models.TextChoices):
        """How far it has come; ``sending`` for good where a worker died with a letter in its hands."""

        WAITING = "waiting", "waiting"
        SENDING = "sending", "being sent"
        SENT = "sent", "sent"
        PASSED = "passed", "passed before it was sent"
        FAILED = "failed", "given up"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    choice = models.ForeignKey(ScenarioChoice, models.CASCADE, null=True, related_name="notices")
    pairing = models.ForeignKey("Pairing", models.CASCADE, null=True, related_name="notices")
    player = models.ForeignKey(Player, models.CASCADE, related_name="ask_notices")
    state = models.CharField(max_length=20, choices=State, default=State.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["choice", "player"], name="one_letter_a_vote"),
            models.UniqueConstraint(fields=["pairing", "player"], name="one_letter_a_bid"),
        ]
        indexes = [models.Index(fields=["state", "due_at"], name="ask_notice_by_state")]
        ordering = ["-made_at"]
