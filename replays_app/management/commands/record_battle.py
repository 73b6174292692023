"""Let bots play a scenario and write the battle to a file."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from replays_app.simulation import bot_battles
from replays_app.simulation.bot_battles import BotFault
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import spec_of


def _check_is_new(out: Path, data: bytes) -> None:
    """Refuse to replace a battle file by a different battle with the same id.

    The id is derived from scenario and seed, but the rules may have changed since. Sites that have the old
    battle would reject the new file.
    """
    before = out.read_bytes() if out.exists() else b""
    if before and before != data and _id_of(before) == _id_of(data):
        raise CommandError(f"{out} holds another battle with the same id. Choose another --seed.")


def _id_of(data: bytes) -> str:
    try:
        return str(json.loads(data.partition(b"\n")[0])["battle"])
    except (ValueError, LookupError, TypeError):
        return ""


class Command(BaseCommand):
    """Writes battle files for the library. The same scenario and seed give the same file."""

    help = "Let bots play a scenario, and write the battle as a battle file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("scenario", help="a scenario's key")
        parser.add_argument("out", type=Path, help="the file to write")
        parser.add_argument("--seed", default="1", help="any text; 1 if left out")
        parser.add_argument("--random", action="store_true", help="random orders instead of captains")

    def handle(self, *args: Any, **options: Any) -> None:
        scenario = Scenario.objects.filter(key=options["scenario"], current__isnull=False).first()
        if scenario is None or scenario.current is None:
            raise CommandError(
                f"There is no scenario {options['scenario']}. Run load_library if it is one of the library."
            )
        spec = spec_of(scenario.current)
        try:
            battle = bot_battles.fight_bots(spec, options["seed"], with_captains=not options["random"])
        except BotFault as fault:
            raise CommandError(f"The battle shows a bug: {fault.why}") from fault
        data = b"".join(bot_battles.file_of(spec, options["seed"], battle.entries))
        _check_is_new(options["out"], data)
        options["out"].write_bytes(data)
        self.stdout.write(f"{options['out']}: {len(battle.entries)} entries")
