"""Which entrants and players can vote and bid."""

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet

from darkseas.club.access import Deed
from darkseas.club.models import Entrant, Player, Tournament
from darkseas.club.tournaments.entries.entries import has_left
from darkseas.club.tournaments.tournament_errors import need


def own_entry(by: Player | None, tournament: Tournament) -> Entrant | None:
    """Return the entrant whom a player represents; None if they have not entered or have left."""
    if by is None:
        return None
    found = tournament.entrants.filter(players=by).first()
    return None if found is None or has_left(found) else found


def need_entry(by: Player, tournament: Tournament) -> Entrant:
    """Return the entrant whom a player represents. Raises PermissionDenied if there is none."""
    need(by, Deed.ENTER)
    found = own_entry(by, tournament)
    if found is None:
        raise PermissionDenied
    return found


def with_account(tournament: Tournament) -> frozenset[int]:
    """Return the keys of the entrants of a tournament with an account; one query."""
    able = tournament.entrants.filter(players__member__isnull=False, players__left_at=None)
    return frozenset(able.values_list("pk", flat=True))


def askable(entrant: Entrant) -> QuerySet[Player]:
    """Return the players of an entrant with an account; guests cannot answer."""
    return entrant.players.filter(member__isnull=False, left_at=None)
