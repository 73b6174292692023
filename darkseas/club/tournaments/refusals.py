"""Why something cannot be done in a tournament, and the lock under which it changes."""

from django.core.exceptions import PermissionDenied

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.models import Player, Tournament


class TournamentRefused(ValueError):
    """This cannot be done; the text is a sentence that says why and what to do.

    ``field`` names the field of a form that it is about, "" where it is about none.
    """

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.field = field


def locked(tournament_id: int) -> Tournament:
    """Return a tournament that nobody else changes until the transaction ends."""
    return Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament_id)


def need(by: Player, deed: Deed) -> None:
    """Raise PermissionDenied unless a player may do this in their club."""
    if not access.may(by, deed):
        raise PermissionDenied


def need_reason(reason: str) -> None:
    """Raise TournamentRefused where a director has said no reason."""
    if not reason.strip():
        raise TournamentRefused("Say why: the reason stands in the tournament’s record.", "reason")
