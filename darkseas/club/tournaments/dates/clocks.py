"""On whose clock a moment is told: each player's own time zone, else their club's."""

from zoneinfo import ZoneInfo

from darkseas.club.models import Entrant, Player


def zone_of(entrant: Entrant) -> ZoneInfo:
    """Return the time zone that an entrant has chosen, else their club's."""
    chosen = entrant.players.exclude(time_zone="").order_by("pk").values_list("time_zone", flat=True).first()
    return ZoneInfo(chosen or entrant.tournament.club.time_zone)


def zone_of_player(player: Player) -> ZoneInfo:
    """Return the time zone that a player has chosen, else their club's."""
    return ZoneInfo(player.time_zone or player.club.time_zone)
