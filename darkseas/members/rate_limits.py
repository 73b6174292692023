"""Rate limits by network address and by name.

Counters are stored in the cache, so web processes that share a cache share the counters.
Each counter belongs to a fixed window of the clock, so none needs a reset.
"""

import hashlib
import time
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

# An IPv6 household commonly has all addresses that share this many bits.
IPV6_HOUSEHOLD_BITS = 64


class Count(NamedTuple):
    """A counter: ``left`` of ``tries`` per ``seconds``, negative once exceeded; ``resets`` is in seconds."""

    tries: int
    seconds: int
    left: int
    resets: int


def wait_after(action: str, **subjects: str) -> int:
    """Count one attempt at an action for each subject; return the seconds to wait, 0 within the limits.

    ``settings.MEMBER_LIMITS`` has the limits for each action and kind of subject, as (attempts, seconds).
    Empty subjects are not counted.
    """
    limits: Mapping[str, tuple[int, int]] = settings.MEMBER_LIMITS[action]
    waits = [
        _wait(f"{action}:{kind}:{subjects[kind]}", *limit)
        for kind, limit in limits.items()
        if subjects.get(kind)
    ]
    return max(waits, default=0)


def count_more(action: str, more: int, **subjects: str) -> None:
    """Count ``more`` attempts for an action that turned out to be expensive; only later ones have to wait."""
    limits: Mapping[str, tuple[int, int]] = settings.MEMBER_LIMITS[action]
    for kind, limit in limits.items():
        if more and subjects.get(kind):
            counted(f"{action}:{kind}:{subjects[kind]}", *limit, more)


def counted(what: str, tries: int, seconds: int, times: int = 1) -> Count:
    """Count attempts at ``what``, limited to ``tries`` per ``seconds``; return the counter."""
    stretch, past = divmod(int(time.time()), seconds)
    key = f"tries:{hashlib.sha256(what.encode(errors='replace')).hexdigest()}:{stretch}"
    cache.add(key, 0, 2 * seconds)
    try:
        tried = cache.incr(key, times)
    except ValueError:  # a full cache has just evicted the counter
        tried = 0
    return Count(tries, seconds, tries - tried, seconds - past)


def _wait(what: str, tries: int, seconds: int) -> int:
    count = counted(what, tries, seconds)
    return count.resets if count.left < 0 else 0


def address_of(request: HttpRequest) -> str:
    """Return the network address that a request is counted under.

    Behind a proxy it is the last one in ``X-Forwarded-For``, which the proxy wrote itself; the client may
    have forged those before it.
    """
    seen = request.META.get("REMOTE_ADDR", "")
    if settings.IS_BEHIND_PROXY:
        seen = request.headers.get("X-Forwarded-For", seen).rpartition(",")[2].strip()
    try:
        address = ip_address(seen)
    except ValueError:
        return "unknown"
    if address.version == 6:
        return str(ip_network((address, IPV6_HOUSEHOLD_BITS), strict=False))
    return str(address)
