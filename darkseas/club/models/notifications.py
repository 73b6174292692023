"""E-mails about tournaments, each sent once."""

import uuid

from django.db import models
from django.utils import timezone

from .agreements import TimeProposal
from .players import Player
from .waiting_list import Alternate


class TournamentNotice(models.Model):
    """An e-mail to a player about a place that is offered or a time for their table."""

    class About(models.TextChoices):
        OFFERED = "offered", "a place is offered"
        PROPOSED = "proposed", "a time is proposed"
        AGREED = "agreed", "a time is agreed"
        TAKEN_BACK = "taken-back", "a proposed time is taken back"

    class State(models.TextChoices):
        """``sending`` is final if a worker died while sending."""

        WAITING = "waiting", "waiting"
        SENDING = "sending", "being sent"
        SENT = "sent", "sent"
        PASSED = "passed", "passed before it was sent"
        FAILED = "failed", "given up"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="tournament_notices")
    about = models.CharField(max_length=20, choices=About)
    alternate = models.ForeignKey(Alternate, models.CASCADE, null=True, related_name="notices")
    proposal = models.ForeignKey(TimeProposal, models.CASCADE, null=True, related_name="notices")
    state = models.CharField(max_length=20, choices=State, default=State.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["alternate", "player", "about"], name="one_notice_an_offer"),
            models.UniqueConstraint(fields=["proposal", "player", "about"], name="one_notice_a_time"),
            models.CheckConstraint(
                condition=models.Q(alternate=None) ^ models.Q(proposal=None), name="notice_of_one_thing"
            ),
        ]
        indexes = [models.Index(fields=["state", "due_at"], name="event_notice_by_state")]
        ordering = ["-made_at"]
