"""The hash chain of a battle: leaf and link of each entry, and the first break.

A leaf hashes an entry's bytes with a salt, so nobody can guess a hidden order from its hash. A link binds the
leaf to its place and to all earlier entries.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Literal, NamedTuple

#: The link before entry 0.
GENESIS_LINK = bytes(32)

SALT_BYTES = 16
HASH_BYTES = 32

_LEAF = b"darkseas/leaf/1\0"
_LINK = b"darkseas/link/1\0"


class Row(NamedTuple):
    """An entry as stored: number, salt (16 bytes), canonical bytes, leaf and link (32 bytes each)."""

    seq: int
    salt: bytes
    data: bytes
    leaf: bytes
    link: bytes


class Break(NamedTuple):
    """The first entry that breaks the chain: its expected number, and the part that is wrong."""

    seq: int
    what: Literal["sequence", "leaf", "link"]


def leaf(salt: bytes, data: bytes) -> bytes:
    """Return SHA-256("darkseas/leaf/1" NUL, salt, data). Raise ValueError unless the salt has 16 bytes."""
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes, not {len(salt)}")
    return sha256(_LEAF + salt + data).digest()


def link(previous: bytes, seq: int, leaf: bytes) -> bytes:
    """Return SHA-256("darkseas/link/1" NUL, previous link, seq as 8 bytes big-endian, leaf).

    Raises ValueError for a hash without 32 bytes, OverflowError for a negative seq.
    """
    if len(previous) != HASH_BYTES or len(leaf) != HASH_BYTES:
        raise ValueError(f"a link and a leaf have {HASH_BYTES} bytes")
    return sha256(_LINK + previous + seq.to_bytes(8, "big") + leaf).digest()


def first_break(
    rows: Iterable[tuple[int, bytes, bytes, bytes, bytes]], *, after: bytes = GENESIS_LINK, first: int = 0
) -> Break | None:
    """Return the first of these rows that breaks the chain, or None.

    Rows are (seq, salt, data, leaf, link). To continue after a part known to be sound, pass its last link as
    `after` and the next number as `first`.
    """
    for expected, (seq, salt, data, its_leaf, its_link) in enumerate(rows, first):
        if seq != expected:
            return Break(expected, "sequence")
        if len(salt) != SALT_BYTES or sha256(_LEAF + salt + data).digest() != its_leaf:
            return Break(expected, "leaf")
        after = sha256(_LINK + after + seq.to_bytes(8, "big") + its_leaf).digest()
        if after != its_link:
            return Break(expected, "link")
    return None
