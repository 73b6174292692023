"""How things are measured: both sides in turn, several rounds, ratios only.

The machine is shared, so absolute figures mean little; two sides measured one after the other in every
round meet the same neighbours. Work inside one process is timed by what it had of a processor, work that
waits (for a disk, for a server) by the clock on the wall.
"""

import gc
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

ROUNDS = 7


class Spread(NamedTuple):
    """The median of some rounds, and their least and most."""

    median: float
    least: float
    most: float

    def __str__(self) -> str:
        return f"{number(self.median)} ({number(self.least)} – {number(self.most)})"


def spread(values: Iterable[float]) -> Spread:
    """Return the spread of at least one value."""
    numbers = list(values)
    return Spread(statistics.median(numbers), min(numbers), max(numbers))


def number(value: float) -> str:
    """Write a figure with as many digits as mean something here."""
    if value >= 10_000:
        return f"{value / 1000:,.1f} k"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def percentile(values: Iterable[float], share: float) -> float:
    """Return the value that this share of all values does not pass."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return how long this process had a processor while it did the work."""
    gc.collect()
    before = time.process_time()
    work()
    return time.process_time() - before


def wall_seconds(work: Callable[[], object]) -> float:
    """Return how long the work took."""
    gc.collect()
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


@dataclass(frozen=True)
class Goal:
    """What a ratio should reach, the floor that counts as done, and whether more of it is better."""

    target: float
    floor: float
    at_least: bool = True

    def verdict(self, ratio: float) -> str:
        """Say what is reached and what is not."""
        if self._reached(self.target, ratio):
            return f"TARGET REACHED ({self._sign} {self.target:.3g})"
        if self._reached(self.floor, ratio):
            return f"FLOOR REACHED ({self._sign} {self.floor:.3g}), target {self._sign} {self.target:.3g} not"
        return f"NOT REACHED: floor {self._sign} {self.floor:.3g}, target {self._sign} {self.target:.3g}"

    @property
    def _sign(self) -> str:
        return "≥" if self.at_least else "≤"

    def _reached(self, bound: float, ratio: float) -> bool:
        return ratio >= bound if self.at_least else ratio <= bound


@dataclass
class Report:
    """What one subject found, line by line."""

    title: str
    lines: list[str] = field(default_factory=list)

    def figure(self, what: str, values: Iterable[float], unit: str) -> None:
        """Note a figure: of this machine and this hour, so it is worth little by itself."""
        self.lines.append(f"    {what:<52} {spread(values)} {unit}")

    def ratio(self, what: str, ratios: Iterable[float], goal: Goal | None = None) -> None:
        """Note a ratio, pair by pair, and what it reaches."""
        found = spread(ratios)
        verdict = f"   {goal.verdict(found.median)}" if goal else ""
        self.lines.append(f"  = {what:<52} {found}{verdict}")

    def say(self, text: str) -> None:
        """Note something in words: what is absent, above all."""
        self.lines.append(f"    {text}")

    def __str__(self) -> str:
        return "\n".join([self.title, *self.lines])


def in_turn(
    *sides: Callable[[], float], rounds: int = ROUNDS, warm_up: bool = True
) -> list[tuple[float, ...]]:
    """Measure the sides one after the other, as often as there are rounds; every other round backwards."""
    if warm_up:
        for side in sides:
            side()
    rounds_done = []
    for place in range(rounds):
        order = list(range(len(sides)))
        if place % 2:
            order.reverse()
        values = {side: sides[side]() for side in order}
        rounds_done.append(tuple(values[side] for side in range(len(sides))))
    return rounds_done
