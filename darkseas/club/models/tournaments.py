"""A tournament and who has entered it."""

from django.db import models
from django.utils import timezone

from replays_app.models import Job

from .clubs import Club
from .players import Player
from .seasons import Season


class Tournament(models.Model):
    """A tournament of a club: a machine that goes from planned to closed.

    ``terms`` are what was laid down for it (rounds, points, tie-breaks in order, pairing, sides, dates); the
    room of tournaments reads and checks them. Lots are drawn from ``lot_seed``, whose SHA-256 ``lot_hash``
    stands on its page from the beginning and which is shown when it is closed. A league ``follows`` its
    season before. Until ``check_in_until`` people say that they are there for the next round; it is none
    while nobody is asked. ``draw_job`` is the last that drew a large round.
    """

    class Kind(models.TextChoices):
        """How it is fought."""

        ROUND_ROBIN = "round-robin", "round robin"
        DOUBLE_ROUND_ROBIN = "double-round-robin", "double round robin"
        SWISS = "swiss", "Swiss"
        KNOCK_OUT = "knock-out", "knock-out"
        DOUBLE_ELIMINATION = "double-elimination", "double elimination"
        LADDER = "ladder", "ladder"
        LEAGUE = "league", "league"
        CAMPAIGN = "campaign", "campaign days"

    class State(models.TextChoices):
        """How far it has come."""

        PLANNED = "planned", "planned"
        OPEN = "open", "open for entries"
        RUNNING = "running", "running"
        CLOSING = "closing", "closing"
        CLOSED = "closed", "closed"

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    slug = models.SlugField(max_length=80)
    title = models.CharField(max_length=120)
    text = models.TextField(blank=True)
    kind = models.CharField(max_length=20, choices=Kind)
    system = models.CharField(max_length=60)
    state = models.CharField(max_length=20, choices=State, default=State.PLANNED)
    season = models.ForeignKey(Season, models.PROTECT, null=True, related_name="tournaments")
    follows = models.OneToOneField("self", models.PROTECT, null=True, related_name="followed_by")
    first_day = models.DateField(null=True)
    check_in_until = models.DateTimeField(null=True)
    draw_job = models.ForeignKey(Job, models.SET_NULL, null=True, related_name="+")
    terms = models.JSONField(default=dict)
    lot_seed = models.BinaryField()
    lot_hash = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)
    began_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="one_tournament_a_slug")]
        indexes = [models.Index(fields=["club", "state"], name="tournament_by_state")]
        ordering = ["-made_at", "-id"]

    def __str__(self) -> str:
        """Return the title."""
        return self.title


class Entrant(models.Model):
    """Who has entered a tournament: a player, or a team of players under a name of its own.

    ``absences`` are stretches of rounds that they did not or will not fight, as pairs of the first and the
    last round, the last one none while they have withdrawn. Where somebody else goes on in their place, the
    entrant stays the same and ``players`` changes, with a line in the audit. ``extension_days`` are
    those that they have taken for their tables.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entrants")
    name = models.CharField(max_length=100)
    players = models.ManyToManyField(Player, related_name="entries")
    number = models.PositiveIntegerField()
    strength = models.IntegerField(null=True)
    group = models.CharField(max_length=80, blank=True)
    from_round = models.PositiveIntegerField(default=1)
    absences = models.JSONField(default=list)
    is_checked_in = models.BooleanField(default=False)
    extension_days = models.PositiveSmallIntegerField(default=0)
    entered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entrant_a_number"),
            models.UniqueConstraint(fields=["tournament", "name"], name="one_entrant_a_name"),
        ]
        ordering = ["tournament", "number"]

    def __str__(self) -> str:
        """Return the name."""
        return self.name
