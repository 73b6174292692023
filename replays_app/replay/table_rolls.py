"""Dice entered at a table: the number of throws, and how many of them each side has seen or confirmed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class TableRolls:
    """Counts of the throws at a table that a perspective knows.

    ``present`` are the sides that said at the start that they witness the dice. ``seen`` counts by side how
    many of the ``count`` throws it has witnessed or confirmed.
    """

    present: tuple[str, ...]
    count: int = 0
    seen: Mapping[str, int] = field(default_factory=dict)

    def thrown(self, by: tuple[str, ...]) -> Self:
        """Return the counts after one more throw, witnessed by these sides."""
        return replace(self, count=self.count + 1, seen={**self.seen, **{s: self.seen_by(s) + 1 for s in by}})

    def confirmed(self, side: str) -> Self:
        """Return the counts after a side has confirmed all throws so far."""
        return replace(self, seen={**self.seen, side: self.count})

    def seen_by(self, side: str) -> int:
        return self.seen.get(side, 0)

    def unconfirmed(self, side: str) -> int:
        """Return how many throws a side has not confirmed."""
        return self.count - self.seen_by(side)
