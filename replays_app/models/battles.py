"""The row of a battle: its revision, rules, status and seats."""

import uuid

from django.db import models

from scenarios_app.models import Revision

#: The origin of a battle imported from a file. Its moves are checked against the rules; its players are
#: unknown.
FROM_FILE = "file"


class Battle(models.Model):
    """A game of one scenario revision under one release of the rules.

    ``parent`` and ``forked_at`` are for battles that share the first entries of another battle; no code
    writes them yet. ``put_away_at`` is the time at which an operator archived the battle, which removes
    it from all lists.
    ``broken_at`` is the first entry whose hash chain does not verify; such a battle is frozen.
    """

    class Status(models.TextChoices):
        """The status of a battle. Only running battles have secrets."""

        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        BROKEN_OFF = "broken-off", "abandoned"

    ORIGINS = {
        "site": "fought here",
        FROM_FILE: "read from a file",
        "library": "the library",
        "trial": "a playtest between bots",
        "bots": "a battle between bots",
        "demonstration": "the demonstration club",
    }

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    revision = models.ForeignKey(Revision, models.PROTECT, related_name="battles")
    title = models.CharField(max_length=200)
    system = models.CharField(max_length=40)
    release = models.CharField(max_length=100)
    dice_scheme = models.CharField(max_length=20)
    status = models.CharField(max_length=20, choices=Status, default=Status.RUNNING)
    origin = models.CharField(max_length=20, choices=ORIGINS, default="site")
    parent = models.ForeignKey("self", models.PROTECT, null=True, related_name="forks")
    forked_at = models.PositiveIntegerField(null=True)
    broken_at = models.PositiveIntegerField(null=True)
    put_away_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["status", "-created_at"], name="battle_by_status")]
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return self.title

    @property
    def is_over(self) -> bool:
        """Whether the battle has ended, so that none of its facts are secret any longer."""
        return self.status != self.Status.RUNNING


class BattleSecret(models.Model):
    """The encrypted seed of a running battle's dice (`recording/seeds.py`), deleted when the seed is
    revealed.
    """

    battle = models.OneToOneField(Battle, models.CASCADE, primary_key=True, related_name="secret")
    sealed_seed = models.BinaryField()


class Seat(models.Model):
    """The seat of a side or of the umpire.

    ``participant`` identifies the holder in the log, which never names an account. ``token_hash`` is the
    SHA-256 of the seat's token, null if the seat has no token.
    """

    battle = models.ForeignKey(Battle, models.PROTECT, related_name="seats")
    side = models.CharField(max_length=80)
    participant = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, null=True, unique=True)
    #: The holding that gave the current request access; None for access by token, and for the site itself.
    held_as: int | None = None

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side"], name="one_seat_a_side")]
        ordering = ["battle", "id"]
