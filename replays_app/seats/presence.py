"""Which seats have a page open that hears news at once: noted by the stream, asked by who writes letters.

It lies in the cache: where processes share none, nobody is taken for present, and a letter more is written.
"""

from django.core.cache import cache

#: How long a seat counts as present after its stream was last seen open, in seconds.
PRESENT_S = 40


def note(seat_id: int) -> None:
    """Note that a page of the seat's holder is open now."""
    cache.set(_key(seat_id), True, PRESENT_S)


def forget(seat_id: int) -> None:
    """Note that the last page of the seat's holder has been closed."""
    cache.delete(_key(seat_id))


def is_present(seat_id: int) -> bool:
    """Whether the seat's holder has a page open that hears news at once."""
    return bool(cache.get(_key(seat_id)))


def _key(seat_id: int) -> str:
    return f"present:{seat_id}"
