"""The Django app of a room: telling members that they are called."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """Lets Django find the room's templates, and Celery its tasks; it has no tables."""

    name = "replays_app.live.notifications"
    label = "replays_notices"
    verbose_name = "Notices"
