"""Cursors at any entry of a battle and from any perspective, quickly however long the log is.

Every so many entries of a perspective the state is kept in the cache, and so is the newest; the rest
is folded from there. A kept state holds only while the entry that it stands on still has its link:
so it may be lost or stale at any time and never misleads. Who has to read far has it done once for all
who ask at the same time.
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

#: Every how many entries a state is kept: writing one costs as much as folding a hundred entries.
GRID = 250
#: How long a state is kept, in seconds.
CACHED_S = 24 * 3600
#: How many entries are fetched at once beyond those that are surely needed.
CHUNK = 256

NEWEST = "newest"


@functools.cache
def needed_events(system: RulesSystem, dice_scheme: str) -> frozenset[type]:
    """Return the types of event that a cursor over a battle with such dice cannot do without."""
    needed = frozenset((*system.setters, *MARKERS))
    return needed | FOR_THE_LEDGER if dice_scheme == FAIR else needed


def newest(context: BattleContext, perspective: str) -> ReplayCursor:
    """Return a cursor behind everything that there is now."""
    return newest_of(context, (perspective,))[perspective]


def newest_of(context: BattleContext, perspectives: Iterable[str]) -> dict[str, ReplayCursor]:
    """Return a cursor of each perspective behind everything that there is now.

    All stand behind the same entry, or, read one by one because what was kept did not hold, none
    stands before the one that was named before it.
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
    """Read the log on once for all cursors; return whether they hold, without which none is moved.

    What is read begins with the entry that the hindmost stands on, and so tells the links of all.
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
    """Return a cursor behind everything that there is now, read from the nearest state on the grid."""
    cursor = _nearest(context, perspective, log_store.length(context.battle.pk))
    if perspective == ALL:
        _read_to_end(context, cursor)
    else:
        for _ in entries_on(context, cursor):
            pass
    store(context, cursor, NEWEST)
    return cursor


def _read_to_end(context: BattleContext, cursor: ReplayCursor) -> None:
    """Read on to the end. Who may know everything need not look at one entry after the other."""
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
    """Yield a perspective's entries from this number on, each with the cursor as it is before it.

    It is one cursor: the entry is applied when the next one is asked for. ``count`` is how many the
    caller is going to ask for, as far as they know.
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
    """Yield what comes next for a cursor, as `entries_from` does."""
    return _entries(context, cursor, _unread(context, cursor, log_store.NO_END))


_Unread = Iterator[tuple[DecodedEntry, bytes]]


def _advance_to(
    context: BattleContext, cursor: ReplayCursor, number: int, count: int
) -> tuple[ReplayCursor, _Unread]:
    """Move up to the entry of this number; return the cursor and what is unread."""
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
    """Yield what comes next that the perspective may know, for the caller to apply; pass the rest.

    ``until`` is the length of the cursor up to which the caller surely wants to come.
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
    """Apply an entry; where a state is to be kept, put its bytes to what was made.

    That is kept in one go, for each round trip costs as much as making one.
    """
    cursor.apply(context.system.setters, entry, link)
    if cursor.length % GRID == 0:
        made[_key(context, cursor.perspective, cursor.length)] = context.initial.to_bytes((cursor, None))


def _nearest(context: BattleContext, perspective: str, number: int) -> ReplayCursor:
    """Return a kept cursor of at most this length, or one before entry 0."""
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
    """Return the lock for what is long to make and then kept: who waits finds it in the cache.

    It holds inside one process, and only for reading: who has it waits for nobody.
    """
    return _LOCKS[hash((context.battle.pk, perspective, what)) % len(_LOCKS)]


def store(context: BattleContext, cursor: ReplayCursor, place: int | str, beside: Any = None) -> None:
    """Keep a cursor and what was gathered on the way to it."""
    data = context.initial.to_bytes((cursor, beside))
    cache.set(_key(context, cursor.perspective, place), data, CACHED_S)


def cached(context: BattleContext, perspective: str, place: int | str) -> tuple[ReplayCursor | None, Any]:
    """Return the cursor that was kept at a place, and what was gathered; None if it does not hold."""
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
