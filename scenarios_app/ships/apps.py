"""Django app for the pages and API of ship classes and ships."""

from django.apps import AppConfig


class ShipsConfig(AppConfig):
    """Registers templates and static files; the app has no tables."""

    name = "scenarios_app.ships"
    label = "scenarios_ships"
    verbose_name = "Ship data"
