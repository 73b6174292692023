"""Cheapest paths for pieces that can turn only a limited amount: every place with every facing."""

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import NamedTuple

from ..orders import Course, Leg


class Arrival(NamedTuple):
    """The end of a path: its cost, the facing there, and the places entered."""

    cost: int
    turned: int
    facing: int | None
    way: tuple[str, ...]

    @property
    def place(self) -> str:
        """The end of the path; "" for the start."""
        return self.way[-1] if self.way else ""


def arrivals(course: Course, legs: Iterable[Leg]) -> tuple[Arrival, ...]:
    """Return every reachable place with every possible facing, cheapest first.

    For each of them there is one path: among the cheapest, the one that turns least.
    """
    onward: dict[str, list[Leg]] = {}
    for leg in legs:
        onward.setdefault(leg.before, []).append(leg)
    waiting = [Arrival(0, 0, course.turning.facing if course.turning else None, ())]
    settled: dict[tuple[str, int | None], list[Arrival]] = {}
    found: dict[tuple[str, int | None], Arrival] = {}
    while waiting:
        at = heappop(waiting)
        known = settled.setdefault((at.place, at.facing), [])
        if any(other.turned <= at.turned for other in known):
            continue
        known.append(at)
        if at.way:
            found.setdefault((at.place, at.facing), at)
        for leg in onward.get(at.place, ()):
            after = _after(course, at, leg)
            if after is not None:
                heappush(waiting, after)
    return tuple(found.values())


def _after(course: Course, at: Arrival, leg: Leg) -> Arrival | None:
    """Return the path after one more leg, or None if it costs or turns too much."""
    cost, turned, turning = at.cost + leg.cost, at.turned, course.turning
    if cost > course.allowance:
        return None
    if turning is None or at.facing is None or leg.facing is None:
        return Arrival(cost, turned, leg.facing, (*at.way, leg.place))
    faces = turning.between(at.facing, leg.facing)
    if faces > turning.at_once or turned + faces > turning.faces:
        return None
    return Arrival(cost, turned + faces, leg.facing, (*at.way, leg.place))
