"""Tournaments and their entrants."""

from django.db import models
from django.utils import timezone

from replays_app.models import Job

from .clubs import Club
from .players import Player
from .seasons import Season


class Tournament(models.Model):
    """A tournament of a club, from planned to closed.

    ``terms`` are its regulations (rounds, points, tie-breaks in order, pairing, sides, dates). Lots follow
    from ``lot_seed``, whose SHA-256 ``lot_hash`` is public from the start; the seed is published at the end.
    A league ``follows`` its previous season. ``check_in_until`` is the deadline for checking in to the next
    round, if check-in is open. ``draw_job`` is the last job that paired a large round.
    """

    class Kind(models.TextChoices):
        ROUND_ROBIN = "round-robin", "round robin"
        DOUBLE_ROUND_ROBIN = "double-round-robin", "double round robin"
        SWISS = "swiss", "Swiss"
        KNOCK_OUT = "knock-out", "knock-out"
        DOUBLE_ELIMINATION = "double-elimination", "double elimination"
        LADDER = "ladder", "ladder"
        LEAGUE = "league", "league"
        CAMPAIGN = "campaign", "campaign days"

    class State(models.TextChoices):
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
        return self.title


class Entrant(models.Model):
    """A player or team in a tournament.

    ``absences`` are ranges of rounds they miss, as pairs of first and last round; an open end means they
    withdrew. ``half_byes`` are the rounds for which they asked a half-point bye. A substitution changes
    ``players`` and writes an audit line. ``extension_days`` are the extra days they have used.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entrants")
    name = models.CharField(max_length=100)
    players = models.ManyToManyField(Player, related_name="entries")
    number = models.PositiveIntegerField()
    strength = models.IntegerField(null=True)
    group = models.CharField(max_length=80, blank=True)
    from_round = models.PositiveIntegerField(default=1)
    absences = models.JSONField(default=list)
    half_byes = models.JSONField(default=list)
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
        return self.name

    @property
    def has_withdrawn(self) -> bool:
        """Whether they have withdrawn and not returned."""
        return bool(self.absences) and self.absences[-1][1] is None
