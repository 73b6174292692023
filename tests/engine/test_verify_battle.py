"""The standalone verifier, and that it and `battle_file.read` refuse the same files."""

import importlib.util
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine import battle_file, fair_dice
from darkseas.engine.fair_dice import FairDice

from tests.engine.battle_samples import (
    DATA,
    SAMPLES,
    Story,
    fair_battle,
    file_of,
    fixed,
    seeded_battle,
)

PROGRAM = Path(battle_file.__file__).parents[2] / "replays_app" / "verify_battle.py"

_spec = importlib.util.spec_from_file_location("verify_battle", PROGRAM)
verify_battle = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(verify_battle)


def verified(data):
    """The verifier's battle after a check without complaint."""
    battle = verify_battle.Battle()
    battle.check(data)
    return battle


def refusal(data):
    """Why and at which line the verifier refuses, or None."""
    battle = verify_battle.Battle()
    try:
        battle.check(data)
    except Exception as why:  # noqa: BLE001 - any exception is a refusal there
        return battle.seq + 2 if hasattr(battle, "seq") else 1, str(why)
    return None


def reader_refusal(data):
    try:
        battle_file.read(data.splitlines(keepends=True))
    except battle_file.BadBattleFile as why:
        return why.line, why.reason
    return None


def sample(name="battle-sha256-1.jsonl"):
    return (DATA / name).read_bytes()


# --- what is sound ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SAMPLES)
def test_stored_sample_is_what_is_written_today(name):
    assert file_of(SAMPLES[name]()) == sample(name)


@pytest.mark.parametrize(
    ("name", "rolls"),
    [
        ("battle-sha256-1.jsonl", {"house": 12, "table": 2}),
        ("battle-ds-dice-1.jsonl", {"house": 10}),
    ],
)
def test_sound_battle_is_told_in_two_lines(name, rolls):
    done = subprocess.run([sys.executable, PROGRAM, DATA / name], capture_output=True, text=True, timeout=60)
    count = sample(name).count(b"\n") - 1
    head = json.loads(sample(name).splitlines()[0])["head"]
    first, second = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert first.startswith("sound: battle ")
    assert first.endswith(f", {count} entries, head {head}")
    assert second == (
        f"rolls: {rolls['house']} derived, {rolls.get('table', 0)} on the table, 0 not opened yet"
    )


def test_verifier_is_one_short_file_without_the_project():
    text = PROGRAM.read_text()
    imported = {line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert len(text.splitlines()) < 150
    assert imported <= set(sys.stdlib_module_names)


# --- T-1 -------------------------------------------------------------------------------------------

PARTS = 8


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_t1_every_byte_with_one_flipped_bit_is_refused_by_both(part):
    data = sample()
    assert 18_000 < len(data) < 25_000
    chance = random.Random(part)
    lines = data.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    undetected, misplaced = [], []
    for place in range(part, len(data), PARTS):
        flipped = bytearray(data)
        flipped[place] ^= 1 << chance.randrange(8)
        line = next(number for number, start in enumerate(starts) if start > place)
        for found in (refusal(bytes(flipped)), reader_refusal(bytes(flipped))):
            if found is None:
                undetected.append(place)
            elif found[0] != line and line > 1:
                misplaced.append((place, line, found))
    assert undetected == []
    assert misplaced == []
