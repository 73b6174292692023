"""Take in battle files."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from darkseas.engine.log.battle_file import BadBattleFile
from replays_app.export import battle_files


class Command(BaseCommand):
    """Checks battle files and stores their battles, each wholly or not at all."""

    help = "Take in battle files; the same battle twice is recognised."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the files."""
        parser.add_argument("files", nargs="+", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Take in one file after the other; the first bad one ends it."""
        for path in options["files"]:
            try:
                with path.open("rb") as file:
                    battle, is_new = battle_files.import_battle(file)
            except (BadBattleFile, OSError) as fault:
                raise CommandError(f"{path}: {fault}") from None
            self.stdout.write(
                f"{battle.pk.hex} {'taken in' if is_new else 'is here already'}: {battle.title}"
            )
