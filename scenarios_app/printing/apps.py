"""Django app that prints scenarios as PDF."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """Registers templates and static files; the app has no tables."""

    name = "scenarios_app.printing"
    label = "scenarios_printing"
    verbose_name = "Sheets for the table"
