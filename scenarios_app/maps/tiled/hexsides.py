"""The hexsides that a drawn line follows."""

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from darkseas.engine.hexes.board import Hex, neighbours

from .layers import Point
from .layout import SIDE_ENDS, Measure, other_name

#: How far beside a hexside a line may run, and how dense its points are taken, in parts of the hexside.
_TOLERANCE = 0.35
_STEP = 1 / 4
#: Every part of a hexside must be near the line, or the line only touches or crosses it. The middle comes
#: first, because most hexsides fail there.
_PARTS = (0.5, 0.0, 1.0, 0.25, 0.75)
#: Hexsides shorter than this part of the longest are too short to draw along.
_SHORTEST = 0.25

HexSide = tuple[Hex, str]


@dataclass(frozen=True, slots=True)
class Followed:
    """The hexsides along a line, each under both of its names, and whether other parts follow none."""

    sides: frozenset[HexSide]
    has_stray_part: bool


def steps_of(measure: Measure, line: list[Point]) -> int:
    """Return how many points `sides_along` looks at, a measure of its work."""
    return sum(_count(measure, a, b) for a, b in pairwise(line))


def sides_along(measure: Measure, line: list[Point]) -> Followed:
    """Return the hexsides that a line through these points runs along from end to end."""
    points = list(_points(measure, line))
    by_hex: dict[Hex, list[Point]] = defaultdict(list)
    for point in points:
        by_hex[measure.hex_near(*point)].append(point)
    sides: set[HexSide] = set()
    tried: set[HexSide] = set()
    followed: set[Point] = set()
    for at in list(by_hex):
        near = [point for one in (at, *neighbours(at)) for point in by_hex.get(one, ())]
        for side, length in _drawable(measure).items():
            if (at, side) in tried:
                continue
            tried.add(other_name(at, side))
            ends = measure.ends(at, side)
            beside = _TOLERANCE * length
            if _is_covered(ends, near, beside):
                sides |= {(at, side), other_name(at, side)}
                followed.update(point for point in near if _distance(point, *ends) <= beside)
    return Followed(frozenset(sides), any(point not in followed for point in points))


def _is_covered(ends: tuple[Point, Point], near: list[Point], beside: float) -> bool:
    (ax, ay), (bx, by) = ends
    return all(
        any(math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay)) <= beside for x, y in near)
        for part in _PARTS
    )


def _points(measure: Measure, line: list[Point]) -> Iterator[Point]:
    yield from line[:1]
    for a, b in pairwise(line):
        count = _count(measure, a, b)
        for step in range(1, count + 1):
            yield a[0] + (b[0] - a[0]) * step / count, a[1] + (b[1] - a[1]) * step / count


def _count(measure: Measure, a: Point, b: Point) -> int:
    return math.ceil(math.dist(a, b) / (_STEP * min(_drawable(measure).values())))


@lru_cache(maxsize=8)
def _drawable(measure: Measure) -> dict[str, float]:
    """Return the length of each side of a hex that is long enough to draw along."""
    lengths = {side: math.dist(*measure.ends(Hex(0, 0), side)) for side in SIDE_ENDS}
    longest = max(lengths.values())
    return {side: length for side, length in lengths.items() if length >= _SHORTEST * longest}


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return how far a point is from the line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - a[0] - along * dx, point[1] - a[1] - along * dy)
