"""Import battle files."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from darkseas.engine.log.battle_file import BadBattleFile
from replays_app.export import battle_files


class Command(BaseCommand):
    """Checks battle files and stores their battles. Each file is stored completely or not at all."""

    help = "Import battle files; battles that are here already are recognised."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Import the files in order; stop at the first invalid one."""
        for path in options["files"]:
            try:
                with path.open("rb") as file:
                    battle, is_new = battle_files.import_battle(file)
            except (BadBattleFile, OSError) as fault:
                raise CommandError(f"{path}: {fault}") from None
            self.stdout.write(
                f"{battle.pk.hex} {'taken in' if is_new else 'is here already'}: {battle.title}"
            )
