"""The key of a block: its side, and its number in the order of coming (§4a)."""

from typing import NamedTuple, Self


class BlockKey(NamedTuple):
    """A block's key, taken apart; states, events and orders hold it as text ("ijn-3")."""

    side: str
    number: int

    @classmethod
    def of(cls, text: str) -> Self:
        """The parts of a key; number 0 where a text, such as an umpire may write, ends in none."""
        side, _, number = text.rpartition("-")
        return cls(side, int(number) if number.isdecimal() else 0)

    def __str__(self) -> str:
        return f"{self.side}-{self.number}"
