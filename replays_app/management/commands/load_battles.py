"""Load the battles of the library."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from darkseas.engine.battle_file import BadBattleFile
from replays_app import transfer

LIBRARY = Path(__file__).resolve().parents[2] / "library"


class Command(BaseCommand):
    """Takes in every battle file of the library; running it again changes nothing."""

    help = "Load the library's battles."

    def handle(self, *args: Any, **options: Any) -> None:
        """Take in the files in the order of their names."""
        new = 0
        files = sorted(LIBRARY.glob("*.jsonl"))
        for path in files:
            try:
                with path.open("rb") as file:
                    new += transfer.import_battle(file, origin="library").is_new
            except BadBattleFile as fault:
                raise CommandError(f"{path.name}, {fault}") from None
        self.stdout.write(f"{len(files)} battles in the library, {new} of them new here.")
