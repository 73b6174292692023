"""The Django app of a room: what was published: found, read, downloaded."""

from django.apps import AppConfig


class LibraryConfig(AppConfig):
    """Lets Django find the room's templates and static files; it has no tables."""

    name = "scenarios_app.library"
    label = "scenarios_library"
    verbose_name = "Library"
