"""Scenarios with their drafts and revisions, hex maps, and reports about them.

A revision is published once and never changed (database triggers enforce it); the editor saves a draft
continuously. Columns for lists and searches are projections, built from the current revision.
"""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from darkseas.members.models import Member


class Visibility(models.TextChoices):
    """Visibility: public, by link (unlisted), authors only, or also a club of the owner."""

    PUBLIC = "public", "public"
    UNLISTED = "unlisted", "unlisted"
    PRIVATE = "private", "private"
    CLUB = "club", "for a club"


class Scenario(models.Model):
    """A scenario under its key, with what lists and searches show of its current revision.

    ``owner`` is None for library scenarios. An unpublished scenario has no ``current`` revision and is
    visible to its authors only. ``taken_down_at`` hides it from everybody else; battles keep their revision.

    ``day`` is the first day of the action. ``north`` and ``east`` are its position in minutes of arc.
    ``theatre_key`` is the library map that shows it. ``card`` holds the data of lists, ``words`` the
    searchable text in lower case. ``historical_battle`` is the normalised name of its battle, shared by all
    scenarios of that battle. ``is_shown_as_said`` means that somebody has chosen the visibility.
    """

    key = models.CharField(max_length=100, unique=True)
    system = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    date = models.CharField(max_length=100, blank=True)
    place = models.CharField(max_length=200, blank=True)
    theatre = models.CharField(max_length=100, blank=True)
    theatre_key = models.CharField(max_length=40, blank=True)
    historical_battle = models.CharField(max_length=200, blank=True, default="")
    summary = models.TextField(blank=True)
    current = models.OneToOneField("Revision", models.PROTECT, null=True, related_name="+")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="scenarios")
    visibility = models.CharField(max_length=20, choices=Visibility, default=Visibility.PUBLIC)
    is_shown_as_said = models.BooleanField(default=False)
    forked_from = models.ForeignKey("Revision", models.PROTECT, null=True, related_name="forks")
    taken_down_at = models.DateTimeField(null=True)
    day = models.DateField(null=True)
    ships = models.PositiveIntegerField(default=0)
    turns = models.PositiveIntegerField(default=0)
    north = models.IntegerField(null=True)
    east = models.IntegerField(null=True)
    card = models.JSONField(default=dict)
    words = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["key"]
        indexes = [
            models.Index(fields=["day", "title"], name="scenario_by_day"),
            models.Index(fields=["historical_battle"], name="scenario_by_battle"),
        ]

    def __str__(self) -> str:
        """Return the title."""
        return self.title

    def draft_authors(self) -> models.QuerySet[Member]:
        """Return the members who have agreed to help with its draft."""
        return Member.objects.filter(drafts__scenario=self)


class Revision(models.Model):
    """A published or playtested state of a scenario. Battles refer to revisions.

    ``spec`` holds the canonical JSON bytes of the ScenarioSpec, ``digest`` their SHA-256 in hex. Playtest
    revisions have no number. A database trigger prevents changes and deletion.
    """

    ORIGINS = {
        "library": "the library",
        "site": "this site",
        "file": "a battle file",
        "trial": "a trial of a draft",
    }

    scenario = models.ForeignKey(Scenario, models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField(null=True)
    digest = models.CharField(max_length=64)
    spec = models.BinaryField()
    origin = models.CharField(max_length=20, choices=ORIGINS)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    note = models.TextField(blank=True)
    published_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scenario", "number"], name="revision_number_once"),
            models.UniqueConstraint(
                fields=["scenario", "digest"],
                condition=models.Q(number__isnull=False),
                name="revision_digest_once",
            ),
            models.UniqueConstraint(
                fields=["scenario", "digest"], condition=models.Q(number=None), name="trial_digest_once"
            ),
        ]
        indexes = [models.Index(fields=["digest"], name="revision_by_digest")]
        ordering = ["scenario", "number"]

    def __str__(self) -> str:
        """Return the scenario's title and the number."""
        return f"{self.scenario} ({self.number or 'tried'})"


class ScenarioNavy(models.Model):
    """Projection: a navy in the current revision of a scenario."""

    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="navies")
    navy = models.CharField(max_length=20)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scenario", "navy"], name="one_row_a_navy")]
        indexes = [models.Index(fields=["navy"], name="scenario_by_navy")]


class ScenarioShip(models.Model):
    """Projection: a ship in the current revision. ``name`` is in lower case."""

    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="ship_rows")
    name = models.CharField(max_length=200)
    navy = models.CharField(max_length=20)
    class_key = models.CharField(max_length=100, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["name"], name="scenario_by_ship"),
            models.Index(fields=["class_key"], name="scenario_by_class"),
        ]


class Draft(models.Model):
    """The editable state of a scenario: canonical JSON of its ScenarioSpec, as saved by the editor.

    ``version`` increases with every save. A save names the version that was edited, so that nobody overwrites
    unseen changes. ``authors`` are helpers: members who accepted and may edit besides the owner.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    scenario = models.OneToOneField(Scenario, models.CASCADE, related_name="draft")
    document = models.BinaryField()
    version = models.PositiveIntegerField(default=1)
    authors = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="drafts")
    edited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    edited_at = models.DateTimeField(auto_now=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-edited_at"]


class Invitation(models.Model):
    """An owner's invitation to help with a scenario or take it over.

    It grants nothing until accepted, and is then deleted. A declined one is kept to prevent immediate
    repeats.
    """

    class Kind(models.TextChoices):
        """Kind of the request to a member."""

        HELP = "help", "to help"
        OWN = "own", "to take it over"

    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="invitations")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20, choices=Kind)
    asked_at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scenario", "member", "kind"], name="asked_once_to_help_or_own")
        ]


class DraftState(models.Model):
    """A draft at an earlier version; when there are many, old ones are thinned out."""

    draft = models.ForeignKey(Draft, models.CASCADE, related_name="states")
    version = models.PositiveIntegerField()
    document = models.BinaryField()
    edited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    edited_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["draft", "version"], name="one_state_a_version")]
        ordering = ["draft", "-version"]


class HexMap(models.Model):
    """A map under its key, reusable by any scenario. A scenario stores its own copy."""

    key = models.CharField(max_length=100, unique=True)
    title = models.CharField(max_length=200)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="hex_maps")
    visibility = models.CharField(max_length=20, choices=Visibility, default=Visibility.PUBLIC)
    current = models.OneToOneField("MapRevision", models.PROTECT, null=True, related_name="+")
    taken_down_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["title", "key"]

    def __str__(self) -> str:
        """Return the title."""
        return self.title


class MapRevision(models.Model):
    """One published state of a map: canonical JSON of a MapSpec and its SHA-256 in hex; never changed."""

    hex_map = models.ForeignKey(HexMap, models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    spec = models.BinaryField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    note = models.TextField(blank=True)
    published_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hex_map", "number"], name="map_revision_number_once"),
            models.UniqueConstraint(fields=["hex_map", "digest"], name="map_revision_digest_once"),
        ]
        ordering = ["hex_map", "number"]


class MemberPage(models.Model):
    """Public parts of a member's page. Without a row, scenarios are shown and battles are not."""

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="member_page"
    )
    shows_scenarios = models.BooleanField(default=True)
    shows_battles = models.BooleanField(default=False)


class SourceNote(models.Model):
    """A source for a figure or fact, submitted by a member, and the moderator's decision.

    ``about`` is its subject: "class/KEY" or "scenario/KEY". ``fact`` is the line as shown on the page; empty
    if the note is about the whole subject. ``decision`` is empty until a moderator decides.
    """

    DECISIONS = {"accepted": "accepted", "declined": "declined"}

    about = models.CharField(max_length=140)
    fact = models.CharField(max_length=300, blank=True)
    work = models.CharField(max_length=300)
    page = models.CharField(max_length=60, blank=True)
    value = models.CharField(max_length=300, blank=True)
    remark = models.TextField(blank=True)
    teller = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="source_notes")
    written_at = models.DateTimeField(default=timezone.now)
    decision = models.CharField(max_length=20, choices=DECISIONS, blank=True)
    decision_note = models.TextField(blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["about", "decision"], name="source_note_by_subject")]
        ordering = ["written_at", "pk"]


class Report(models.Model):
    """A report that a scenario or map breaks the site's rules, and the decision about it.

    Decisions stay on record; ``decided_at`` is None until then.
    """

    REASONS = {
        "copyright": "it is somebody else's work",
        "hateful": "it is hateful or abusive",
        "wrong": "it claims what is not so",
        "other": "something else",
    }
    DECISIONS = {"dismissed": "left standing", "taken-down": "taken down", "restored": "put back"}

    scenario = models.ForeignKey(Scenario, models.CASCADE, null=True, related_name="reports")
    hex_map = models.ForeignKey(HexMap, models.CASCADE, null=True, related_name="reports")
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=20, choices=REASONS)
    text = models.TextField(blank=True)
    reported_at = models.DateTimeField(auto_now_add=True)
    decision = models.CharField(max_length=20, choices=DECISIONS, blank=True)
    decision_note = models.TextField(blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scenario=None) ^ models.Q(hex_map=None), name="report_about_one_thing"
            ),
        ]
        ordering = ["decided_at", "reported_at"]
