"""Copy the database into one file while the site runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from darkseas.database import backups


class Command(BaseCommand):
    """Writes all that the site keeps into a new file."""

    help = "Write the whole SQLite database into a new file, as it is at this moment."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the name of the file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file. Raises CommandError where it would overwrite one, or the database is no SQLite."""
        try:
            backups.back_up(options["file"])
        except backups.BackupRefused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"All is in {options['file']}.")
