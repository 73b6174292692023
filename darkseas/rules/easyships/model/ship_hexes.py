"""A ship's hexes from bow to stern, and how a move changes her position (ES-4, ES-6, ES-7)."""

from collections.abc import Iterable
from functools import lru_cache

from darkseas.engine.hexes.board import FACINGS, Hex, neighbour, neighbours

#: Hex-faces in a full circle and in half of one.
CIRCLE = len(FACINGS)
ASTERN = CIRCLE // 2


@lru_cache(maxsize=65_536)
def hull(bow: Hex, facing: int, hexes: int) -> tuple[Hex, ...]:
    """Return the hexes of a ship, from bow to stern (ES-4)."""
    lies = [bow]
    while len(lies) < hexes:
        lies.append(neighbour(lies[-1], FACINGS[(facing + ASTERN) % CIRCLE]))
    return tuple(lies)


def direction(start: Hex, end: Hex) -> int:
    """Return the facing from a hex to its neighbour; raise ValueError if they are not adjacent."""
    beside = neighbours(start)
    if end not in beside:
        raise ValueError(f"no neighbours: {start}, {end}")
    return beside.index(end)


def faces_between(facing: int, other: int) -> int:
    """Return the fewest hex-faces from one facing to another (ES-6)."""
    turned = (other - facing) % CIRCLE
    return min(turned, CIRCLE - turned)


def faces_of_way(bow: Hex, facing: int, way: Iterable[Hex]) -> tuple[int, ...]:
    """Return the hex-faces turned before each hex of a path; raise ValueError if it is not connected."""
    turned = []
    for entered in way:
        ahead = direction(bow, entered)
        turned.append(faces_between(facing, ahead))
        bow, facing = entered, ahead
    return tuple(turned)


def front(bow: Hex, facing: int) -> tuple[Hex, Hex, Hex]:
    """Return the hex ahead and the ones to port and starboard of it (ES-13)."""
    ahead, port, starboard = (FACINGS[(facing + turned) % CIRCLE] for turned in (0, 1, -1))
    return neighbour(bow, ahead), neighbour(bow, port), neighbour(bow, starboard)
