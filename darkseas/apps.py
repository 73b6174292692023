"""The Django app of the site itself: its templates, static files and commands."""

from django.apps import AppConfig
from django.core.checks import Tags, register

from darkseas.database.durability import durability_findings


class DarkSeasConfig(AppConfig):
    """Names the app and makes the site's Celery app the default one."""

    name = "darkseas"
    verbose_name = "darkseas"

    def ready(self) -> None:
        """Register the checks, and make our Celery app the one that a ``shared_task`` finds.

        Celery's own page does this in the package's ``__init__``; there it would
        load Celery with every rule (house rule: that file stays empty).
        """
        from .celery import app

        app.set_default()
        register(durability_findings, Tags.database)
