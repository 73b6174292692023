"""Seeds of running battles, encrypted with a key that is not in the database.

A dump of the database alone predicts no die (F-11). The seed is XORed with an HMAC of the battle's id. Both
have 32 bytes, and the HMAC is used for nothing else.
"""

import hmac
from hashlib import sha256

from django.conf import settings
from django.utils.encoding import force_bytes

from darkseas.engine.dice.seeded import seed_hash
from replays_app.models import Battle, BattleSecret

_PURPOSE = b"darkseas/sealed-seed/1\0"


class SeedLost(Exception):
    """No secret key of this site decrypts the seed of a running battle."""


def seal(battle: Battle, seed: bytes) -> None:
    """Store the encrypted seed (32 bytes) of a battle."""
    BattleSecret.objects.create(battle=battle, sealed_seed=_masked(battle, seed, settings.SECRET_KEY))


def opened(battle: Battle, committed: str) -> bytes:
    """Return the decrypted seed whose hash (hex) is in entry 0. Raises SeedLost."""
    secret = BattleSecret.objects.filter(battle=battle).first()
    if secret is not None:
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
            seed = _masked(battle, bytes(secret.sealed_seed), key)
            if seed_hash(seed).hex() == committed:
                return seed
    raise SeedLost(f"no secret key decrypts the seed of battle {battle.pk}")


def is_kept(battle: Battle, committed: str) -> bool:
    """Return whether the stored seed of this battle matches the hash (hex) in entry 0."""
    try:
        opened(battle, committed)
    except SeedLost:
        return False
    return True


def forget(battle: Battle) -> None:
    """Delete the stored seed of a finished battle; its log now reveals the seed."""
    BattleSecret.objects.filter(battle=battle).delete()


def _masked(battle: Battle, seed: bytes, key: str | bytes) -> bytes:
    mask = hmac.digest(force_bytes(key), _PURPOSE + battle.pk.bytes, sha256)
    return bytes(byte ^ cover for byte, cover in zip(seed, mask, strict=True))
