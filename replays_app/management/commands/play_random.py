"""Let bots play scenarios repeatedly to find bugs."""

import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from darkseas.engine.scenario.spec import ScenarioSpec
from replays_app.simulation import bot_battles
from replays_app.simulation.bot_battles import BotFault
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import spec_of


class Command(BaseCommand):
    """Plays battles without storing them. Each battle that shows a bug is stored as a file."""

    help = "Play random battles and check each; fail if one shows a bug."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--scenario", action="append", default=[], help="a scenario's key; may be repeated"
        )
        parser.add_argument("--system", help="all scenarios of this rules system")
        parser.add_argument("--battles", type=int, default=100, help="the most battles")
        parser.add_argument("--minutes", type=float, default=60.0, help="the longest time, in seconds")
        parser.add_argument("--seed", default="1", help="any text; a battle's seed is this and its number")
        parser.add_argument("--captain", action="store_true", help="captains instead of random orders")
        parser.add_argument("--keep", type=Path, help="folder for battles that show a bug")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play all scenarios in turn, report the results, and fail if a bug was found."""
        specs = list(_specs(options["scenario"], options["system"]))
        if not specs:
            raise CommandError("There are no scenarios. Run load_library first.")
        keep = options["keep"] or Path(settings.VAR_DIR) / "faults"
        end = time.monotonic() + 60 * options["minutes"]
        fought = entries = faults = 0
        for number, spec in zip(range(options["battles"]), cycle(specs), strict=False):
            if time.monotonic() > end:
                break
            seed = f"{options['seed']}-{number}"
            try:
                entries += len(bot_battles.fight_bots(spec, seed, with_captains=options["captain"]).entries)
            except BotFault as fault:
                faults += 1
                self.stdout.write(
                    f"{spec.key}, seed {seed}: {fault.why}\n  {_write(keep, spec, seed, fault)}"
                )
            fought += 1
        summary = f"{fought} battles of {len(specs)} scenarios, {entries} entries, {faults} bugs."
        if faults:
            raise CommandError(summary)
        self.stdout.write(summary)


def _specs(keys: list[str], system: str | None) -> Iterator[ScenarioSpec]:
    scenarios = Scenario.objects.filter(current__isnull=False).select_related("current").order_by("key")
    if keys:
        scenarios = scenarios.filter(key__in=keys)
    if system:
        scenarios = scenarios.filter(system=system)
    for scenario in scenarios:
        if scenario.current is not None:
            yield spec_of(scenario.current)


def _write(folder: Path, spec: ScenarioSpec, seed: str, fault: BotFault) -> Path:
    """Write the battle up to the bug as a battle file and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{spec.key}-{seed}.jsonl"
    path.write_bytes(b"".join(bot_battles.file_of(spec, seed, fault.entries)))
    return path
