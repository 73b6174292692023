"""Bring a backup back into an empty instance."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from darkseas.database import backups


class Command(BaseCommand):
    """Puts what `back_up` wrote into an empty database, and brings it to the tables of this code."""

    help = "Restore a file of back_up into an empty instance; stop the site before."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the name of the file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore the file. Raises CommandError where anything would be lost by it."""
        try:
            backups.restore(options["file"])
        except backups.BackupRefused as refusal:
            raise CommandError(str(refusal)) from None
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(
            "All is as it was when the file was written. The secret key is not in it: bring\n"
            "DARKSEAS_SECRET_KEY, or the old folder's file secret_key, along; without it check_battles\n"
            "knows none of its stamps."
        )
