"""The key of a block: its side, and its running number (§4a)."""

from typing import NamedTuple, Self


class BlockKey(NamedTuple):
    """The parts of a block's key; states, events and orders hold it as text ("ijn-3")."""

    side: str
    number: int

    @classmethod
    def of(cls, text: str) -> Self:
        """Parse a key; number 0 if the text, for example from an umpire, does not end in one."""
        side, _, number = text.rpartition("-")
        return cls(side, int(number) if number.isdecimal() else 0)

    def __str__(self) -> str:
        return f"{self.side}-{self.number}"
