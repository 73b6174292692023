"""Dice: what a roll is, how faces are drawn from bytes, and rolls that lie on record."""

import re
from collections.abc import Callable, Iterable
from itertools import count as numbers
from typing import NamedTuple, Protocol

from ..events import DiceRolled

MAX_SIDES = 256
MAX_COUNT = 1000

PURPOSE = re.compile(r"[a-z0-9._:/>-]{1,200}")
_SCOPE = re.compile(r"pub|ump|side:[a-z0-9_-]{1,80}")
# What a draw ends with: u16 of the die's place in the roll, u32 of the block.
_FIRST_BLOCKS = tuple(place.to_bytes(2, "big") + bytes(4) for place in range(MAX_COUNT))


class Roll(NamedTuple):
    """One throw for one purpose: its faces, from 1 up, and who threw, "house" or "table"."""

    purpose: str
    sides: int
    faces: tuple[int, ...]
    origin: str = "house"
    scope: str = "pub"


#: What dice hand out: a throw of now, or one that lies on record, as its own event.
Thrown = Roll | DiceRolled


class Dice(Protocol):
    """Whatever the rules get their dice from."""

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Thrown:
        """Throw `count` dice of `sides` sides; `scope` names the key: pub, ump or side:<slug>."""


class DiceNeeded(LookupError):
    """The record holds no further roll: these dice must be thrown."""

    def __init__(self, purpose: str, count: int, sides: int, scope: str) -> None:
        super().__init__(f"{count}d{sides} for {purpose} ({scope})")
        self.purpose = purpose
        self.count = count
        self.sides = sides
        self.scope = scope


class DiceMismatch(ValueError):
    """Other dice are asked for than those on record."""


def check_die(count: int, sides: int) -> None:
    """ValueError unless there are 1 to 1000 dice of 2 to 256 sides."""
    if not 1 <= count <= MAX_COUNT:
        raise ValueError(f"{count} dice; 1 to {MAX_COUNT} are possible")
    if not 2 <= sides <= MAX_SIDES:
        raise ValueError(f"dice of {sides} sides; 2 to {MAX_SIDES} are possible")


def check_place(scope: str, purpose: str) -> None:
    """ValueError unless scope and purpose are written as ds-dice-1 writes scopes and addresses."""
    if not _SCOPE.fullmatch(scope):
        raise ValueError(f"{scope!r} is not pub, ump or side:<slug>")
    if not PURPOSE.fullmatch(purpose):
        raise ValueError(f"{purpose!r} is not 1 to 200 characters of a-z 0-9 . _ : / > -")


def with_length(text: str | bytes) -> bytes:
    """LP of the schemes: the length as 2 bytes big-endian, then the bytes themselves."""
    data = text if isinstance(text, bytes) else text.encode()
    return len(data).to_bytes(2, "big") + data


def draw_faces(block: Callable[[bytes], bytes], count: int, sides: int) -> tuple[int, ...]:
    """Faces by rejection, without bias, from `block`: 32 bytes for each (u16 place, u32 number).

    The first byte below 256 - 256 mod sides gives 1 + byte mod sides; then the next block.
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
    """Rolls made already, in order: for checks, for tests and for dice thrown at the table."""

    __slots__ = ("_next", "_rolls")

    def __init__(self, rolls: Iterable[Thrown]) -> None:
        self._rolls = tuple(rolls)
        self._next = 0

    @property
    def left(self) -> tuple[Thrown, ...]:
        """The rolls that nobody has asked for yet."""
        return self._rolls[self._next :]

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Thrown:
        """The next roll on record; DiceMismatch if it is another, DiceNeeded if there is none."""
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
                f"{count}d{sides} for {purpose} ({scope}) asked, on record "
                f"{len(recorded.faces)}d{recorded.sides} for {recorded.purpose} ({recorded.scope})"
            )
        self._next += 1
        return recorded
