"""Challenges to a battle, open or settled."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from scenarios_app.models import Revision

from .battles import Battle, Seat


class Challenge(models.Model):
    """A person's offer to play a scenario revision against another person.

    Anyone with the link, which ends in ``token``, may accept. The lobby shows listed challenges.

    ``side`` is the side of the challenge's author. It is empty if the sides are drawn by lot, or if bids
    decide: then ``bid_side`` and ``bid_points`` are the author's bid, hidden until somebody accepts.
    ``rematch_of`` is the previous battle of a rematch. ``table`` holds the details of a tabletop battle
    (`recording/at_table.py`).

    ``umpire_token`` ends the link for an umpire, null if there is none. ``umpire`` is the member who used
    that link. A person who accepts the challenge afterwards also consents to that umpire. An umpire named
    later takes the seat after the holders of all seats have agreed, as listed in ``umpire_agreed``
    (`seats/umpires.py`).
    """

    class State(models.TextChoices):
        """Its status."""

        OPEN = "open", "open"
        ACCEPTED = "accepted", "accepted"
        WITHDRAWN = "withdrawn", "withdrawn"

    token = models.CharField(max_length=64, unique=True)
    umpire_token = models.CharField(max_length=64, null=True, unique=True)
    umpire = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="umpired_challenges"
    )
    umpire_agreed = models.ManyToManyField(Seat, related_name="+")
    revision = models.ForeignKey(Revision, models.PROTECT, related_name="challenges")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="challenges"
    )
    visitor = models.CharField(max_length=64, null=True)
    side = models.CharField(max_length=80, blank=True)
    bid_side = models.CharField(max_length=80, blank=True)
    bid_points = models.PositiveIntegerField(null=True)
    dice = models.CharField(max_length=20)
    table = models.JSONField(default=dict)
    is_listed = models.BooleanField(default=True)
    state = models.CharField(max_length=20, choices=State, default=State.OPEN)
    battle = models.OneToOneField(Battle, models.PROTECT, null=True, related_name="challenge")
    rematch_of = models.ForeignKey(Battle, models.PROTECT, null=True, related_name="rematches")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["rematch_of"], condition=~Q(state="withdrawn"), name="one_rematch_a_battle"
            )
        ]
        indexes = [
            models.Index(fields=["state", "is_listed", "-made_at"], name="challenge_in_the_lobby"),
            models.Index(fields=["visitor"], name="challenge_by_visitor"),
        ]
        ordering = ["-made_at", "-id"]

    @property
    def is_by_bid(self) -> bool:
        """Whether bids decide the sides."""
        return self.bid_points is not None
