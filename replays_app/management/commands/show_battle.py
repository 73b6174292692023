"""Print a battle as text."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from darkseas.engine.log import battle_file
from darkseas.engine.log.battle_file import BadBattleFile
from darkseas.rules import registry
from replays_app.export import battle_files
from replays_app.export.plain_text import plain_text
from replays_app.log import store as log_store
from replays_app.replay import perspectives
from scenarios_app.revisions.store import spec_of

from ..battle_argument import battle_of


class Command(BaseCommand):
    """Prints a battle from the database or from a file, under headings of turns and phases."""

    help = "Print a battle as text, with citations of the rules."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("battle", help="a battle's id, or the path of a battle file")
        parser.add_argument(
            "--as", dest="perspective", default=perspectives.ALL, help="a side, all (the default) or observer"
        )

        parser.add_argument(
            "--sums",
            action="store_true",
            help="below each sentence its sum, and the other possible dice results",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["battle"])
        perspective, sums = options["perspective"], options["sums"]
        lines = (
            _from_file(path, perspective, sums)
            if path.is_file()
            else _from_log(options["battle"], perspective, sums)
        )
        try:
            for line in lines:
                self.stdout.write(line)
            self.stdout.flush()
        except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _from_file(path: Path, perspective: str, sums: bool) -> Iterator[str]:
    try:
        with path.open("rb") as file:
            checked = battle_files.check_file(battle_file.read(file))
    except BadBattleFile as fault:
        raise CommandError(f"{path}, {fault}") from None
    _check_perspective(perspective, [side.key for side in checked.spec.sides])
    yield checked.spec.title
    initial = checked.system.initial_state(checked.spec)
    yield from plain_text(checked.system, initial, checked.entries, perspective, with_sums=sums)


def _from_log(battle: str, perspective: str, sums: bool) -> Iterator[str]:
    stored = battle_of(battle)
    spec = spec_of(stored.revision)
    _check_perspective(perspective, [side.key for side in spec.sides])
    system = registry.system(stored.system)
    yield stored.title
    entries = log_store.read(stored.pk)
    yield from plain_text(system, system.initial_state(spec), entries, perspective, with_sums=sums)


def _check_perspective(perspective: str, sides: list[str]) -> None:
    known = (perspectives.ALL, *sides, perspectives.OBSERVER)
    if perspective not in known:
        raise CommandError(f"--as must be one of {', '.join(known)}.")
