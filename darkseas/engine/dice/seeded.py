"""The site's dice from a committed seed (scheme sha256-1).

A face depends on seed, scope and purpose, never on the number of earlier rolls: leaving out one roll changes
no other.
"""

from collections.abc import Mapping
from hashlib import sha256

from .rolls import PURPOSE, Roll, check_die, check_place, draw_faces, with_length

SEED_BYTES = 32

_DRAW = b"darkseas/sha256-1\0"
_SEED_HASH = b"darkseas/sha256-1/seed\0"


class SeededDice:
    """Scheme sha256-1: dice from one seed of 32 bytes, for solo play and simulations.

    B_j = SHA-256("darkseas/sha256-1" NUL, seed, LP(scope), LP(purpose), u32(asked), u16(sides), u16(place of
    the die in the roll), u32(j)), all big-endian; LP(x) is u16(length of x), x. In B_0, B_1 ... the first
    byte b < 256 - 256 mod sides gives the face 1 + b mod sides. `asked` counts the site's earlier rolls for
    this scope and purpose.
    """

    __slots__ = ("_roll_counts", "_starts", "_stem")

    def __init__(self, seed: bytes, roll_counts: Mapping[tuple[str, str], int] | None = None) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._stem = _DRAW + seed
        self._roll_counts = dict(roll_counts or {})
        self._starts: dict[str, bytes] = {}

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """Return the next roll for this purpose. Raise ValueError for dice that the scheme cannot roll."""
        check_die(count, sides)
        start = self._starts.get(scope)
        if start is None or not PURPOSE.fullmatch(purpose):
            check_place(scope, purpose)
            start = self._starts[scope] = self._stem + with_length(scope)
        asked = self._roll_counts.get((scope, purpose), 0)
        self._roll_counts[scope, purpose] = asked + 1
        head = start + with_length(purpose) + asked.to_bytes(4, "big") + sides.to_bytes(2, "big")
        faces = draw_faces(lambda tail: sha256(head + tail).digest(), count, sides)
        return Roll(purpose, sides, faces, "house", scope)


def seed_hash(seed: bytes) -> bytes:
    """Return the public commitment to a seed: SHA-256("darkseas/sha256-1/seed" NUL, seed)."""
    return sha256(_SEED_HASH + seed).digest()
