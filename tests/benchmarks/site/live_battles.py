"""P14: fifty live battles with two hundred open streams on one machine: orders, and news on the other screen.

The site is a real one, as `manage.py up` runs it. Both sides of each battle are played by what the captain
suggests, at the pace of people: one order every ten seconds a battle. There is no peer, so it tells figures.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.sites.prepared_site import site_environment

from ..environment import Surroundings
from ..measuring import Report, percentile

BATTLES = 50
#: Streams of each battle that nobody plays by: observers, beside one for each of two sides.
OBSERVERS = 2
SCENARIO = "savo-island"
ORDERS_A_SECOND = 5.0
SECONDS = 60
#: News that came later, in seconds, count as this late.
LATEST_S = 10.0
READY_WITHIN_S = 600
ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Ear:
    """An open stream: when each length was heard of first."""

    length: int = -1
    heard: list[tuple[int, float]] = field(default_factory=list)

    def listen(self, url: str, token: str) -> None:
        """Read to the end of the stream, or of the site."""
        with contextlib.suppress(OSError, ValueError), _open(url, token) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    length = json.loads(line[6:])["length"]
                    self.heard.append((length, time.perf_counter()))
                    self.length = length

    def wait_for(self, length: int, latest: float) -> float:
        """Return when this length, or a greater one, was heard of; the latest moment where it was not."""
        with contextlib.suppress(TimeoutError):
            _until(lambda: self.length >= length, latest - time.perf_counter())
        return next((at for known, at in self.heard if known >= length), latest)


@dataclass
class Played:
    """A battle: its address, and token and ear of each side."""

    address: str
    tokens: dict[str, str]
    ears: dict[str, Ear]


def run(around: Surroundings) -> Report:
    """Measure P14."""
    streams = BATTLES * (2 + OBSERVERS)
    report = Report(f"P14  {BATTLES} live battles, {streams} open streams, as `up` runs the site")
    with _site() as address:
        battles = [_begin(address) for _ in range(BATTLES)]
        _until(lambda: all(ear.length > 0 for battle in battles for ear in battle.ears.values()))
        took, news = _play(battles)
    for name, seconds in (("an order, answered", took), ("news on the other screen after it was sent", news)):
        values = [percentile(seconds, share) * 1000 for share in (0.5, 0.95)]
        worst = max(seconds) * 1000
        report.say(f"{name}: median {values[0]:.0f} ms, p95 {values[1]:.0f} ms, worst {worst:.0f} ms")
    report.say(f"{len(took)} orders, of which {len(news)} told the other side something")
    return report


def _play(battles: list[Played]) -> tuple[list[float], list[float]]:
    """Give orders at their pace; return how long each took, and when the other side heard of it."""
    took: list[float] = []
    news: list[float] = []
    with ThreadPoolExecutor(8) as threads:
        for number in range(int(ORDERS_A_SECOND * SECONDS)):
            threads.submit(_order, battles[number % BATTLES], took, news)
            time.sleep(1 / ORDERS_A_SECOND)
    return took, news


def _order(battle: Played, took: list[float], news: list[float]) -> None:
    """Give the order that the captain suggests to whoever is called; nothing where nobody is."""
    for side, token in battle.tokens.items():
        try:
            advice = _ask(f"{battle.address}/suggestion", token)
        except urllib.error.HTTPError as refusal:
            refusal.close()
            continue
        (other,) = [name for name in battle.tokens if name != side]
        before = _ask(f"{battle.address}/forms", battle.tokens[other])["length"]
        body = {"order": advice["order"], "blanks": advice["blanks"], "expected": advice["length"]}
        began = time.perf_counter()
        _ask(f"{battle.address}/orders", token, body)
        took.append(time.perf_counter() - began)
        after = _ask(f"{battle.address}/forms", battle.tokens[other])["length"]
        if after > before:
            news.append(battle.ears[other].wait_for(after, began + LATEST_S) - began)
        return


def _begin(address: str) -> Played:
    """Begin a battle, and open its streams."""
    begun = _ask(f"{address}/api/v1/battles", "", {"scenario": SCENARIO})
    place = f"{address}/api/v1/battles/{begun['battle']}"
    battle = Played(place, begun["seats"], {side: Ear() for side in begun["seats"]})
    for side, ear in [*battle.ears.items(), *(("", Ear()) for _ in range(OBSERVERS))]:
        call = (f"{place}/stream", battle.tokens.get(side, ""))
        threading.Thread(target=ear.listen, args=call, daemon=True).start()
    return battle


def _open(url: str, token: str, body: Any = None) -> Any:
    headers = {"Authorization": f"Seat {token}"} if token else {}
    if body is not None:
        headers |= {"Content-Type": "application/json", "Idempotency-Key": str(time.perf_counter_ns())}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=120)


def _ask(url: str, token: str, body: Any = None) -> Any:
    with _open(url, token, body) as answer:
        return json.load(answer)


@contextlib.contextmanager
def _site() -> Iterator[str]:
    """Run a site in a folder of its own; yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory(prefix="sea") as folder:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(port)],
            cwd=ROOT,
            env=site_environment(Path(folder, "var"), TMPDIR=folder),
            stdout=subprocess.DEVNULL,
        )
        try:
            _until(lambda: _answers(port), READY_WITHIN_S)
            yield f"http://127.0.0.1:{port}"
        finally:
            os.kill(process.pid, signal.SIGINT)
            process.wait(60)


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    return False


def _until(is_so: Any, within_s: float = READY_WITHIN_S) -> None:
    """Wait for something to be so. Raises TimeoutError."""
    until = time.monotonic() + within_s
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.01)
