"""Load the battles of the library."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from darkseas.engine.battle_file import BadBattleFile
from replays_app import balances, transfer

LIBRARY = Path(__file__).resolve().parents[2] / "library"


class Command(BaseCommand):
    """Takes in every battle file of the library, and its balances; running it again changes nothing."""

    help = "Load the library's battles."

    def handle(self, *args: Any, **options: Any) -> None:
        """Take in the files in the order of their names."""
        new = 0
        files = sorted(LIBRARY.glob("*.jsonl"))
        for path in files:
            try:
                new += _load(path)
            except BadBattleFile as fault:
                raise CommandError(f"{path.name}, {fault}") from None
        balances.load()
        if options["verbosity"]:
            self.stdout.write(f"{len(files)} battles in the library, {new} of them new here.")


def _load(path: Path) -> bool:
    """Take in a battle file, and return whether its battle is new."""
    with path.open("rb") as file:
        if transfer.is_here(file.readline()):
            return False
        file.seek(0)
        return transfer.import_battle(file, origin="library").is_new
