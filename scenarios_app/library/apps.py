"""Django app for the library of published scenarios."""

from django.apps import AppConfig


class LibraryConfig(AppConfig):
    """Registers templates and static files; the app has no tables."""

    name = "scenarios_app.library"
    label = "scenarios_library"
    verbose_name = "Library"
