"""Data about a tabletop battle that is stored beside its log: time, place, and the players' signatures."""

from django.conf import settings
from django.db import models

from .battles import Battle


class TableRecord(models.Model):
    """When and where a tabletop battle was played.

    This is not in the log, because the place may be somebody's home. ``is_afterwards`` marks a battle entered
    later from paper. Times are as people write them, empty if unknown. ``names`` are the players' names by
    side, suggested when they sign. ``corrections`` lists later changes, each with ``side``, ``before``,
    ``after`` and the time ``at``.
    """

    battle = models.OneToOneField(Battle, models.CASCADE, primary_key=True, related_name="table_record")
    is_afterwards = models.BooleanField(default=False)
    fought_on = models.DateField(null=True)
    place = models.CharField(max_length=200, blank=True)
    began_at = models.TimeField(null=True)
    ended_at = models.TimeField(null=True)
    names = models.JSONField(default=dict)
    corrections = models.JSONField(default=list)

    def __str__(self) -> str:
        """Return the method of recording, the time and the place, in words."""
        parts = ["typed in afterwards" if self.is_afterwards else "recorded at the table"]
        if self.fought_on:
            parts.append(f"fought on {self.fought_on:%d %B %Y}")
        if self.place:
            parts.append(self.place)
        begun = f"from {self.began_at:%H:%M}" if self.began_at else ""
        ended = f"until {self.ended_at:%H:%M}" if self.ended_at else ""
        if begun or ended:
            parts.append(" ".join(one for one in (begun, ended) if one))
        return ", ".join(parts)


class SigningLink(models.Model):
    """The secret end of a link with which a player at the table can sign for a side without an account."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="signing_links")
    side = models.CharField(max_length=80)
    token = models.CharField(max_length=64, unique=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side"], name="one_signing_link_a_side")]


class Signature(models.Model):
    """A side's player confirms the log up to an entry.

    ``entries`` is the number of entries signed, ``head`` the link of the last one (hex), ``name`` the name
    that the player typed. ``member`` or ``visitor`` (the hash of their key) is the person who signed, if
    known. ``is_by_link`` marks a signature made through the side's link, not from its seat.
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="signatures")
    side = models.CharField(max_length=80)
    name = models.CharField(max_length=80)
    entries = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    turn = models.PositiveIntegerField()
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="signatures"
    )
    visitor = models.CharField(max_length=64, null=True)
    is_by_link = models.BooleanField(default=False)
    signed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "side", "entries"], name="one_signature_a_side")
        ]
        ordering = ["battle", "entries", "id"]
