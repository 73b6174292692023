"""Bring a backup back into an empty instance."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from darkseas.database import backups, sqlite_to_postgres


class Command(BaseCommand):
    """Puts what `back_up` wrote into an empty database, SQLite or PostgreSQL, with this code's tables."""

    help = "Restore a file of back_up into an empty instance; stop the site before."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the name of the file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore the file. Raises CommandError where anything would be lost by it."""
        try:
            if connection.vendor == "sqlite":
                backups.restore(options["file"])
                _migrate()
            else:
                _migrate()
                rows = sqlite_to_postgres.move_rows(options["file"])
                self.stdout.write(f"{sum(rows.values()):,} rows in {len(rows)} tables.")
        except backups.BackupRefused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(
            "All is as it was when the file was written. The secret key is not in it: bring\n"
            "DARKSEAS_SECRET_KEY, or the old folder's file secret_key, along; without it check_battles\n"
            "knows none of its stamps."
        )


def _migrate() -> None:
    call_command("migrate", interactive=False, verbosity=0)
