"""Django app for scenario drafts, the editor and publishing."""

from django.apps import AppConfig


class DraftsConfig(AppConfig):
    """Registers templates and static files; the app has no tables."""

    name = "scenarios_app.drafts"
    label = "scenarios_drafts"
    verbose_name = "Drafts"
