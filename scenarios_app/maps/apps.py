"""The Django app of a room: hex maps, their editor and files."""

from django.apps import AppConfig


class MapsConfig(AppConfig):
    """Lets Django find the room's templates and static files; it has no tables."""

    name = "scenarios_app.maps"
    label = "scenarios_maps"
    verbose_name = "Maps"
