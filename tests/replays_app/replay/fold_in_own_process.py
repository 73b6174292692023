"""Fold battle files in a process of its own, and print a mark of what they show after each entry.

Run as ``python -m tests.replays_app.replay.fold_in_own_process <every> <battle file> ...``: the chart is
drawn after so many entries and after the last, each entry is told. Where that is after each, all of it is
done twice. Needs no database.
"""

import os
import sys
from collections.abc import Iterator
from hashlib import sha256

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")
django.setup()

from darkseas.engine.log import battle_file  # noqa: E402
from darkseas.engine.play.replay import set_facts  # noqa: E402
from darkseas.engine.serialization import canonical_json  # noqa: E402
from darkseas.engine.serialization.codec import write  # noqa: E402
from replays_app.export import battle_files  # noqa: E402
from replays_app.simulation import bot_battles  # noqa: E402
from tests.support import builders  # noqa: E402


def marks(path: str, every: int) -> Iterator[str]:
    """Yield, for each entry, a mark of its sentence, and of the chart after it where it is drawn."""
    with open(path, "rb") as file:
        checked = battle_files.check_file(battle_file.read(file))
    state, last = checked.system.initial_state(checked.spec), len(checked.entries)
    for seq, entry in enumerate(checked.entries, 1):
        event = entry.event
        narration = write(checked.system.describe(state, event))
        set_facts(checked.system.setters, state, (event,))
        chart = write(checked.system.chart(state)) if seq % every == 0 or seq == last else None
        yield sha256(canonical_json.encode({"told": narration, "chart": chart})).hexdigest()


def refought() -> str:
    """Return a mark of a battle that bots fight now: dice and choices included."""
    spec = builders.toy_scenario()
    battle = bot_battles.fight_bots(spec, "again", with_captains=True)
    return sha256(b"".join(bot_battles.file_of(spec, "again", battle.entries))).hexdigest()


if __name__ == "__main__":
    builders.register_toy()
    for path in sys.argv[2:]:
        every = int(sys.argv[1])
        first = list(marks(path, every))
        if every == 1 and first != list(marks(path, every)):
            raise AssertionError(f"{path}: twice in one process, and not the same")
        print("\n".join(first))
    if refought() != refought():
        raise AssertionError("fought twice in one process, and not the same")
    print(refought())
