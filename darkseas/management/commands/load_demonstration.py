"""Load a club to look at, whose season bots have fought."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from darkseas.local.demonstration import loading

#: How far others go before us, of 19 (nice(2)).
GENTLY = 10


class Command(BaseCommand):
    """Makes the demonstration club, or what is missing of it; running it again changes nothing."""

    help = "Load a demonstration club, whose season bots fight here and now."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whether others go first."""
        parser.add_argument("--gently", action="store_true", help="leave the processors to others")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fight the season, and keep it. Raises CommandError where the library is not there."""
        if options["gently"]:
            os.nice(GENTLY)
        try:
            is_new = loading.load()
        except loading.NoScenario as missing:
            raise CommandError(f"There is no scenario {missing}: run load_library first.") from None
        if options["verbosity"]:
            self.stdout.write(f"The demonstration club is {'loaded' if is_new else 'here already'}.")
