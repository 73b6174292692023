"""Django app of the battle pages."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Registers templates and static files; has no tables."""

    name = "replays_app.pages.play"
    label = "replays_play"
    verbose_name = "Fighting"
