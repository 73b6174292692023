"""Django app of the lobby: opponents, challenges, and a player's own battles."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Registers templates; has no tables."""

    name = "replays_app.lobby"
    label = "replays_lobby"
    verbose_name = "Lobby"
