"""The Django app of a room: scenarios being written, their editor, publishing."""

from django.apps import AppConfig


class DraftsConfig(AppConfig):
    """Lets Django find the room's templates and static files; it has no tables."""

    name = "scenarios_app.drafts"
    label = "scenarios_drafts"
    verbose_name = "Drafts"
