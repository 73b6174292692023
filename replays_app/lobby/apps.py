"""The Django app of a room: where people find somebody to fight with, and their own battles."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Lets Django find the room's templates; it has no tables."""

    name = "replays_app.lobby"
    label = "replays_lobby"
    verbose_name = "Lobby"
