"""Presence: seats whose holders have a live page open, as reported by the stream.

Only absent holders get e-mails. Presence is stored in the cache. If processes share no cache, everybody
counts as absent and gets more e-mails.
"""

from django.core.cache import cache

#: How many seconds a seat counts as present after its stream was last open.
PRESENT_S = 40


def note(seat_id: int) -> None:
    """Record that the holder has a page open now."""
    cache.set(_key(seat_id), True, PRESENT_S)


def forget(seat_id: int) -> None:
    """Record that the holder has closed their last page."""
    cache.delete(_key(seat_id))


def is_present(seat_id: int) -> bool:
    """Return whether the holder has a live page open."""
    return bool(cache.get(_key(seat_id)))


def _key(seat_id: int) -> str:
    return f"present:{seat_id}"
