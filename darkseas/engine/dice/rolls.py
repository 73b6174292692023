"""Dice: rolls by purpose, from a seed (scheme sha256-1) or from the record.

A face hangs on the seed, the scope and the purpose, never on how many rolls came before: leaving
one roll out changes no other.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from itertools import count as numbers
from typing import NamedTuple, Protocol

from ..events import DiceRolled

SEED_BYTES = 32
MAX_SIDES = 256
MAX_COUNT = 1000

_DRAW = b"darkseas/sha256-1\0"
_SEED_HASH = b"darkseas/sha256-1/seed\0"
_PURPOSE = re.compile(r"[a-z0-9._:/>-]{1,200}")
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
    if not _PURPOSE.fullmatch(purpose):
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


class SeededDice:
    """Scheme sha256-1: the house's dice from one seed of 32 bytes, for solo play and reruns.

    B_j = SHA-256("darkseas/sha256-1" NUL, seed, LP(scope), LP(purpose), u32(asked), u16(sides),
    u16(place of the die in the roll), u32(j)), all big-endian; LP(x) is u16(length of x), x. Through
    B_0, B_1 ... the first byte b < 256 - 256 mod sides gives the face 1 + b mod sides. `asked` is how
    often the house has rolled for this scope and purpose before.
    """

    __slots__ = ("_roll_counts", "_starts", "_stem")

    def __init__(self, seed: bytes, roll_counts: Mapping[tuple[str, str], int] | None = None) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._stem = _DRAW + seed
        self._roll_counts = dict(roll_counts or {})
        self._starts: dict[str, bytes] = {}

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """The next roll for this purpose; ValueError for what the scheme cannot throw."""
        check_die(count, sides)
        start = self._starts.get(scope)
        if start is None or not _PURPOSE.fullmatch(purpose):
            check_place(scope, purpose)
            start = self._starts[scope] = self._stem + with_length(scope)
        asked = self._roll_counts.get((scope, purpose), 0)
        self._roll_counts[scope, purpose] = asked + 1
        head = start + with_length(purpose) + asked.to_bytes(4, "big") + sides.to_bytes(2, "big")
        faces = draw_faces(lambda tail: sha256(head + tail).digest(), count, sides)
        return Roll(purpose, sides, faces, "house", scope)


def seed_hash(seed: bytes) -> bytes:
    """What is shown of a seed of sha256-1 before the battle: SHA-256("darkseas/sha256-1/seed" NUL, seed)."""
    return sha256(_SEED_HASH + seed).digest()


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
