"""Dice typed in at a table, as a log tells of them: how many throws, and which side stands for how many."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class TableRolls:
    """The throws at a table of which a perspective knows, counted.

    ``present`` are the sides that said at the opening that dice fall in front of them. ``seen`` counts by
    side for how many of the ``count`` throws it stands: those that fell in front of it, and those that it has
    confirmed.
    """

    present: tuple[str, ...]
    count: int = 0
    seen: Mapping[str, int] = field(default_factory=dict)

    def thrown(self, by: tuple[str, ...]) -> Self:
        """Return the same with one more throw, in front of these sides."""
        return replace(self, count=self.count + 1, seen={**self.seen, **{s: self.seen_by(s) + 1 for s in by}})

    def confirmed(self, side: str) -> Self:
        """Return the same after a side has confirmed all throws so far."""
        return replace(self, seen={**self.seen, side: self.count})

    def seen_by(self, side: str) -> int:
        """Return for how many throws a side stands."""
        return self.seen.get(side, 0)

    def unconfirmed(self, side: str) -> int:
        """Return how many throws wait for the word of a side."""
        return self.count - self.seen_by(side)
