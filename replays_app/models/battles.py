"""A battle as a row: which revision, under which rules, how far it has come; and its seats."""

import uuid

from django.db import models

from scenarios_app.models import Revision

#: The origin of a battle that somebody brought in: that it follows the rules is checked, who fought is not.
FROM_FILE = "file"


class Battle(models.Model):
    """One fighting of a revision under a release of the rules.

    ``parent`` and ``forked_at`` name the battle whose first entries it shares; ``superseded_by`` an
    amendment that took its place: nothing makes such battles yet, and lists leave out what was superseded.
    ``put_away_at`` is when an operator took it out of all lists.
    ``broken_at`` is the entry at which its chain does not fit: such a battle is frozen.
    """

    class Status(models.TextChoices):
        """How far it has come; only a running battle has secrets."""

        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        BROKEN_OFF = "broken-off", "broken off"

    ORIGINS = {
        "site": "fought here",
        FROM_FILE: "read from a file",
        "library": "the library",
        "trial": "a trial between captains",
        "bots": "a battle between captains",
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
    superseded_by = models.OneToOneField("self", models.PROTECT, null=True, related_name="supersedes")
    broken_at = models.PositiveIntegerField(null=True)
    put_away_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["status", "-created_at"], name="battle_by_status")]
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        """Return the title."""
        return self.title

    @property
    def is_over(self) -> bool:
        """Whether it has ended, so that nothing of it is secret any more."""
        return self.status != self.Status.RUNNING


class BattleSecret(models.Model):
    """The sealed seed of a running battle's dice (`seeds.py`); it goes when the seed is opened."""

    battle = models.OneToOneField(Battle, models.CASCADE, primary_key=True, related_name="secret")
    sealed_seed = models.BinaryField()


class Seat(models.Model):
    """A place in a battle: a side's, or the umpire's.

    ``participant`` stands for its holder in the log (law of privacy: never an account), ``token_hash``
    is the SHA-256 of the token that opens it, none when nobody can take it.
    """

    battle = models.ForeignKey(Battle, models.PROTECT, related_name="seats")
    side = models.CharField(max_length=80)
    participant = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, null=True, unique=True)
    #: The holding by which whoever asks was let in; none by a token, and for the site itself.
    held_as: int | None = None

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side"], name="one_seat_a_side")]
        ordering = ["battle", "id"]
