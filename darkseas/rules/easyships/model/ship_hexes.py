"""Where a ship lies: her hexes from bow to stern, and what a way does to her (ES-4, ES-6, ES-7)."""

from collections.abc import Iterable
from functools import lru_cache

from darkseas.engine.hexes.board import FACINGS, Hex, neighbour, neighbours

#: Hex-faces of a whole circle, and of half of it.
CIRCLE = len(FACINGS)
ASTERN = CIRCLE // 2


@lru_cache(maxsize=65_536)
def hull(bow: Hex, facing: int, hexes: int) -> tuple[Hex, ...]:
    """The hexes of a ship, from her bow astern (ES-4)."""
    lies = [bow]
    while len(lies) < hexes:
        lies.append(neighbour(lies[-1], FACINGS[(facing + ASTERN) % CIRCLE]))
    return tuple(lies)


def direction(start: Hex, end: Hex) -> int:
    """The facing from a hex to its neighbour; ValueError for hexes that are none."""
    beside = neighbours(start)
    if end not in beside:
        raise ValueError(f"no neighbours: {start}, {end}")
    return beside.index(end)


def faces_between(facing: int, other: int) -> int:
    """The fewest hex-faces from one facing to another (ES-6)."""
    turned = (other - facing) % CIRCLE
    return min(turned, CIRCLE - turned)


def faces_of_way(bow: Hex, facing: int, way: Iterable[Hex]) -> tuple[int, ...]:
    """The hex-faces turned before each hex of a way is entered; ValueError where it is not connected."""
    turned = []
    for entered in way:
        ahead = direction(bow, entered)
        turned.append(faces_between(facing, ahead))
        bow, facing = entered, ahead
    return tuple(turned)


def front(bow: Hex, facing: int) -> tuple[Hex, Hex, Hex]:
    """The hex ahead, and those to port and starboard of it (ES-13)."""
    ahead, port, starboard = (FACINGS[(facing + turned) % CIRCLE] for turned in (0, 1, -1))
    return neighbour(bow, ahead), neighbour(bow, port), neighbour(bow, starboard)
