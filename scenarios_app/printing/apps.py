"""The Django app of a room: scenarios as PDF."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """Lets Django find the room's templates and static files; it has no tables."""

    name = "scenarios_app.printing"
    label = "scenarios_printing"
    verbose_name = "Sheets for the table"
