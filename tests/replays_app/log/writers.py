"""A process that writes to a log, to be run many times over, watched, and killed.

Run as ``python -m tests.replays_app.log.writers <deed> ...`` with DATABASE_URL naming the database.
"""

import json
import os
import random
import signal
import sys
import time
import traceback
import uuid
from collections.abc import Callable

import django
from django.db import transaction

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")
django.setup()

from darkseas.engine.events import DiceRolled, Fact  # noqa: E402
from replays_app.log import store as log_store  # noqa: E402
from replays_app.log.heads import heads  # noqa: E402
from tests.support import builders  # noqa: E402

MOST_TRIES = 10_000
#: Who writes until killed gives up after so long: their killer may have been killed.
FOR_EVER_S = 600
#: One transaction in so many is slow to end, by so long.
SLOW_ONE_IN, SLOW_S = 50, 0.005


def facts(number: int) -> list[Fact]:
    """One to three facts of a step, told apart by their purpose."""
    return [Fact(DiceRolled(f"t1/{number}/{place}", 6, (1,), 1)) for place in range(1 + number % 3)]


def make(count: str) -> None:
    """Print the ids of so many new battles."""
    for _ in range(int(count)):
        print(builders.bare_battle().pk)


def append(battle: str, count: str, ack_file: str) -> None:
    """Append so many steps (0: until killed, or for FOR_EVER_S), and note each once it is acknowledged.

    Prints how often another one was first, and how long each append took, in milliseconds.
    """
    battle_id, conflicts, times = uuid.UUID(battle), 0, []
    acks = os.open(ack_file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    number, ends = 0, time.monotonic() + FOR_EVER_S
    while number < int(count) or (count == "0" and time.monotonic() < ends):
        number += 1
        began = time.monotonic()
        seqs, lost = _append_once(battle_id, facts(number))
        conflicts += lost
        times.append(time.monotonic() - began)
        os.write(acks, f"{seqs[0]} {seqs[-1]}\n".encode())
    report = json.dumps({"conflicts": conflicts, "times_ms": [round(1000 * seconds) for seconds in times]})
    # In one piece: the others of a crowd write into the same pipe.
    os.write(sys.stdout.fileno(), f"{report}\n".encode())


def _append_once(battle_id: uuid.UUID, step: list[Fact]) -> tuple[list[int], int]:
    for lost in range(MOST_TRIES):
        head = log_store.length(battle_id)
        try:
            with transaction.atomic():
                entries = log_store.append(battle_id, head, head, step)
                if random.randrange(SLOW_ONE_IN) == 0:
                    time.sleep(SLOW_S)
        except log_store.LogConflict:
            time.sleep(random.random() * 0.002 * min(lost + 1, 20))
        else:
            return [entry.seq for entry in entries], lost
    raise TimeoutError("never first")


def read(battle: str, count: str) -> None:
    """Read a log so many times; its entries must be without gaps each time."""
    battle_id = uuid.UUID(battle)
    for _ in range(int(count)):
        seqs = [entry.seq for entry in log_store.read(battle_id)]
        if seqs != list(range(len(seqs))):
            raise AssertionError("a reader saw a gap")
        time.sleep(0.01)


def follow(battle: str, steps: str) -> None:
    """Look each millisecond where the logs end, and read on where one has grown; print all that was seen.

    Ends when so many steps were seen beside the battles' beginnings.
    """
    seen: dict[uuid.UUID, list[int]] = {uuid.UUID(one): [] for one in battle.split("+")}
    left, ends = int(steps), time.monotonic() + FOR_EVER_S
    while left > 0 and time.monotonic() < ends:
        for battle_id, head in heads(list(seen)).items():
            known = seen[battle_id]
            if head.length > len(known):
                new = log_store.read(battle_id, len(known))
                left -= len({entry.step for entry in new if entry.seq})
                known += [entry.seq for entry in new]
        time.sleep(0.001)
    print(json.dumps({one.hex: seqs for one, seqs in seen.items()}))


def check(*battles: str) -> None:
    """Print, for each battle: its length, the seqs in order, and the first fault of its chain."""
    for battle in battles:
        battle_id = uuid.UUID(battle)
        seqs = [entry.seq for entry in log_store.read(battle_id)]
        fault = log_store.verify(battle_id) if seqs else None
        print(json.dumps({"seqs": seqs, "fault": fault}))


def crowd(count: str, deed: str, *arguments: str) -> None:
    """Do a deed in so many processes at once; prints their ids first, and fails if one fails.

    A process of the crowd takes its own part of an argument with commas, and puts its number in the
    place of ``{}``. One that is killed has not failed.
    """
    children = []
    for number in range(int(count)):
        child = os.fork()
        if child == 0:
            mine = [
                argument.split(",")[number] if "," in argument else argument.format(number)
                for argument in arguments
            ]
            os._exit(_done(deed, mine))
        children.append(child)
    print(json.dumps(children), flush=True)
    ended = [os.waitpid(child, 0)[1] for child in children]
    sys.exit(int(any(status not in (0, signal.SIGKILL) for status in ended)))


def _done(deed: str, arguments: list[str]) -> int:
    try:
        DEEDS[deed](*arguments)
    except Exception:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


DEEDS: dict[str, Callable[..., None]] = {
    "make": make,
    "append": append,
    "read": read,
    "follow": follow,
    "check": check,
    "crowd": crowd,
}

if __name__ == "__main__":
    builders.register_toy()
    DEEDS[sys.argv[1]](*sys.argv[2:])
