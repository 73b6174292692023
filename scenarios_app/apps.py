"""The Django app of scenarios: what may be fought."""

from django.apps import AppConfig


class ScenariosAppConfig(AppConfig):
    """Names the app; its tables are scenarios, their drafts and their revisions."""

    name = "scenarios_app"
    verbose_name = "Scenarios"
    default_auto_field = "django.db.models.BigAutoField"
