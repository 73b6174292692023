"""Find the entries of the library's battles that show each rule."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from darkseas import rules
from replays_app.export import rule_examples

LIBRARY = Path(__file__).resolve().parents[2] / "simulation/library"
RULES = Path(rules.__path__[0])


class Command(BaseCommand):
    """Finds the best entry for each rule. The companions of the rules systems store these examples."""

    help = "Find the entries of the library's battles that show each rule."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help="rewrite the companions' files")

    def handle(self, *args: Any, **options: Any) -> None:
        for system, examples in rule_examples.find(LIBRARY.glob("*.jsonl")).items():
            self.stdout.write(f"{system}: {len(examples)} rules with an example.")
            if options["write"]:
                path = RULES / system / "companion/examples.toml"
                path.write_text(rule_examples.table_text(examples.values()), encoding="utf-8")
