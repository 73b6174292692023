"""Django app that describes differences between scenarios."""

from django.apps import AppConfig


class DifferencesConfig(AppConfig):
    """Registers templates and static files; the app has no tables."""

    name = "scenarios_app.differences"
    label = "scenarios_differences"
    verbose_name = "Differences between revisions"
