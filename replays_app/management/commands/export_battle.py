"""Write a battle to a file."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from replays_app.export import battle_files

from ..battle_argument import battle_of


class Command(BaseCommand):
    """Exports a battle as JSON lines, stored bytes unchanged."""

    help = "Write a battle as a battle file, to standard output or to --out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("battle", help="a battle's id")
        parser.add_argument("--out", type=Path, help="the file to write")

    def handle(self, *args: Any, **options: Any) -> None:
        data = b"".join(battle_files.export_battle(battle_of(options["battle"])))
        if options["out"] is None:
            sys.stdout.buffer.write(data)
        else:
            options["out"].write_bytes(data)
            entries = data.count(b"\n") - 1
            self.stdout.write(f"{options['out']}: {entries} entries")
