"""The Django app of a room: pages of battles fought at a table."""

from django.apps import AppConfig


class AtTableConfig(AppConfig):
    """Lets Django find the room's templates; it has no tables of its own."""

    name = "replays_app.pages.at_table"
    label = "replays_at_table"
    verbose_name = "At the table"
