"""``manage.py load_library``: publish the historical battles. Running it twice changes nothing."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from darkseas.engine.scenario.spec import BadScenario
from scenarios_app.library.loader import load


class Command(BaseCommand):
    """Reads all files of the library and publishes new or changed scenarios."""

    help = "Publish the scenarios of the library from its files."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the folder to read; without it, the library that comes with the site."""
        parser.add_argument("--folder", type=Path, help="TOML files, the maps they share in its folder maps")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each scenario and whether it is a new revision. Raises CommandError with all findings."""
        try:
            folder = options["folder"]
            loaded = load(folder, folder / "maps") if folder else load()
        except BadScenario as fault:
            findings = "\n".join(f"{finding.where}: {finding.text}" for finding in fault.findings)
            raise CommandError(f"The library was not loaded.\n{findings}") from None
        for key, is_new in loaded if options["verbosity"] else ():
            self.stdout.write(f"{key}: {'new revision' if is_new else 'known'}")
