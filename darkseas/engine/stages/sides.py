"""What the scenario of a battle between two sides has in every system, as far as shared code asks for it."""

from collections.abc import Mapping
from typing import Any


class TwoSided:
    """A base for a system's scenario: sides and ships by key, each with its name.

    An heir says of what type its sides and ships are. There are exactly two sides.
    """

    __slots__ = ()

    sides: Mapping[str, Any]
    ships: Mapping[str, Any]

    def enemy_of(self, side: str) -> str:
        """The other side."""
        first, second = self.sides
        return second if side == first else first
