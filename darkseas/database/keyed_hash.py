"""MACs of what the site writes, under a key made of its secret key, which is in no database."""

import hmac
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.utils.encoding import force_bytes

#: How many bytes a MAC has.
BYTES = 32

_PURPOSE = b"darkseas/stamp/1\0"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def stamp_key() -> bytes:
    """Return the key of all stamps."""
    return hmac.digest(force_bytes(settings.SECRET_KEY), _PURPOSE, sha256)


def mac(key: bytes, *parts: bytes) -> bytes:
    """Return the MAC of some bytes, one part after the other."""
    return hmac.digest(key, b"".join(parts), sha256)


def micros(moment: datetime) -> int:
    """Return a moment as a number that every database keeps whole."""
    return (moment - _EPOCH) // _MICROSECOND
