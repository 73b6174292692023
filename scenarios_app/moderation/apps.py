"""Django app for reports and moderation."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Registers templates and static files; the app has no tables."""

    name = "scenarios_app.moderation"
    label = "scenarios_moderation"
    verbose_name = "Moderation"
