"""Dice: rolls, how faces are drawn from bytes, and recorded rolls."""

import re
from collections.abc import Callable, Iterable
from itertools import count as numbers
from typing import NamedTuple, Protocol

from ..events import DiceRolled

MAX_SIDES = 256
MAX_COUNT = 1000

PURPOSE = re.compile(r"[a-z0-9._:/>-]{1,200}")
_SCOPE = re.compile(r"pub|ump|side:[a-z0-9_-]{1,80}")
# The end of a drawn block: u16 position of the die in the roll, u32 number of the block.
_FIRST_BLOCKS = tuple(place.to_bytes(2, "big") + bytes(4) for place in range(MAX_COUNT))


class Roll(NamedTuple):
    """One roll for one purpose: its faces, from 1 up, and its origin, "house" or "table"."""

    purpose: str
    sides: int
    faces: tuple[int, ...]
    origin: str = "house"
    scope: str = "pub"


#: A new roll, or a recorded one as its own event.
Thrown = Roll | DiceRolled


class Dice(Protocol):
    """The source of dice for the rules."""

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Thrown:
        """Roll `count` dice of `sides` sides; `scope` names the key: pub, ump or side:<slug>."""


class DiceNeeded(LookupError):
    """The record has no further roll: these dice must be rolled."""

    def __init__(self, purpose: str, count: int, sides: int, scope: str) -> None:
        super().__init__(f"{count}d{sides} for {purpose} ({scope})")
        self.purpose = purpose
        self.count = count
        self.sides = sides
        self.scope = scope


class DiceMismatch(ValueError):
    """The rules request different dice from the recorded ones."""


def check_die(count: int, sides: int) -> None:
    """Raise ValueError unless there are 1 to 1000 dice of 2 to 256 sides."""
    if not 1 <= count <= MAX_COUNT:
        raise ValueError(f"{count} dice requested; 1 to {MAX_COUNT} are possible")
    if not 2 <= sides <= MAX_SIDES:
        raise ValueError(f"dice of {sides} sides; 2 to {MAX_SIDES} are possible")


def check_place(scope: str, purpose: str) -> None:
    """Raise ValueError unless scope and purpose have the form that ds-dice-1 requires."""
    if not _SCOPE.fullmatch(scope):
        raise ValueError(f"{scope!r} is not pub, ump or side:<slug>")
    if not PURPOSE.fullmatch(purpose):
        raise ValueError(f"{purpose!r} is not 1 to 200 characters of a-z 0-9 . _ : / > -")


def with_length(text: str | bytes) -> bytes:
    """Return LP of the schemes: the length as 2 bytes big-endian, then the bytes."""
    data = text if isinstance(text, bytes) else text.encode()
    return len(data).to_bytes(2, "big") + data


def draw_faces(block: Callable[[bytes], bytes], count: int, sides: int) -> tuple[int, ...]:
    """Draw faces by rejection, without bias, from `block`: 32 bytes for each (u16 place, u32 number).

    The first byte below 256 - 256 mod sides gives 1 + byte mod sides; otherwise the next block is used.
    """
    limit = MAX_SIDES - MAX_SIDES % sides
    faces = []
    for place in _FIRST_BLOCKS[:count]:
        first = block(place)[0]
        faces.append(1 + (first if first < limit else _later_byte(block, place[:2], limit)) % sides)
    return tuple(faces)


def _later_byte(block: Callable[[bytes], bytes], place: bytes, limit: int) -> int:
    blocks = (block(place + number.to_bytes(4, "big")) for number in numbers())
    return next(byte for data in blocks for byte in data if byte < limit)


class RecordedDice:
    """Rolls that were made already, in order: for checks, tests and table dice."""

    __slots__ = ("_next", "_rolls")

    def __init__(self, rolls: Iterable[Thrown]) -> None:
        self._rolls = tuple(rolls)
        self._next = 0

    @property
    def left(self) -> tuple[Thrown, ...]:
        """Return the rolls that were not used."""
        return self._rolls[self._next :]

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Thrown:
        """Return the next recorded roll. Raise DiceMismatch if it differs, DiceNeeded if there is none."""
        if self._next == len(self._rolls):
            raise DiceNeeded(purpose, count, sides, scope)
        recorded = self._rolls[self._next]
        if (recorded.purpose, recorded.sides, len(recorded.faces), recorded.scope) != (
            purpose,
            sides,
            count,
            scope,
        ):
            raise DiceMismatch(
                f"{count}d{sides} for {purpose} ({scope}) requested, but "
                f"{len(recorded.faces)}d{recorded.sides} for {recorded.purpose} ({recorded.scope}) recorded"
            )
        self._next += 1
        return recorded
