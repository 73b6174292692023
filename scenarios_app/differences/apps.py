"""Django app that describes differences between scenarios."""

from django.apps import AppConfig


class DifferencesConfig(AppConfig):
    """Lets Django find the room's templates and static files; it has no tables."""

    name = "scenarios_app.differences"
    label = "scenarios_differences"
    verbose_name = "Differences between revisions"
