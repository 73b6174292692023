"""The Django app of the rules companion."""

from django.apps import AppConfig


class CompanionConfig(AppConfig):
    """Registers templates, tags and static files; the app has no database tables."""

    name = "darkseas.companion"
    label = "companion"
    verbose_name = "Rules companion"
