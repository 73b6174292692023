"""Errors for actions that a tournament does not allow, and the lock for changes to it."""

from typing import TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.models import Player, Tournament

Row = TypeVar("Row", bound=Model)


class TournamentRefused(ValueError):
    """An action is not possible; the text says why and what to do.

    ``field`` is the name of the form field concerned, or "".
    """

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.field = field


def locked(tournament_id: int) -> Tournament:
    """Return a tournament, locked until the transaction ends."""
    return (
        Tournament.objects.select_for_update(of=("self",), no_key=True)
        .select_related("club")
        .get(pk=tournament_id)
    )


def still_there(rows: QuerySet[Row]) -> Row:
    """Return the one row of a query. Raises TournamentRefused if it was deleted in the meantime."""
    row = rows.first()
    if row is None:
        raise TournamentRefused("This was removed in the meantime. Reload the page.")
    return row


def need(by: Player, deed: Deed) -> None:
    """Raise PermissionDenied unless a player may do this in their club."""
    if not access.may(by, deed):
        raise PermissionDenied


def need_reason(reason: str) -> None:
    """Raise TournamentRefused if the reason is empty."""
    if not reason.strip():
        raise TournamentRefused("Give a reason for the decision log.", "reason")
