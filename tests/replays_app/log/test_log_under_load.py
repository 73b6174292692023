"""Many writers, who follows them, killed writers, what a commit costs the disk (A-1, A-6, D-1, D-2, D-4)."""

import json
import os
import random
import re
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tests.replays_app.conftest import OwnDatabase
from tests.support import time_limits

#: What D-4 allows. Writers in line need a tenth of it, even where twelve processes share two processors.
SLOWEST_MS = 1_000
WRITERS = 16


@pytest.fixture
def kills(in_full: bool) -> int:
    """How many writers D-1 kills; more of them on demand."""
    return int(os.environ.get("DARKSEAS_TEST_KILLS", "20" if in_full else "8"))


@pytest.fixture
def appends(in_full: bool) -> int:
    """How often each writer appends; more often on demand."""
    return int(os.environ.get("DARKSEAS_TEST_APPENDS", "50" if in_full else "15"))


def acked(path: Path) -> list[int]:
    """Return the seqs of all entries that were acknowledged in this file."""
    if not path.exists():
        return []
    spans = [line.split() for line in path.read_text().splitlines()]
    return [seq for first, last in spans for seq in range(int(first), int(last) + 1)]


def reports(printed: str) -> list[dict[str, Any]]:
    """Return what the processes of a crowd printed, one of whom may be done before their ids are told."""
    lines = (json.loads(line) for line in printed.splitlines())
    return [line for line in lines if isinstance(line, dict)]


@pytest.mark.slow
def test_a1_a6_sixteen_writers_of_one_battle_and_who_follows_lose_and_double_nothing(
    own_database: OwnDatabase, appends: int
) -> None:
    [battle] = own_database.battles(1)
    acks = own_database.folder / "acks-{}"
    follower = own_database.start("follow", battle, str(WRITERS * appends))
    own_database.run("crowd", str(WRITERS), "append", battle, str(appends), str(acks))
    followed = json.loads(own_database.finish(follower))
    [log] = own_database.look(battle)
    files = [own_database.folder / f"acks-{number}" for number in range(WRITERS)]
    of_each = [acked(file) for file in files]
    all_acked = sorted(seq for seqs in of_each for seq in seqs)
    assert sum(len(file.read_text().splitlines()) for file in files) == WRITERS * appends
    assert [0, *all_acked] == log["seqs"] == list(range(len(all_acked) + 1))
    assert [sorted(seqs) for seqs in of_each] == of_each
    assert followed == {battle.replace("-", ""): log["seqs"]}
    assert log["fault"] is None


@pytest.mark.slow
def test_a6_who_follows_many_battles_sees_every_entry_of_each_once(
    own_database: OwnDatabase, appends: int
) -> None:
    battles = own_database.battles(8)
    acks = own_database.folder / "acks-{}"
    follower = own_database.start("follow", "+".join(battles), str(WRITERS * appends))
    twice = ",".join(battles + battles)
    own_database.run("crowd", str(WRITERS), "append", twice, str(appends), str(acks))
    followed = json.loads(own_database.finish(follower))
    logs = own_database.look(*battles)
    assert [followed[battle.replace("-", "")] for battle in battles] == [log["seqs"] for log in logs]
    assert [log["seqs"] for log in logs] == [list(range(len(log["seqs"]))) for log in logs]


@pytest.mark.slow
def test_d4_eight_writers_of_eight_battles_wait_for_each_other(
    own_database: OwnDatabase, appends: int
) -> None:
    battles = own_database.battles(8)
    limit = time_limits.limits()
    acks = own_database.folder / "acks-{}"
    readers = own_database.start("crowd", "4", "read", ",".join(battles), "100")
    done = reports(own_database.run("crowd", "8", "append", ",".join(battles), str(appends), str(acks)))
    own_database.finish(readers)
    logs = own_database.look(*battles)
    assert [report["conflicts"] for report in done] == [0] * 8
    times = sorted(time for report in done for time in report["times_ms"])
    assert len(times) == 8 * appends
    assert times[int(0.99 * len(times))] < limit(SLOWEST_MS)
    assert [log["seqs"][1:] for log in logs] == [acked(Path(str(acks).format(n))) for n in range(8)]
    assert [log["fault"] for log in logs] == [None] * 8


@pytest.mark.slow
def test_d1_what_was_acknowledged_survives_killed_writers(own_database: OwnDatabase, kills: int) -> None:
    [battle] = own_database.battles(1)
    chance = random.Random(20261121)
    file = own_database.folder / "acks"
    for _ in range(kills // 4):
        before = len(acked(file))
        writers = own_database.start("crowd", "4", "append", battle, "0", str(file))
        assert writers.stdout is not None
        killable = json.loads(writers.stdout.readline())
        _wait_for_more(file, before)
        for writer in killable:
            time.sleep(chance.random() * 0.05)
            os.kill(writer, signal.SIGKILL)
        own_database.finish(writers)
    [log] = own_database.look(battle)
    assert log["fault"] is None
    assert log["seqs"] == list(range(len(log["seqs"])))
    assert len(acked(file)) == len(set(acked(file)))
    assert set(acked(file)) <= set(log["seqs"])
    assert len(acked(file)) >= kills


def _wait_for_more(file: Path, before: int) -> None:
    deadline = time.monotonic() + 60
    while len(acked(file)) < before + 20:
        assert time.monotonic() < deadline, "no writer wrote anything"
        time.sleep(0.01)


@pytest.mark.slow
@pytest.mark.parametrize("own_database", ["sqlite"], indirect=True)
def test_d2_each_append_is_synced_before_it_is_acknowledged(own_database: OwnDatabase) -> None:
    tracer = shutil.which("strace")
    if tracer is None:
        pytest.skip("left out: strace is not installed.")
    [battle] = own_database.battles(1)
    counts = own_database.folder / "counts"
    tracing = (tracer, "-f", "-c", "-e", "trace=fsync,fdatasync", "-o", str(counts))
    acks = own_database.folder / "acks"
    own_database.finish(own_database.start("append", battle, "100", str(acks), before=tracing))
    lines = [re.findall(r"\S+", line) for line in counts.read_text().splitlines()]
    syncs = sum(int(line[3]) for line in lines if line and line[-1] in {"fsync", "fdatasync"})
    assert len(acks.read_text().splitlines()) == 100
    assert syncs >= 100
