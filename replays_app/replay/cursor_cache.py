"""Cached cursors at any entry of a battle, from any perspective; the cost does not grow with the log.

A perspective's newest state is cached, and so is its state at regular intervals. Entries after a cached state
are folded. A cached state is valid only if its entry still has the same link. So a lost or stale cache costs
time, but never gives a wrong state. Concurrent requests share one long reading.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from threading import Lock
from typing import Any

from django.core.cache import cache

from darkseas.engine.dice.ledger import SCHEME as FAIR
from darkseas.engine.system import RulesSystem
from replays_app.log import store as log_store
from replays_app.log.reader import DecodedEntry

from .battle_context import BattleContext
from .code_version import code_version
from .cursor import FOR_THE_LEDGER, MARKERS, ReplayCursor
from .perspectives import ALL, may_see

#: Entries between cached states: writing one costs as much as folding a hundred entries.
GRID = 250
#: How many seconds a state is cached.
CACHED_S = 24 * 3600
#: How many more entries are fetched at once than are surely needed.
CHUNK = 256

NEWEST = "newest"


@functools.cache
def needed_events(system: RulesSystem, dice_scheme: str) -> frozenset[type]:
    """Return the event types that a cursor over a battle with such dice must read."""
    needed = frozenset((*system.setters, *MARKERS))
    return needed | FOR_THE_LEDGER if dice_scheme == FAIR else needed


def newest(context: BattleContext, perspective: str) -> ReplayCursor:
    """Return a cursor at the end of the log."""
    return newest_of(context, (perspective,))[perspective]


def newest_of(context: BattleContext, perspectives: Iterable[str]) -> dict[str, ReplayCursor]:
    """Return a cursor of each perspective at the end of the log.

    All cursors are at the same entry if the cached ones are valid. Otherwise they are read one by one, and
    none is behind an earlier one in ``perspectives``.
    """
    keys = {perspective: _key(context, perspective, NEWEST) for perspective in perspectives}
    kept, cursors = cache.get_many(keys.values()), {}
    for perspective, key in keys.items():
        if key in kept:
            cursors[perspective], _ = context.initial.from_bytes(kept[key])
        else:
            cursors[perspective] = _afresh(context, perspective)
    if _read_on(context, keys, cursors):
        return cursors
    return {perspective: _afresh(context, perspective) for perspective in keys}


def _read_on(context: BattleContext, keys: Mapping[str, str], cursors: Mapping[str, ReplayCursor]) -> bool:
    """Advance all cursors in one reading. If they are invalid, move none and return False.

    The reading begins with the last entry of the hindmost cursor, and so checks the links of all.
    """
    first = max(min(cursor.position for cursor in cursors.values()) - 1, 0)
    part = log_store.read_linked(context.battle.pk, context.reader, first, context.sound_end)
    links = {number: link for number, (_, link) in enumerate(part, first)}
    if any(cursor.position and links.get(cursor.position - 1) != cursor.link for cursor in cursors.values()):
        return False
    made: dict[str, bytes] = {}
    for perspective, cursor in cursors.items():
        unread = part[cursor.position - first :]
        for entry, link in unread:
            if may_see(perspective, entry.audience):
                _apply(context, cursor, entry, link, made)
            else:
                cursor.skip(link)
        if unread:
            made[keys[perspective]] = context.initial.to_bytes((cursor, None))
    cache.set_many(made, CACHED_S)
    return True


def _afresh(context: BattleContext, perspective: str) -> ReplayCursor:
    """Return a cursor at the end of the log, read from the nearest cached state."""
    cursor = _nearest(context, perspective, log_store.length(context.battle.pk))
    if perspective == ALL:
        _read_to_end(context, cursor)
    else:
        for _ in entries_on(context, cursor):
            pass
    store(context, cursor, NEWEST)
    return cursor


def _read_to_end(context: BattleContext, cursor: ReplayCursor) -> None:
    """Read to the end of the log in the full perspective, which sees every entry."""
    last = log_store.last(context.battle.pk, context.sound_end)
    if last is None or last.seq < cursor.position:
        return
    setters = context.system.setters
    needed = needed_events(context.system, context.battle.dice_scheme)
    reader = log_store.reader_of(context.system.key, needed)
    for first in range(cursor.position, last.seq + 1, log_store.CHUNK):
        stop = min(first + log_store.CHUNK, last.seq + 1)
        for event in log_store.events(context.battle.pk, reader, first, stop):
            cursor.apply_event(setters, event)
    cursor.advance_to(last)


def entries_from(
    context: BattleContext, perspective: str, number: int, count: int = CHUNK
) -> Iterator[tuple[ReplayCursor, DecodedEntry]]:
    """Yield a perspective's entries from this number on, each with the cursor before it.

    The same cursor is yielded each time. An entry is applied when the caller requests the next one. ``count``
    is how many entries the caller expects to need.
    """
    cursor = cached(context, perspective, number - number % GRID)[0] if number >= GRID else None
    if cursor is not None or number < GRID:
        cursor = cursor or at_start(context, perspective)
        return _entries(context, *_advance_to(context, cursor, number, count))
    with lock_for(context, perspective, "reading"):
        cursor = _nearest(context, perspective, number)
        reached = _advance_to(context, cursor, number, count)
    return _entries(context, *reached)


def entries_on(context: BattleContext, cursor: ReplayCursor) -> Iterator[tuple[ReplayCursor, DecodedEntry]]:
    """Yield the entries after a cursor, as `entries_from` does."""
    return _entries(context, cursor, _unread(context, cursor, log_store.NO_END))


_Unread = Iterator[tuple[DecodedEntry, bytes]]


def _advance_to(
    context: BattleContext, cursor: ReplayCursor, number: int, count: int
) -> tuple[ReplayCursor, _Unread]:
    """Advance to the entry of this number; return the cursor and the unread entries."""
    made: dict[str, bytes] = {}
    unread = _unread(context, cursor, number + count)
    for entry, link in unread:
        if cursor.length == number:
            unread = chain(((entry, link),), unread)
            break
        _apply(context, cursor, entry, link, made)
    cache.set_many(made, CACHED_S)
    return cursor, unread


def _entries(
    context: BattleContext, cursor: ReplayCursor, unread: _Unread
) -> Iterator[tuple[ReplayCursor, DecodedEntry]]:
    made: dict[str, bytes] = {}
    try:
        for entry, link in unread:
            yield cursor, entry
            _apply(context, cursor, entry, link, made)
    finally:
        cache.set_many(made, CACHED_S)


def state_at(context: BattleContext, number: int, perspective: str) -> Any:
    """Return the state after a perspective's entry of this number. Raises LookupError."""
    for cursor, entry in entries_from(context, perspective, number, 1):
        cursor.apply(context.system.setters, entry)
        return cursor.state
    raise LookupError(f"no entry {number}")


def _unread(context: BattleContext, cursor: ReplayCursor, until: int) -> _Unread:
    """Yield the next entries that the perspective may see, for the caller to apply; skip the others.

    ``until`` is the cursor's length that the caller certainly needs.
    """
    least = 1
    while True:
        size = min(max(until - cursor.length, least), log_store.CHUNK)
        stop = min(cursor.position + size, context.sound_end)
        part = log_store.read_linked(context.battle.pk, context.reader, cursor.position, stop)
        for entry, link in part:
            if may_see(cursor.perspective, entry.audience):
                yield entry, link
            else:
                cursor.skip(link)
        if len(part) < size:
            return
        least = CHUNK


def _apply(
    context: BattleContext, cursor: ReplayCursor, entry: DecodedEntry, link: bytes, made: dict[str, bytes]
) -> None:
    """Apply an entry; add a state that should be cached to ``made``.

    The caller caches them together, because each round trip is expensive.
    """
    cursor.apply(context.system.setters, entry, link)
    if cursor.length % GRID == 0:
        made[_key(context, cursor.perspective, cursor.length)] = context.initial.to_bytes((cursor, None))


def _nearest(context: BattleContext, perspective: str, number: int) -> ReplayCursor:
    """Return the nearest cached cursor of at most this length, or one before entry 0."""
    place, back = number // GRID, 1
    while place > 0:
        cursor, _ = cached(context, perspective, place * GRID)
        if cursor is not None:
            return cursor
        place, back = place - back, 2 * back
    return at_start(context, perspective)


def at_start(context: BattleContext, perspective: str) -> ReplayCursor:
    """Return a cursor before entry 0."""
    return ReplayCursor(perspective, context.initial.state.copy())


# --- the cache ---------------------------------------------------------------------------

_LOCKS = tuple(Lock() for _ in range(64))


def lock_for(context: BattleContext, perspective: str, what: str) -> Lock:
    """Return the lock for an expensive computation whose result is cached.

    A thread that waited for the lock finds the result in the cache. The lock works within one process, and
    its holder never waits for another lock.
    """
    return _LOCKS[hash((context.battle.pk, perspective, what)) % len(_LOCKS)]


def store(context: BattleContext, cursor: ReplayCursor, place: int | str, beside: Any = None) -> None:
    """Cache a cursor, and the data gathered while reading up to it."""
    data = context.initial.to_bytes((cursor, beside))
    cache.set(_key(context, cursor.perspective, place), data, CACHED_S)


def cached(context: BattleContext, perspective: str, place: int | str) -> tuple[ReplayCursor | None, Any]:
    """Return the cached cursor and gathered data at a place; None if they are missing or invalid."""
    data = cache.get(_key(context, perspective, place))
    if data is None:
        return None, None
    cursor, beside = context.initial.from_bytes(data)
    if cursor.position > context.sound_end:
        return None, None
    if cursor.position and log_store.link_at(context.battle.pk, cursor.position - 1) != cursor.link:
        return None, None
    return cursor, beside


def _key(context: BattleContext, perspective: str, place: int | str) -> str:
    return f"cursor:{code_version()}:{context.battle.pk.hex}:{perspective}:{place}"
