"""V-1: the same log shows the same after every entry, in whatever process it is folded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from replays_app.management.commands.load_battles import LIBRARY
from tests.replays_app.conftest import PROCESS_WITHIN_S, ROOT
from tests.support.builders import toy_file
from tests.support.every_case import every_case

#: Hash seed, time zone, language: what differs between machines and must not show. The last, in full alone.
PLACES = (("0", "UTC", "C"), ("random", "Pacific/Chatham", "tr_TR.UTF-8"), ("1", "Asia/Tokyo", "de_DE.UTF-8"))


#: Battles whose chart is drawn after every entry: both systems, by night and by day, with and without a map.
LOOKED_AT_CLOSELY = ("savo-island.jsonl", "cape-spada.jsonl", "denmark-strait.jsonl")
#: How many of the others share a process, and after how many entries their charts are drawn.
TOGETHER, NOW_AND_THEN = 24, 20


def battle_files() -> list[Path]:
    """The battles of the library that are not looked at closely."""
    return [path for path in sorted(LIBRARY.glob("*.jsonl")) if path.name not in LOOKED_AT_CLOSELY]


def marks_everywhere(every: int, paths: list[Path], places: int) -> set[str]:
    """What is shown of these battles, in each of so many places."""
    entries = sum(path.read_bytes().count(b"\n") - 1 for path in paths)
    shown = set()
    for hash_seed, zone, language in PLACES[:places]:
        place = {"PYTHONHASHSEED": hash_seed, "TZ": zone, "LC_ALL": language, "LANG": language}
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "tests.replays_app.replay.fold_in_own_process",
                str(every),
                *map(str, paths),
            ],
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
    return shown


@pytest.mark.slow
@every_case("name", ["toy", *LOOKED_AT_CLOSELY])
def test_v1_battle_shows_the_same_under_every_hash_seed_and_time_zone(
    name: str, tmp_path: Path, in_full: bool
) -> None:
    path = LIBRARY / name
    if name == "toy":
        path = tmp_path / "toy.jsonl"
        path.write_bytes(b"".join(toy_file()))
    assert len(marks_everywhere(1, [path], 3 if in_full else 2)) == 1


@pytest.mark.slow
@every_case("first", range(0, len(battle_files()), TOGETHER))
def test_v1_every_battle_of_the_library_is_told_the_same_everywhere(first: int, in_full: bool) -> None:
    paths = battle_files()[first : first + TOGETHER]
    assert len(marks_everywhere(NOW_AND_THEN, paths, 3 if in_full else 2)) == 1
