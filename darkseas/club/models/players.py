"""A club's players, their permissions, and how people join."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from .clubs import Club


class Player(models.Model):
    """A person in a club: a member of the site, or a guest known by name.

    Results refer to players, so a player stays after leaving (``left_at``). A deleted account leaves a player
    without ``member`` and with a neutral name. ``name`` is a guest's; a member shows their account name.
    ``merged_into`` points a merged guest to the player with their record. Agreed times are shown in the
    player's ``time_zone``, or else the club's.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="club_players"
    )
    name = models.CharField(max_length=80)
    time_zone = models.CharField(max_length=64, blank=True)
    joined_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, related_name="once")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "member"], name="one_player_a_member_and_club")
        ]
        indexes = [models.Index(fields=["club", "name"], name="player_by_name")]
        ordering = ["name", "id"]

    def __str__(self) -> str:
        """Return the displayed name."""
        return self.member.username if self.member is not None else self.name


class Right(models.Model):
    """A permission of a player in the club."""

    class Kind(models.TextChoices):
        """The permissions, highest first."""

        OWNER = "owner", "owner"
        DIRECTOR = "director", "director"
        SCENARIO_EDITOR = "scenario-editor", "scenario editor"
        UMPIRE = "umpire", "umpire"
        MEMBER = "member", "member"

    player = models.ForeignKey(Player, models.CASCADE, related_name="rights")
    kind = models.CharField(max_length=20, choices=Kind)
    granted_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "kind"], name="one_right_of_a_kind")]
        ordering = ["player", "id"]


class Invitation(models.Model):
    """A link to join a club; ``token_hash`` is the SHA-256 of its token, in hex."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(Player, models.CASCADE, related_name="invitations")
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField()
    uses_left = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-made_at", "-id"]


class Application(models.Model):
    """A member's application to join an open club."""

    class State(models.TextChoices):
        OPEN = "open", "open"
        AGREED = "agreed", "agreed"
        REFUSED = "refused", "refused"

    club = models.ForeignKey(Club, models.CASCADE, related_name="applications")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="club_applications")
    text = models.TextField(blank=True)
    state = models.CharField(max_length=20, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "member"], condition=models.Q(state="open"), name="one_open_application"
            )
        ]
        ordering = ["-id"]


class ClaimOfGuest(models.Model):
    """A member's claim to a guest's record, which a director accepts or declines."""

    class State(models.TextChoices):
        OPEN = "open", "open"
        AGREED = "agreed", "agreed"
        REFUSED = "refused", "refused"

    guest = models.ForeignKey(Player, models.CASCADE, related_name="claims_on")
    player = models.ForeignKey(Player, models.CASCADE, related_name="claims_made")
    state = models.CharField(max_length=20, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["guest", "player"], condition=models.Q(state="open"), name="one_open_claim_on_a_guest"
            )
        ]
        ordering = ["-id"]
