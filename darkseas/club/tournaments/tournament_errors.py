"""Why something cannot be done in a tournament, and the lock under which it changes."""

from typing import TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.models import Player, Tournament

Row = TypeVar("Row", bound=Model)


class TournamentRefused(ValueError):
    """This cannot be done; the text is a sentence that says why and what to do.

    ``field`` names the field of a form that it is about, "" where it is about none.
    """

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.field = field


def locked(tournament_id: int) -> Tournament:
    """Return a tournament that nobody else changes until the transaction ends."""
    return (
        Tournament.objects.select_for_update(of=("self",), no_key=True)
        .select_related("club")
        .get(pk=tournament_id)
    )


def still_there(rows: QuerySet[Row]) -> Row:
    """Return the one row of a query; TournamentRefused where it was taken away meanwhile."""
    row = rows.first()
    if row is None:
        raise TournamentRefused("Somebody was quicker: this is not there any more. Look at the page anew.")
    return row


def need(by: Player, deed: Deed) -> None:
    """Raise PermissionDenied unless a player may do this in their club."""
    if not access.may(by, deed):
        raise PermissionDenied


def need_reason(reason: str) -> None:
    """Raise TournamentRefused where a director has said no reason."""
    if not reason.strip():
        raise TournamentRefused("Say why: the reason stands in the tournament’s record.", "reason")
