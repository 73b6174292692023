"""V-1: the same log shows the same after every entry, in whatever process it is folded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from replays_app.management.commands.load_battles import LIBRARY
from tests.builders import toy_file
from tests.replays_app.conftest import PROCESS_WITHIN_S, ROOT

#: Hash seed, time zone, language: what differs between machines and must not show.
PLACES = (("0", "UTC", "C"), ("1", "Asia/Tokyo", "de_DE.UTF-8"), ("random", "Pacific/Chatham", "tr_TR.UTF-8"))


def battle_files() -> list[str]:
    """The toy's battle, and every battle of the library."""
    return ["toy", *(path.name for path in sorted(LIBRARY.glob("*.jsonl")))]


@pytest.mark.parametrize("name", battle_files())
def test_v1_battle_shows_the_same_under_every_hash_seed_and_time_zone(name: str, tmp_path: Path) -> None:
    path = LIBRARY / name
    if name == "toy":
        path = tmp_path / "toy.jsonl"
        path.write_bytes(b"".join(toy_file()))
    entries = path.read_bytes().count(b"\n") - 1
    shown = set()
    for hash_seed, zone, language in PLACES:
        place = {"PYTHONHASHSEED": hash_seed, "TZ": zone, "LC_ALL": language, "LANG": language}
        done = subprocess.run(
            [sys.executable, "-m", "tests.replays_app.fold_marks", str(path)],
            cwd=ROOT,
            env={**os.environ, **place},
            capture_output=True,
            text=True,
            timeout=PROCESS_WITHIN_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert len(done.stdout.splitlines()) == entries + 1
        shown.add(done.stdout)
    assert len(shown) == 1
