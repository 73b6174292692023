"""The Django app of battles: what was fought, kept as a log and replayed."""

from typing import Any

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate

from replays_app.log import triggers


class ReplaysAppConfig(AppConfig):
    """Names the app; its tables are battles, their seats and their log."""

    name = "replays_app"
    verbose_name = "Battles"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """See to the triggers after every migrate, and to the check that they are there."""
        post_migrate.connect(_install_triggers, sender=self, dispatch_uid="replays_app.log.triggers")
        register(triggers.check_triggers, Tags.database)


def _install_triggers(using: str, **_: Any) -> None:
    triggers.install(using)
