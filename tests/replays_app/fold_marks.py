"""Fold a battle file in a process of its own, and print a mark of everything it shows after each entry.

Run as ``python -m tests.replays_app.fold_marks <battle file>``; needs no database.
"""

import os
import sys
from collections.abc import Iterator
from hashlib import sha256

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")
django.setup()

from darkseas.engine import battle_file, canon  # noqa: E402
from darkseas.engine.codec import write  # noqa: E402
from darkseas.engine.replay import set_facts  # noqa: E402
from replays_app import bot_battles, transfer  # noqa: E402
from tests import builders  # noqa: E402


def marks(path: str) -> Iterator[str]:
    """Yield, for each entry, a mark of its sentence and of the chart after it."""
    with open(path, "rb") as file:
        checked = transfer.check_file(battle_file.read(file))
    state = checked.system.initial_state(checked.spec)
    for entry in checked.entries:
        told = write(checked.system.describe(state, entry.event))
        set_facts(checked.system.setters, state, (entry.event,))
        shown = canon.encode({"told": told, "chart": write(checked.system.chart(state))})
        yield sha256(shown).hexdigest()


def refought() -> str:
    """Return a mark of a battle that bots fight now: dice and choices included."""
    spec = builders.toy_scenario()
    bout = bot_battles.fight_bots(spec, "again", with_captains=True)
    return sha256(b"".join(bot_battles.file_of(spec, "again", bout.entries))).hexdigest()


if __name__ == "__main__":
    builders.register_toy()
    first, second = list(marks(sys.argv[1])), list(marks(sys.argv[1]))
    if first != second or refought() != refought():
        raise AssertionError("twice in one process, and not the same")
    print("\n".join([*first, refought()]))
