"""Choosing a round's scenario by dice or votes, and bids for sides."""

import uuid

from django.db import models
from django.utils import timezone

from scenarios_app.models import Revision, Scenario

from .players import Player
from .tournaments import Entrant, Tournament


class ScenarioChoice(models.Model):
    """The choice of one round's scenario.

    Its dice follow from a secret derived from the tournament's seed, the round and the ``attempt``;
    ``digest`` is the secret's SHA-256 and public from the start. ``words`` are what entrants add, by id.
    ``picked`` is the index of the chosen candidate, ``tied`` the indexes that the dice decide between.
    """

    class Way(models.TextChoices):
        DRAWN = "drawn", "drawn by dice"
        VOTED = "voted", "by vote"

    class State(models.TextChoices):
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
    """A scenario to choose from, on the site or by name, with two sides.

    ``revision`` is the one that was offered; it is voted on and played. ``is_open`` means all entrants could
    open it then.
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
    """An entrant's vote, sealed: until the end others see only its ``digest``."""

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
    """The side that an entrant wants at a table and the points offered for it, sealed like a vote."""

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
    """An e-mail to a player about a vote, a bid or a ladder challenge, sent once."""

    class State(models.TextChoices):
        """``sending`` is final if a worker died while sending."""

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
