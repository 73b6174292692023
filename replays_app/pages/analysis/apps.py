"""Django app of the analysis page."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """Registers templates and static files; has no tables."""

    name = "replays_app.pages.analysis"
    label = "replays_analysis"
    verbose_name = "Analysis"
