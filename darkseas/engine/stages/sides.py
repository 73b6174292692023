"""The part of a two-sided scenario that shared code needs."""

from collections.abc import Mapping
from typing import Any


class TwoSided:
    """Base class of a system's scenario: two sides and their ships by key, each with a name.

    A subclass declares the types of its sides and ships.
    """

    __slots__ = ()

    sides: Mapping[str, Any]
    ships: Mapping[str, Any]

    def enemy_of(self, side: str) -> str:
        first, second = self.sides
        return second if side == first else first
