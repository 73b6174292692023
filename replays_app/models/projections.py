"""Projections: rows built from logs, which can be deleted and rebuilt."""

from django.db import models

from scenarios_app.models import Scenario

from .battles import Battle, Seat


class Summary(models.Model):
    """Projection: the summary row of a battle. Scores are points as text, losses numbers of ships, by side.

    ``how`` is the kind of ending, ``margin`` the lead of the best side (`projections/endings.py`).
    """

    battle = models.OneToOneField(Battle, models.CASCADE, primary_key=True, related_name="summary")
    turns = models.PositiveIntegerField()
    entries = models.PositiveIntegerField()
    winner = models.CharField(max_length=80, null=True)
    reason = models.TextField()
    scores = models.JSONField()
    losses = models.JSONField()
    how = models.CharField(max_length=20, default="")
    margin = models.PositiveIntegerField(null=True)


def _by(name: str, *narrowed: str) -> list[models.Index]:
    """Return the indexes that a filter needs, one for each order of the list."""
    sorts = {"newest": "-begun_at", "closest": "margin", "length": "turns"}
    return [
        models.Index(fields=["is_public", *narrowed, sort, "battle"], name=f"listing_{name}_{order}")
        for order, sort in sorts.items()
    ]


class Listing(models.Model):
    """Projection: the columns by which battle lists filter and sort.

    They keep queries fast: 100,000 battles cost as much as 100. ``is_public`` says that lists show the battle
    to everybody; `seats/battle_access.py` decides who may see it. ``own_title`` is the battle's title if the
    scenario now has another one, or is not open to everybody. The other columns repeat the summary of a
    finished battle.
    """

    battle = models.OneToOneField(Battle, models.CASCADE, primary_key=True, related_name="listing")
    is_public = models.BooleanField(default=False)
    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="+", db_index=False)
    system = models.CharField(max_length=40)
    begun_at = models.DateTimeField()
    own_title = models.CharField(max_length=200, default="")
    winner = models.CharField(max_length=80, null=True)
    how = models.CharField(max_length=20, default="")
    length = models.CharField(max_length=20, default="")
    turns = models.PositiveIntegerField(null=True)
    margin = models.PositiveIntegerField(null=True)

    class Meta:
        indexes = [
            *_by("all"),
            *_by("scenario", "scenario"),
            *_by("system", "system"),
            *_by("winner", "winner"),
            *_by("how", "how"),
            *_by("length", "length"),
            models.Index(fields=["is_public", "own_title"], name="listing_own_title"),
        ]


class DiceTally(models.Model):
    """Projection: how often each face came up, by kind of die, by the person or program that rolled, and by
    key (``scope``).
    """

    ORIGINS = {"house": "the house", "table": "the table"}

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="dice_tallies", db_index=False)
    origin = models.CharField(max_length=20, choices=ORIGINS, default="house")
    scope = models.CharField(max_length=90)
    sides = models.PositiveIntegerField()
    face = models.PositiveIntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["battle", "origin", "scope", "sides", "face"], name="one_tally_a_face_and_origin"
            ),
        ]
        ordering = ["battle", "origin", "scope", "sides", "face"]


class ShipRecord(models.Model):
    """Projection: the final status of a ship."""

    FATES = {"afloat": "afloat", "damaged": "damaged", "sunk": "sunk", "exited": "left the map"}

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="ship_records", db_index=False)
    ship = models.CharField(max_length=100)
    side = models.CharField(max_length=80)
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=20)
    fate = models.CharField(max_length=20, choices=FATES)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "ship"], name="one_record_a_ship")]
        ordering = ["battle", "side", "id"]


class Call(models.Model):
    """Projection: whether a held seat has orders due, and since when.

    ``length`` is the length of the log from which it was built. The row contains only facts that the side
    knows. ``offering_side`` is the side with an open draw offer, if any.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="call")
    is_called = models.BooleanField()
    offering_side = models.CharField(max_length=80, default="")
    since = models.DateTimeField()
    length = models.PositiveIntegerField()
