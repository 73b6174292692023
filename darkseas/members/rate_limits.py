"""How often something may be tried, by network address and by name.

Counts lie in the cache: where several web processes share one, they count together.
Each count belongs to a stretch of the clock, so none has to be ended.
"""

import hashlib
import time
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

# Who holds one IPv6 address commonly holds all that share these bits.
IPV6_HOUSEHOLD_BITS = 64


class Count(NamedTuple):
    """How a count stands: ``left`` of ``tries`` in ``seconds``, below 0 when used up; anew in ``resets``."""

    tries: int
    seconds: int
    left: int
    resets: int


def wait_after(action: str, **subjects: str) -> int:
    """Count one try of an action by each subject; return the seconds to wait, 0 when it may go on.

    The limits are ``settings.MEMBER_LIMITS``: for each action and kind of subject, how
    many tries in how many seconds. A subject that is empty is not counted.
    """
    limits: Mapping[str, tuple[int, int]] = settings.MEMBER_LIMITS[action]
    waits = [
        _wait(f"{action}:{kind}:{subjects[kind]}", *limit)
        for kind, limit in limits.items()
        if subjects.get(kind)
    ]
    return max(waits, default=0)


def count_more(action: str, more: int, **subjects: str) -> None:
    """Count an action that turned out dear as so many tries more; who has used up theirs waits next time."""
    limits: Mapping[str, tuple[int, int]] = settings.MEMBER_LIMITS[action]
    for kind, limit in limits.items():
        if more and subjects.get(kind):
            counted(f"{action}:{kind}:{subjects[kind]}", *limit, more)


def counted(what: str, tries: int, seconds: int, times: int = 1) -> Count:
    """Count tries of something that may be tried so often in so many seconds; return how it stands."""
    stretch, past = divmod(int(time.time()), seconds)
    key = f"tries:{hashlib.sha256(what.encode(errors='replace')).hexdigest()}:{stretch}"
    cache.add(key, 0, 2 * seconds)
    try:
        tried = cache.incr(key, times)
    except ValueError:  # a full cache has just thrown the count away
        tried = 0
    return Count(tries, seconds, tries - tried, seconds - past)


def _wait(what: str, tries: int, seconds: int) -> int:
    count = counted(what, tries, seconds)
    return count.resets if count.left < 0 else 0


def address_of(request: HttpRequest) -> str:
    """Return the network address that a request is counted under.

    Behind a proxy it is the one that the proxy itself saw, the last it wrote: those
    before it are what the caller claims.
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
