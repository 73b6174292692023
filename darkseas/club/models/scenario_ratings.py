"""Members' ratings of scenarios they have played."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from scenarios_app.models import Scenario


class Opinion(models.Model):
    """A member's rating of a scenario from 1 to 5. Other members never see whose it is."""

    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="opinions", db_index=False)
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="opinions")
    points = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scenario", "member"], name="one_opinion_a_member"),
            models.CheckConstraint(
                condition=models.Q(points__gte=1, points__lte=5), name="opinion_from_1_to_5"
            ),
        ]
        ordering = ["scenario", "id"]
