"""Where ways come in that may turn only so far: each place with each facing, by a cheapest way."""

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import NamedTuple

from ..orders import Course, Leg


class Arrival(NamedTuple):
    """A place that a way may end in: what it costs, how one then faces, and the places entered."""

    cost: int
    turned: int
    facing: int | None
    way: tuple[str, ...]

    @property
    def place(self) -> str:
        """Where the way ends; "" where it begins."""
        return self.way[-1] if self.way else ""


def arrivals(course: Course, legs: Iterable[Leg]) -> tuple[Arrival, ...]:
    """Every place of a course with every facing in which one may come there, cheaper ones first.

    Of the ways to a place with a facing there is one: of the cheapest one that turns least.
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
    """What comes of one leg more; None where it costs or turns more than may be."""
    cost, turned, turning = at.cost + leg.cost, at.turned, course.turning
    if cost > course.allowance:
        return None
    if turning is None or at.facing is None or leg.facing is None:
        return Arrival(cost, turned, leg.facing, (*at.way, leg.place))
    faces = turning.between(at.facing, leg.facing)
    if faces > turning.at_once or turned + faces > turning.faces:
        return None
    return Arrival(cost, turned + faces, leg.facing, (*at.way, leg.place))
