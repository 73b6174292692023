"""Message authentication codes (MACs) for stored data.

Their key is derived from SECRET_KEY, which is not in the database.
"""

import hmac
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.utils.encoding import force_bytes

#: Length of a MAC in bytes.
BYTES = 32

_PURPOSE = b"darkseas/stamp/1\0"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def stamp_key() -> bytes:
    """Return the key of all MACs."""
    return hmac.digest(force_bytes(settings.SECRET_KEY), _PURPOSE, sha256)


def mac(key: bytes, *parts: bytes) -> bytes:
    """Return the MAC of the concatenated parts."""
    return hmac.digest(key, b"".join(parts), sha256)


def micros(moment: datetime) -> int:
    """Return a time as whole microseconds, which every database stores exactly."""
    return (moment - _EPOCH) // _MICROSECOND
