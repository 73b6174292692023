"""Make the rows of battles anew from their logs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from replays_app import projections
from replays_app.models import Battle
from replays_app.replay.battle_context import BattleContext

from ..battle_argument import battle_of


class Command(BaseCommand):
    """Makes summaries, tallies and ship records anew; where all is well, nothing changes."""

    help = "Make all rows anew from the logs of all battles, or of those named."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the battles."""
        parser.add_argument("battles", nargs="*", help="ids; none means all battles")

    def handle(self, *args: Any, **options: Any) -> None:
        """Project one battle after the other."""
        named = [battle_of(battle) for battle in options["battles"]]
        count = 0
        for battle in named or Battle.objects.select_related("revision").iterator():
            projections.project(BattleContext.of(battle))
            count += 1
        if options["verbosity"]:
            self.stdout.write(f"{count} battles projected.")
