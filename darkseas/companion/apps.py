"""The Django app of a room: the pages of the rules companion."""

from django.apps import AppConfig


class CompanionConfig(AppConfig):
    """Lets Django find the room's templates, tags and static files; it has no tables."""

    name = "darkseas.companion"
    label = "companion"
    verbose_name = "Rules companion"
