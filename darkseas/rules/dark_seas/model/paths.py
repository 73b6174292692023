"""Paths over the map: what a block can reach with so many hexes, and over which edges it may leave.

Pure geometry on the board, kept by their arguments: the same question comes up all the time.
"""

from collections.abc import Iterator
from functools import lru_cache

from darkseas.engine.hexes.board import Hex, HexBoard, label

from ..tables import FIXED

Path = tuple[str, ...]


@lru_cache(maxsize=20_000)
def paths_from(
    board: HexBoard, start: Hex, steps: int, area: frozenset[Hex] | None, exits: tuple[str, ...]
) -> tuple[Path, ...]:
    """A shortest path to every hex within `steps`, start excluded, then the paths that leave the map.

    With an area, no path goes outside it, nor off the map.
    """
    paths = _shortest(board, {start: ()}, steps, area)
    inside = [path for path in paths.values() if path]
    return (*inside, *(() if area is not None else _leaving(board, paths, steps, exits)))


@lru_cache(maxsize=2_000)
def paths_in(board: HexBoard, edge: str, steps: int, area: frozenset[Hex] | None) -> tuple[Path, ...]:
    """Paths onto the map over an edge: its first hex is entered like any other."""
    if steps < 1:
        return ()
    starts: dict[Hex, Path] = {
        at: (label(at),) for at in board.hexes if edge in board.edges_of(at) and not board.is_land(at)
    }
    if area is not None:
        starts = {at: path for at, path in starts.items() if at in area}
    return tuple(_shortest(board, starts, steps - 1, area).values())


def _shortest(
    board: HexBoard, starts: dict[Hex, Path], steps: int, area: frozenset[Hex] | None
) -> dict[Hex, Path]:
    paths = dict(starts)
    front = list(starts)
    for _ in range(steps):
        reached = []
        for at in front:
            for beyond in board.sea_neighbours(at):
                if beyond not in paths and (area is None or beyond in area):
                    paths[beyond] = (*paths[at], label(beyond))
                    reached.append(beyond)
        front = reached
    return paths


def _leaving(board: HexBoard, found: dict[Hex, Path], steps: int, exits: tuple[str, ...]) -> Iterator[Path]:
    for edge in exits:
        for at, path in found.items():
            if len(path) + FIXED["exit_cost"] <= steps and edge in board.edges_of(at):
                yield (*path, edge)
