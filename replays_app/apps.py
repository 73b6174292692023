"""The Django app of battles, their logs and their replays."""

from collections.abc import Iterable
from typing import Any

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate

from darkseas.web.extensions import Extending
from replays_app.log import triggers


class ReplaysAppConfig(Extending, AppConfig):
    name = "replays_app"
    verbose_name = "Battles"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Install the log's triggers after every migrate, and register the check for them."""
        post_migrate.connect(_install_triggers, sender=self, dispatch_uid="replays_app.log.triggers")
        register(triggers.check_triggers, Tags.database)

    def extensions(self) -> Iterable[object]:
        """Register this app's parts of account pages, scenario pages, the API and jobs."""
        from darkseas.members.account_sections import AccountPart
        from darkseas.web.openapi.operations import ApiOperations
        from replays_app.api import openapi_operations as api
        from replays_app.live import openapi_operations as live
        from replays_app.live.chat import account_section as chat
        from replays_app.live.notifications import account_section as notifications
        from replays_app.lobby import account_section as lobby
        from replays_app.lobby import openapi_operations as lobby_operations
        from replays_app.scenario_section.section import section
        from replays_app.seats.battle_access import scenario_changed
        from replays_app.simulation import balance_parts, playtest_battles
        from replays_app.simulation.analysis import adjudication_advice, battle_analysis
        from replays_app.simulation.jobs import JobWorker
        from scenarios_app.visibility import VisibilityFollower

        return [
            # Registered before the lobby, because the lobby removes the member's name from the seats, and
            # notes are found through those seats.
            AccountPart(10, chat.account_section),
            AccountPart(20, lobby.account_section),
            AccountPart(40, notifications.account_section),
            ApiOperations(api.OPERATIONS),
            ApiOperations(live.OPERATIONS),
            ApiOperations(lobby_operations.OPERATIONS),
            JobWorker("trial", playtest_battles.work),
            JobWorker("balance", playtest_battles.work),
            JobWorker("balance-part", balance_parts.work),
            JobWorker(battle_analysis.KIND, battle_analysis.work),
            JobWorker("fought-on", adjudication_advice.work),
            section,
            VisibilityFollower(scenario_changed),
        ]


def _install_triggers(using: str, **_: Any) -> None:
    triggers.install(using)
