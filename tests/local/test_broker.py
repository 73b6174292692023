"""The broker of a local site: what it may hold, and what it lets go of first."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from darkseas.local import broker

MEBIBYTE = 2**20


@pytest.fixture
def small_broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[redis.Redis]:
    """A broker of 8 MB."""
    monkeypatch.setattr(broker, "MOST_MEMORY", "8mb")
    program = broker.broker_program()
    assert program is not None
    door = tmp_path / "broker.sock"
    process = subprocess.Popen(broker.broker_call(program, door, tmp_path), stdout=subprocess.DEVNULL)
    try:
        with redis.Redis(unix_socket_path=str(door)) as client:
            while not door.exists():
                time.sleep(0.01)
            yield client
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(tmp_path, ignore_errors=True)


def test_where_memory_ends_kept_answers_go_and_no_job_is_lost(small_broker: redis.Redis) -> None:
    small_broker.rpush("out", b"a job")
    for number in range(30):
        small_broker.set(f"answer:{number}", bytes(MEBIBYTE), ex=3600 + number)
    answers = list(small_broker.scan_iter("answer:*"))
    assert 0 < len(answers) < 8
    assert small_broker.lrange("out", 0, -1) == [b"a job"]


def test_jobs_that_find_no_room_are_refused_and_not_forgotten(small_broker: redis.Redis) -> None:
    with pytest.raises(redis.exceptions.OutOfMemoryError):
        _fill_until_refused(small_broker)
    assert small_broker.lrange("out", 0, 0) == [bytes(MEBIBYTE)]


def _fill_until_refused(client: redis.Redis) -> None:
    for _ in range(30):
        client.rpush("out", bytes(MEBIBYTE))
