"""Courses over the map: the hexes that a block can reach with its allowance, and the edges it may leave over.

This is pure geometry of the board. Results are cached by arguments, because the same arguments recur often.
"""

from collections.abc import Iterator
from functools import lru_cache

from darkseas.engine.hexes.board import EDGES, Hex, HexBoard, label, parse_label
from darkseas.engine.orders import Course, Leg, Reached

from ..tables.rules_tables import FIXED


@lru_cache(maxsize=20_000)
def reached_from(
    board: HexBoard, start: Hex, steps: int, area: frozenset[Hex] | None, exits: tuple[str, ...]
) -> tuple[Reached, ...]:
    """A shortest path to every hex within `steps`, without the start, then the paths that leave the map.

    With `area`, no path leaves that area or the map.
    """
    at_start = Reached("", 0)
    hexes = _shortest(board, {start: at_start}, steps, area)
    inside = [reached for reached in hexes.values() if reached is not at_start]
    return (*inside, *(() if area is not None else _leaving(board, hexes, steps, exits)))


@lru_cache(maxsize=2_000)
def reached_over(board: HexBoard, edge: str, steps: int, area: frozenset[Hex] | None) -> tuple[Reached, ...]:
    """The hexes within reach for a block that enters over an edge; its first hex costs like any other."""
    if steps < 1:
        return ()
    starts: dict[Hex, Reached] = {
        at: Reached(label(at), 1)
        for at in board.hexes
        if edge in board.edges_of(at) and not board.is_land(at)
    }
    if area is not None:
        starts = {at: reached for at, reached in starts.items() if at in area}
    return tuple(_shortest(board, starts, steps - 1, area).values())


def _shortest(
    board: HexBoard, starts: dict[Hex, Reached], steps: int, area: frozenset[Hex] | None
) -> dict[Hex, Reached]:
    hexes = dict(starts)
    front = list(starts)
    for _ in range(steps):
        entered = []
        for at in front:
            before = hexes[at]
            for beyond in board.sea_neighbours(at):
                if beyond not in hexes and (area is None or beyond in area):
                    hexes[beyond] = Reached(label(beyond), before.cost + 1, before.place)
                    entered.append(beyond)
        front = entered
    return hexes


def _leaving(
    board: HexBoard, hexes: dict[Hex, Reached], steps: int, exits: tuple[str, ...]
) -> Iterator[Reached]:
    for edge in exits:
        for at, last in hexes.items():
            cost = last.cost + FIXED["exit_cost"]
            if cost <= steps and edge in board.edges_of(at):
                yield Reached(edge, cost, last.place)


def legs_of(board: HexBoard, course: Course) -> Iterator[Leg]:
    """Every leg of a path among the hexes of a course and over edges, within its allowance."""
    costs = {reached.place: reached.cost for reached in course.reach if reached.place not in EDGES}
    for reached in course.reach:
        if reached.before not in costs:
            yield Leg("", reached.place, reached.cost)
        elif reached.place in EDGES:
            yield Leg(reached.before, reached.place, FIXED["exit_cost"])
    for place, cost in costs.items():
        if cost < course.allowance:
            beside = (label(beyond) for beyond in board.sea_neighbours(parse_label(place)))
            yield from (Leg(place, beyond, 1) for beyond in beside if beyond in costs)
