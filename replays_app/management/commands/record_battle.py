"""Let bots fight a scenario and write the battle to a file."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from replays_app.simulation import bot_battles
from replays_app.simulation.bot_battles import BotFault
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import spec_of


def _check_is_new(out: Path, data: bytes) -> None:
    """Refuse to put another battle under the same id in the place of one: sites that have it would take in
    neither. The id follows from scenario and seed; what they make may be another battle under changed rules.
    """
    before = out.read_bytes() if out.exists() else b""
    if before and before != data and _id_of(before) == _id_of(data):
        raise CommandError(f"{out} holds another battle under the same id. Choose another --seed.")


def _id_of(data: bytes) -> str:
    try:
        return str(json.loads(data.partition(b"\n")[0])["battle"])
    except (ValueError, LookupError, TypeError):
        return ""


class Command(BaseCommand):
    """Makes battle files for the library: the same scenario and seed give the same file."""

    help = "Let bots fight a scenario, and write the battle as a battle file."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take scenario, seed, file, and who plays."""
        parser.add_argument("scenario", help="a scenario's key")
        parser.add_argument("out", type=Path, help="the file to write")
        parser.add_argument("--seed", default="1", help="any text; 1 if left out")
        parser.add_argument("--random", action="store_true", help="random orders instead of captains")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fight, and write the file."""
        scenario = Scenario.objects.filter(key=options["scenario"], current__isnull=False).first()
        if scenario is None or scenario.current is None:
            raise CommandError(f"There is no scenario {options['scenario']}; has the library been loaded?")
        spec = spec_of(scenario.current)
        try:
            battle = bot_battles.fight_bots(spec, options["seed"], with_captains=not options["random"])
        except BotFault as fault:
            raise CommandError(f"The battle shows a fault: {fault.why}") from fault
        data = b"".join(bot_battles.file_of(spec, options["seed"], battle.entries))
        _check_is_new(options["out"], data)
        options["out"].write_bytes(data)
        self.stdout.write(f"{options['out']}: {len(battle.entries)} entries")
