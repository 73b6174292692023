"""Rebuild the projections of battles from their logs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from replays_app import projections
from replays_app.models import Battle
from replays_app.replay.battle_context import BattleContext

from ..battle_argument import battle_of


class Command(BaseCommand):
    """Rebuilds summaries, tallies and ship records. If these are correct, nothing changes."""

    help = "Rebuild the projections of all battles, or of those named, from their logs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("battles", nargs="*", help="battle ids; all battles if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        named = [battle_of(battle) for battle in options["battles"]]
        count = 0
        for battle in named or Battle.objects.select_related("revision").iterator():
            projections.project(BattleContext.of(battle))
            count += 1
        if options["verbosity"]:
            self.stdout.write(f"{count} battles projected.")
