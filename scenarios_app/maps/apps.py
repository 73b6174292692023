"""Django app for hex maps, the map editor and map files."""

from django.apps import AppConfig


class MapsConfig(AppConfig):
    """Registers templates and static files; the app has no tables."""

    name = "scenarios_app.maps"
    label = "scenarios_maps"
    verbose_name = "Maps"
