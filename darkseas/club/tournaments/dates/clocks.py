"""Time zones of players: their own choice, else their club's."""

from zoneinfo import ZoneInfo

from darkseas.club.models import Entrant, Player


def zone_of(entrant: Entrant) -> ZoneInfo:
    chosen = entrant.players.exclude(time_zone="").order_by("pk").values_list("time_zone", flat=True).first()
    return ZoneInfo(chosen or entrant.tournament.club.time_zone)


def zone_of_player(player: Player) -> ZoneInfo:
    return ZoneInfo(player.time_zone or player.club.time_zone)
