"""P7: a step, a log of 500 entries, a battle told ahead over HTTP, against an empty view on the same server.

The server is the site's own, on loopback, here one process of it. Blocks of requests
go to each address in turn over one connection that stays open. Two ratios are told: of the processor time
that the server spends on a request, which bounds how many a second it can answer, and of the time until
the answer is there. What a page asks for is kept once it was told, so both the first asking and later
ones are measured; states are kept from a first reading in either case. All is
asked for as browsers do, which take gzip. A battle told ahead is a whole viewing, 500 steps by one request.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from darkseas.local.supervisor import WEB_THREADS
from replays_app.export import prerendered_replays
from replays_app.models import Battle
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import ALL

from .. import battles, long_battles, stored_sizes
from ..environment import Surroundings
from ..measuring import Goal, Report, in_turn, spread

ENTRIES = 10_000
LOG_ENTRIES = 500
REQUESTS = 30
ROUNDS = 9
ANSWERS_WITHIN_S = 30
STEP_GOAL = Goal(target=0.5, floor=0.3)
LOG_GOAL = Goal(target=0.4, floor=0.25)
VIEWING_GOAL = Goal(target=0.5, floor=0.25)


def run(around: Surroundings) -> Report:
    """Measure P7."""
    report = Report("P7  a step and a 500-entry log over HTTP ÷ an empty view on the same server")
    short = stored_sizes.store(battles.spec(), long_battles.entries(LOG_ENTRIES))
    long = stored_sizes.store(battles.spec(), long_battles.entries(ENTRIES))
    for battle, length in ((short, LOG_ENTRIES), (long, ENTRIES)):
        cursor_cache.state_at(BattleContext.of(battle), length - 1, ALL)
    prerendered_replays.tell_ahead(short)
    with served_site(around) as server:
        _measure(report, server, short, long)
    return report


def _measure(report: Report, server: "Server", short: Battle, long: Battle) -> None:
    base, numbers, firsts = "/api/v1/battles/", count(1), count(1)
    step, log = f"{base}{long.pk.hex}/steps/", f"{base}{short.pk.hex}/events?count=500"
    long_log = f"{base}{long.pk.hex}/events?count=500&after="
    reel = f"{base}{short.pk.hex}/reels/{prerendered_replays.mark_of(short)}/{ALL}"
    addresses: dict[str, tuple[Callable[[], str], Goal | None]] = {
        "empty view": (lambda: "/benchmark/empty", None),
        "a step asked for before": (lambda: f"{step}{ENTRIES // 2}", STEP_GOAL),
        "a step for the first time": (lambda: f"{step}{7 * next(numbers) % ENTRIES}", STEP_GOAL),
        "500 entries asked for before": (lambda: log, LOG_GOAL),
        "a whole battle of 500 entries told ahead": (lambda: reel, VIEWING_GOAL),
        "500 entries for the first time": (lambda: f"{long_log}{3 * next(firsts)}", LOG_GOAL),
    }
    busy: dict[str, list[float]] = {name: [] for name in addresses}

    def side(name: str) -> Callable[[], float]:
        def measure() -> float:
            waited, spent = server.ask([addresses[name][0]() for _ in range(REQUESTS)])
            busy[name].append(spent)
            return waited

        return measure

    rounds = in_turn(*(side(name) for name in addresses), rounds=ROUNDS)
    for place, (name, (_, goal)) in enumerate(addresses.items()):
        spent, waited = busy[name][1:], [values[place] for values in rounds]
        report.figure(name, [1e6 * value for value in spent], "µs of the server's processor time")
        report.figure("", [1e6 * value for value in waited], "µs until it is there")
        if goal:
            empty = zip(busy["empty view"][1:], spent, strict=True)
            report.ratio(f"empty ÷ {name}, processor", [none / some for none, some in empty], goal)
            report.ratio("the same, until it is there", [v[0] / v[place] for v in rounds], goal)


# --- the server ------------------------------------------------------------------------------


class Server:
    """A site that answers on loopback, and one connection to it."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int) -> None:
        self._process = process
        self._port = port
        self._door: socket.socket | None = None

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://localhost:{self._port}"

    def ask(self, addresses: list[str]) -> tuple[float, float]:
        """Ask for each address; return the median seconds until it is there, and mean processor seconds."""
        self._connect()
        times = []
        before = self._processor_seconds()
        for address in addresses:
            began = time.perf_counter()
            self._get(address)
            times.append(time.perf_counter() - began)
        return spread(times).median, (self._processor_seconds() - before) / len(addresses)

    def _connect(self) -> None:
        """Open the connection anew: between blocks the server may have closed it."""
        if self._door is not None:
            self._door.close()
        self._door = socket.create_connection(("127.0.0.1", self._port), timeout=ANSWERS_WITHIN_S)
        self._door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _get(self, address: str) -> None:
        if self._door is None:
            raise RuntimeError("there is no connection")
        self._door.sendall(
            f"GET {address} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self._door.recv(65536)
        head, _, body = answer.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{address}: {head[:200]!r}")
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        missing = int(length.partition(b":")[2]) - len(body)
        while missing > 0:
            missing -= len(self._door.recv(65536))

    def _processor_seconds(self) -> float:
        """Return what the threads of the server's processes have had of a processor."""
        parent = self._process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        tasks = [task for process in children for task in Path(f"/proc/{process}/task").iterdir()]
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


@contextmanager
def served_site(around: Surroundings) -> Iterator[Server]:
    """Lend the site of these surroundings, served on loopback."""
    port = _free_port()
    call = [
        *(sys.executable, "-m", "darkseas.local.pages_server"),
        *("127.0.0.1", str(port), str(WEB_THREADS)),
    ]
    process = subprocess.Popen(call, env={**os.environ}, cwd=Path(__file__).parents[3])
    try:
        _await(port)
        yield Server(process, port)
    finally:
        process.terminate()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await(port: int) -> None:
    until = time.monotonic() + ANSWERS_WITHIN_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            return
