"""The Django app of a room: classes and ships, with the origin of each number."""

from django.apps import AppConfig


class ShipsConfig(AppConfig):
    """Lets Django find the room's templates and static files; it has no tables."""

    name = "scenarios_app.ships"
    label = "scenarios_ships"
    verbose_name = "Ship data"
