"""Random lots from a seed and a purpose, the same on every machine."""

from hashlib import sha256
from typing import TypeVar

from darkseas.engine.dice.chooser import Chooser

T = TypeVar("T")

_LOT = b"darkseas/pairing\0"


def lot(seed: bytes, purpose: str, bound: int) -> int:
    """Return a uniformly distributed integer from 0 to bound - 1 for one purpose."""
    return chooser(seed, purpose).below(bound)


def chooser(seed: bytes, purpose: str) -> Chooser:
    """Return a random stream for one purpose: a Chooser seeded with SHA-256("darkseas/pairing" NUL, seed,
    NUL, purpose).
    """
    return Chooser(sha256(_LOT + seed + b"\0" + purpose.encode()).digest())


def shuffled(values: list[T], chance: Chooser) -> list[T]:
    """Return the values in random order; all orders are equally likely."""
    rest = list(values)
    for place in range(len(rest) - 1, 0, -1):
        other = chance.below(place + 1)
        rest[place], rest[other] = rest[other], rest[place]
    return rest
