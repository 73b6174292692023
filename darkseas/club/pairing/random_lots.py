"""Lots, drawn from a seed and what they are drawn for: the same on every machine."""

from hashlib import sha256
from typing import TypeVar

from darkseas.engine.dice.chooser import Chooser

T = TypeVar("T")

_LOT = b"darkseas/pairing\0"


def lot(seed: bytes, purpose: str, bound: int) -> int:
    """An even whole number from 0 to bound - 1, drawn for one purpose alone."""
    return chooser(seed, purpose).below(bound)


def chooser(seed: bytes, purpose: str) -> Chooser:
    """A stream of lots for one purpose: Chooser on SHA-256("darkseas/pairing" NUL, seed, NUL, purpose)."""
    return Chooser(sha256(_LOT + seed + b"\0" + purpose.encode()).digest())


def shuffled(values: list[T], chance: Chooser) -> list[T]:
    """Return the values in an order of chance, each order as likely as the others."""
    rest = list(values)
    for place in range(len(rest) - 1, 0, -1):
        other = chance.below(place + 1)
        rest[place], rest[other] = rest[other], rest[place]
    return rest
