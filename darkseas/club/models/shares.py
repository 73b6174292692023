"""Scenarios and maps that members share with a club, including their battles."""

from django.db import models
from django.utils import timezone

from scenarios_app.models import HexMap, Scenario

from .clubs import Club
from .players import Player


class Share(models.Model):
    """A scenario or map with visibility "club", and that club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="shares")
    scenario = models.OneToOneField(Scenario, models.CASCADE, null=True, related_name="club_share")
    hex_map = models.OneToOneField(HexMap, models.CASCADE, null=True, related_name="club_share")
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scenario=None) ^ models.Q(hex_map=None), name="share_of_one_thing"
            )
        ]
        ordering = ["-at", "-id"]
