"""Load the battles of the library."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from darkseas.engine.log.battle_file import BadBattleFile
from replays_app.export import battle_files
from replays_app.simulation import library_balances
from replays_app.simulation.analysis import library_analyses

LIBRARY = Path(__file__).resolve().parents[2] / "simulation" / "library"


class Command(BaseCommand):
    """Imports the library's battles, their analyses, and the results of its many bot battles.

    Running the command again changes nothing.
    """

    help = "Load the library's battles."

    def handle(self, *args: Any, **options: Any) -> None:
        new, elsewhere = 0, ""
        files = sorted(LIBRARY.glob("*.jsonl"))
        for path in files:
            try:
                new += _load(path)
            except battle_files.OfOtherRules as fault:
                # The site works without this battle, and an operator may add the archive of its rules later.
                elsewhere = f"{path.name} and others with these rules were skipped. {fault.reason}"
            except BadBattleFile as fault:
                raise CommandError(f"{path.name}, {fault}") from None
        library_balances.load()
        library_analyses.load()
        if elsewhere:
            self.stderr.write(elsewhere)
        if options["verbosity"]:
            self.stdout.write(f"{len(files)} battles in the library, {new} of them new here.")


def _load(path: Path) -> bool:
    """Import a battle file, and return whether its battle is new."""
    with path.open("rb") as file:
        if battle_files.is_here(file.readline()):
            return False
        file.seek(0)
        return battle_files.import_battle(file, origin="library").is_new
