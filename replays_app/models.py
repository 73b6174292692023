"""What was fought: battles, their seats, their log, and rows made from the log.

The log is the truth (`log.py` is its only door, triggers of the database guard it); summaries,
tallies and ship records are projections, which may be thrown away and made again.
"""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from scenarios_app.models import Revision


class Battle(models.Model):
    """One fighting of a revision under a release of the rules.

    ``parent`` and ``forked_at`` name the battle whose first entries it shares; ``superseded_by`` an
    amendment that took its place: nothing makes such battles yet, and lists leave out what was superseded.
    ``broken_at`` is the entry at which its chain does not fit: such a battle is frozen.
    """

    class Status(models.TextChoices):
        """How far it has come; only a running battle has secrets."""

        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        BROKEN_OFF = "broken-off", "broken off"

    ORIGINS = {
        "site": "fought here",
        "file": "read from a file",
        "library": "the library",
        "trial": "a trial between captains",
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

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side"], name="one_seat_a_side")]
        ordering = ["battle", "id"]


class LogEntry(models.Model):
    """An event as stored: canonical bytes, their salt and place in the chain; never changed.

    What stands beside the bytes repeats what they say, for queries; ``recorded_at`` is for people.
    ``audience`` is sides with a space between them.
    """

    pk = models.CompositePrimaryKey("battle_id", "seq")
    battle = models.ForeignKey(Battle, models.PROTECT, related_name="entries", db_index=False)
    seq = models.PositiveIntegerField()
    step = models.PositiveIntegerField()
    kind = models.CharField(max_length=100)
    shape = models.PositiveIntegerField()
    audience = models.TextField()
    data = models.BinaryField()
    salt = models.BinaryField()
    leaf = models.BinaryField()
    link = models.BinaryField()
    given_by = models.CharField(max_length=32, null=True)
    recorded_at = models.DateTimeField()


class Receipt(models.Model):
    """What a seat was answered to an order, so that the same request gets the same bytes again."""

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="receipts", db_index=False)
    key = models.CharField(max_length=200)
    request_hash = models.BinaryField()
    answer = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "key"], name="one_receipt_a_key")]


class Finding(models.Model):
    """What the last check of a battle has to say: of which kind, at which entry, in a sentence."""

    KINDS = {
        "chain": "the chain does not fit",
        "copy": "a column says something else than the bytes",
        "unreadable": "an entry cannot be read",
        "dice": "a die does not follow from the seed",
        "divergence": "deciding again gives something else",
    }

    battle = models.ForeignKey(Battle, models.PROTECT, related_name="findings")
    kind = models.CharField(max_length=20, choices=KINDS)
    seq = models.PositiveIntegerField(null=True)
    text = models.TextField()
    release = models.CharField(max_length=100)
    found_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["battle", "id"]


class Summary(models.Model):
    """Projection: a battle in one line. Scores are points as text, losses numbers of ships, by side."""

    battle = models.OneToOneField(Battle, models.CASCADE, primary_key=True, related_name="summary")
    turns = models.PositiveIntegerField()
    entries = models.PositiveIntegerField()
    winner = models.CharField(max_length=80, null=True)
    reason = models.TextField()
    scores = models.JSONField()
    losses = models.JSONField()


class DiceTally(models.Model):
    """Projection: how often a face fell, by kind of die, and by whose key it was thrown (``scope``)."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="dice_tallies", db_index=False)
    scope = models.CharField(max_length=90)
    sides = models.PositiveIntegerField()
    face = models.PositiveIntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "scope", "sides", "face"], name="one_tally_a_face"),
        ]
        ordering = ["battle", "scope", "sides", "face"]


class ShipRecord(models.Model):
    """Projection: what became of a ship."""

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


class Job(models.Model):
    """Work in the background: this row is the truth, Celery only carries its id.

    ``kind`` and ``args`` say what to do, ``input_hash`` makes the same request the same job while it
    stands. Whoever works holds lease ``lease_no`` until ``lease_until``; one that comes too late changes
    nothing. ``done`` of ``total`` is how far it has come, ``result`` what it left, ``error`` a sentence.
    """

    class State(models.TextChoices):
        """How far it has come."""

        QUEUED = "queued", "waiting"
        RUNNING = "running", "at work"
        DONE = "done", "done"
        FAILED = "failed", "failed"
        CANCELLED = "cancelled", "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    args = models.JSONField(default=dict)
    input_hash = models.CharField(max_length=64)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="jobs")
    revision = models.ForeignKey(Revision, models.PROTECT, null=True, related_name="jobs")
    state = models.CharField(max_length=20, choices=State, default=State.QUEUED)
    attempts = models.PositiveIntegerField(default=0)
    lease_no = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=1)
    result = models.JSONField(null=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "input_hash"],
                condition=models.Q(state__in=["queued", "running", "done"]),
                name="one_job_a_request",
            ),
        ]
        indexes = [models.Index(fields=["state", "created_at"], name="job_by_state")]
        ordering = ["-created_at"]


class Balance(models.Model):
    """How test battles between captains of one revision under one release ended.

    ``wins`` are battles by side, ``losses`` ships sunk by side over all battles, ``turns`` and
    ``entries`` sums over all battles. Seeds run from "1" to the number of battles.
    """

    revision = models.ForeignKey(Revision, models.CASCADE, related_name="balances")
    release = models.CharField(max_length=100)
    battles = models.PositiveIntegerField()
    wins = models.JSONField()
    drawn = models.PositiveIntegerField(default=0)
    losses = models.JSONField(default=dict)
    turns = models.PositiveIntegerField(default=0)
    entries = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["revision", "release"], name="one_balance_a_release")]
