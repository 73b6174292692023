"""Django app of tabletop battles' pages."""

from django.apps import AppConfig


class AtTableConfig(AppConfig):
    """Registers templates; has no tables."""

    name = "replays_app.pages.at_table"
    label = "replays_at_table"
    verbose_name = "At the table"
