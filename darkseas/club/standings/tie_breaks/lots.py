"""The last tie-break: lots drawn from a seed that was fixed in advance.

The seed is 32 bytes. Its hash is published before the competition and the seed afterwards, so that anybody
can repeat the draw.
"""

from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256

from ..outcomes_by_entrant import Field

SEED_BYTES = 32

_LOT = b"darkseas/lot-1\0"


def lot(seed: bytes, entrant: str) -> bytes:
    """Return an entrant's lot: SHA-256("darkseas/lot-1" NUL, seed, key in UTF-8); the lowest comes first."""
    return sha256(_LOT + _checked(seed) + entrant.encode()).digest()


def drawn_lots(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Return each entrant's rank in the draw among all entrants, from 1. Raise ValueError if there is no
    seed.
    """
    seed = field.competition.lot_seed
    if seed is None:
        raise ValueError("lots need a seed fixed before the start")
    drawn = sorted(field.appearances, key=lambda entrant: lot(seed, entrant))
    places = {entrant: Fraction(place) for place, entrant in enumerate(drawn, 1)}
    return {entrant: places[entrant] for entrant in tied}


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed
