"""Django app of notifications."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """Registers templates and Celery tasks; has no tables."""

    name = "replays_app.live.notifications"
    label = "replays_notices"
    verbose_name = "Notices"
