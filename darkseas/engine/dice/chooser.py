"""Random choices for bots and for drawing lots: a stream of uniform numbers from a seed."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Chooser:
    """A stream of uniform choices: SHA-256 of the seed and a counter.

    For bots and for drawing lots only. The dice of a battle are rolled by purpose (`seeded.py`).
    """

    __slots__ = ("_bits", "_block", "_count", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._count = 0
        self._block = 0
        self._bits = 0

    def below(self, bound: int) -> int:
        """Return a uniform whole number from 0 to bound - 1 (1 <= bound <= 2**32)."""
        if bound < 2:
            return 0
        bits = (bound - 1).bit_length()
        while True:
            if self._bits < bits:
                self._refill()
            value = self._block & ((1 << bits) - 1)
            self._block >>= bits
            self._bits -= bits
            if value < bound:
                return value

    def _refill(self) -> None:
        digest = sha256(self._seed + self._count.to_bytes(8, "big")).digest()
        self._count += 1
        self._block, self._bits = int.from_bytes(digest, "big"), 256

    def one_of(self, values: Sequence[T]) -> T:
        return values[self.below(len(values))]
