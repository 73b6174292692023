"""The Django app of a room: the pages to fight on."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Lets Django find the room's templates and static files; it has no tables."""

    name = "replays_app.pages.play"
    label = "replays_play"
    verbose_name = "Fighting"
