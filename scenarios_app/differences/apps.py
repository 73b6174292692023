"""The Django app of a room: what changed from one scenario to another, in sentences."""

from django.apps import AppConfig


class DifferencesConfig(AppConfig):
    """Lets Django find the room's templates and static files; it has no tables."""

    name = "scenarios_app.differences"
    label = "scenarios_differences"
    verbose_name = "Differences between revisions"
