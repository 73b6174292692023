"""P6: seek to the middle of battles of 1,000, 10,000 and 100,000 entries; and a long battle as one reads it.

Warm is the site's cache after somebody has read the battle once; cold is with nothing in it. A seek ends
with the state after an entry; a step is what a page asks for: a line told, and the chart after it. A battle
is opened by its page, its outline and its first lines together. Of the steps of a viewer, the cold ones are
told twice: each with nothing kept, and of somebody who begins with nothing kept and goes on asking.
"""

import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from os import environ
from typing import Any

from django.core.cache import cache
from django.test import Client

from darkseas.engine.dice.chooser import Chooser
from replays_app.models import Battle
from replays_app.replay import cursor_cache, outline
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.lines import lines_json, step_json
from replays_app.replay.perspectives import ALL

from . import battles, long_battles, stored_sizes
from .environment import Surroundings
from .measuring import Goal, Report, in_turn, number, percentile, wall_seconds

LENGTHS = (1_000, 10_000, 100_000)
READ_AT_LENGTH = 10_000
#: Seeks of one round, spread evenly between two states that are kept.
SEEKS = 20
STEPS = 200
COLD_STEPS = 25
COLD_PROCESSES = 3
FIRST_LINES = 100
#: What was promised for a battle of 10,000 entries on a quiet machine: seconds to open, ms a step (p95).
OPEN_WITHIN_S = 2
STEP_WITHIN_MS = 200
CHILD_WITHIN_S = 120
OK = 200
GOAL = Goal(target=1.5, floor=2, at_least=False)


def run(around: Surroundings) -> Report:
    """Measure P6, and a battle of 10,000 entries."""
    report = Report("P6  seek to the middle of a battle; a battle of 10,000 entries")
    kept = {length: stored_sizes.store(battles.spec(), long_battles.entries(length)) for length in LENGTHS}
    for length, battle in kept.items():
        seconds = wall_seconds(partial(_read_through, battle, length))
        report.say(f"{length:,} entries: read through once in {number(seconds)} s")
    _warm(report, kept)
    _cold(report, kept)
    _as_read(report, kept[READ_AT_LENGTH])
    return report


def _read_through(battle: Battle, length: int) -> None:
    """Read a battle once, so that the site keeps its states."""
    cursor_cache.state_at(BattleContext.of(battle), length - 1, ALL)


def _warm(report: Report, kept: dict[int, Battle]) -> None:
    sides = [lambda battle=battle, n=n: _seek_seconds(battle, n // 2) for n, battle in kept.items()]
    rounds = in_turn(*sides)
    for place, length in enumerate(kept):
        report.figure(f"warm seek to the middle of {length:,}", [1e3 * v[place] for v in rounds], "ms")
    report.ratio("warm: 100,000 ÷ 1,000", [values[-1] / values[0] for values in rounds], GOAL)
    report.ratio("warm: 10,000 ÷ 1,000", [values[1] / values[0] for values in rounds])


def _seek_seconds(battle: Battle, middle: int) -> float:
    """Return the mean seconds of seeks around the middle, at all distances from a kept state alike."""
    middle -= middle % cursor_cache.GRID
    places = [middle + cursor_cache.GRID * place // SEEKS for place in range(SEEKS)]
    context = BattleContext.of(battle)
    return wall_seconds(lambda: [cursor_cache.state_at(context, place, ALL) for place in places]) / SEEKS


def _cold(report: Report, kept: dict[int, Battle]) -> None:
    sides = [lambda battle=battle, n=n: _cold_seconds(battle, n // 2) for n, battle in kept.items()]
    rounds = in_turn(*sides, rounds=3, warm_up=False)
    for place, length in enumerate(kept):
        report.figure(f"cold seek to the middle of {length:,}", [1e3 * v[place] for v in rounds], "ms")
    report.ratio("cold: 100,000 ÷ 1,000", [values[-1] / values[0] for values in rounds])


def _cold_seconds(battle: Battle, middle: int) -> float:
    cache.clear()
    return wall_seconds(lambda: cursor_cache.state_at(BattleContext.of(battle), middle, ALL))


# --- a battle as one reads it ----------------------------------------------------------------


def _as_read(report: Report, battle: Battle) -> None:
    length = READ_AT_LENGTH
    _percentiles(report, "warm step anywhere", _step_times(battle, _anywhere(STEPS, length)))
    cold = _step_times(battle, _anywhere(COLD_STEPS, length), is_cold=True)
    _percentiles(report, "cold step anywhere", cold)
    cold = [_in_new_process(battle, place) for place in _anywhere(COLD_PROCESSES, length)]
    _percentiles(report, "cold step, process just started", cold)
    cache.clear()
    _percentiles(report, "step of who begins cold", _step_times(battle, _anywhere(STEPS, length)))
    report.say(f"promised: a step under {STEP_WITHIN_MS} ms (p95), a battle opened in {OPEN_WITHIN_S} s")
    cache.clear()
    made, again = (
        wall_seconds(lambda: outline.outline(BattleContext.of(battle), ALL, (ALL,))) for _ in range(2)
    )
    lines = wall_seconds(lambda: lines_json(BattleContext.of(battle), ALL, 0, FIRST_LINES))
    report.say(f"outline: cold {number(made)} s, asked for again {number(again)} s")
    report.say(f"first {FIRST_LINES} lines after it: {number(1e3 * lines)} ms")
    cache.clear()
    opened, again = (wall_seconds(lambda: _open(battle)) for _ in range(2))
    report.say(f"page, outline and first lines: cold {number(opened)} s, again {number(again)} s")


def _open(battle: Battle) -> None:
    """Ask for all that a page needs before somebody can read."""
    client, base = Client(SERVER_NAME="localhost"), f"/api/v1/battles/{battle.pk.hex}"
    for address in (f"/battles/{battle.pk}/", f"{base}/outline", f"{base}/lines?count={FIRST_LINES}"):
        answer = client.get(address)
        if answer.status_code != OK:
            raise RuntimeError(f"{address}: {answer.status_code}")


def _percentiles(report: Report, what: str, seconds: Sequence[float]) -> None:
    half, most = (number(1e3 * percentile(seconds, share)) for share in (0.5, 0.95))
    report.say(f"{what:<52} median {half} ms, p95 {most} ms of {len(seconds)}")


def _anywhere(count: int, length: int) -> list[int]:
    chooser = Chooser(b"steps")
    return [chooser.below(length) for _ in range(count)]


def _step_times(battle: Battle, places: Sequence[int], *, is_cold: bool = False) -> list[float]:
    rounds = []
    for place in places:
        if is_cold:
            cache.clear()
        began = time.perf_counter()
        step_json(BattleContext.of(battle), ALL, place)
        rounds.append(time.perf_counter() - began)
    return rounds


def _in_new_process(battle: Battle, place: int) -> float:
    """Return the seconds of a step as the first thing that a process does, with an empty cache."""
    cache.clear()
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.site.first_step", battle.pk.hex, str(place)],
        env=environ, capture_output=True, text=True, timeout=CHILD_WITHIN_S, check=True,
    )  # fmt: skip
    return float(done.stdout)


def step_of(battle_hex: str, place: str) -> Any:
    """Return a step of the battle with this id."""
    battle = Battle.objects.select_related("revision").get(pk=battle_hex)
    return step_json(BattleContext.of(battle), ALL, int(place))
