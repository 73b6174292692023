"""States of a battle at any entry and from any perspective, quickly however long the log is.

Every so many entries of a perspective the state is kept in the cache, and so is the newest; the rest
is folded from there. A kept state holds only while the entry that it stands on still has its link:
so it may be lost or stale at any time and never misleads. Who has to read far has it done once for all
who ask at the same time.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache as cache_once
from itertools import chain
from threading import Lock
from typing import Any, Self

from django.core.cache import cache

from darkseas.engine.events import BattleEnded, DiceRolled, Entry, PhaseBegan, TurnBegan
from darkseas.engine.log.chain import GENESIS_LINK
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry
from replays_app.log import store as log
from replays_app.log.reader import Told
from replays_app.log.store import Last
from replays_app.models import Battle

from .code_version import code_mark
from .initial_states import beginning_of
from .perspectives import ALL, may_see

#: Every how many entries a state is kept: writing one costs as much as folding a hundred entries.
GRID = 250
#: How long a state is kept, in seconds.
KEPT_S = 24 * 3600
#: How many entries are fetched at once beyond those that are surely needed.
CHUNK = 256

NEWEST = "newest"

Setters = Mapping[type, Callable[[Any, Any], None]]


@dataclass(slots=True)
class Reading:
    """How far a perspective has read a battle's log, and what it knows by then.

    ``length`` counts the entries that it may know, ``position`` those of the whole log, ``link`` is
    the last one's; ``step`` counts its own steps, ``stored_step`` is the last known one's number in
    the log. ``asked`` is what house dice go on from: rolls by scope and purpose, of turns gone by
    only those whose purpose does not name its turn.
    """

    perspective: str
    state: Any
    length: int = 0
    position: int = 0
    link: bytes = GENESIS_LINK
    step: int = -1
    stored_step: int = -1
    turn: int = 0
    phase: str = ""
    is_over: bool = False
    asked: dict[tuple[str, str], int] = field(default_factory=dict)

    def copy(self) -> Self:
        """Return an equal reading that can be read on without touching this one."""
        return replace(self, state=self.state.copy(), asked=self.asked.copy())

    def skip(self, link: bytes) -> None:
        """Pass an entry that this perspective may not know."""
        self.position += 1
        self.link = link

    def take(self, setters: Setters, entry: Entry | Told, link: bytes = b"") -> None:
        """Read an entry that this perspective may know."""
        self.position += 1
        self.length += 1
        self.link = link
        if entry.step != self.stored_step:
            self.stored_step = entry.step
            self.step += 1
        self.learn(setters, entry.event)

    def learn(self, setters: Setters, event: Any) -> None:
        """Set what an event says; who calls sees to the counts."""
        kind = type(event)
        setter = setters.get(kind)
        if setter is not None:
            setter(self.state, event)
        marker = _MARKERS.get(kind)
        if marker is not None:
            marker(self, event)

    def reach(self, last: Last) -> None:
        """Stand behind this entry of the log, of which this perspective knows everything."""
        self.position = self.length = last.seq + 1
        self.step = self.stored_step = last.step
        self.link = last.link


def _mark_turn(reading: Reading, event: TurnBegan) -> None:
    gone = f"t{reading.turn}/"
    reading.asked = {key: count for key, count in reading.asked.items() if not key[1].startswith(gone)}
    reading.turn, reading.phase = event.turn, ""


def _mark_phase(reading: Reading, event: PhaseBegan) -> None:
    reading.phase = event.phase


def _mark_end(reading: Reading, event: BattleEnded) -> None:
    reading.is_over = True


def _mark_roll(reading: Reading, event: DiceRolled) -> None:
    if event.origin == "house":
        key = (event.scope, event.purpose)
        reading.asked[key] = reading.asked.get(key, 0) + 1


_MARKERS: Mapping[type, Callable[[Reading, Any], None]] = {
    TurnBegan: _mark_turn,
    PhaseBegan: _mark_phase,
    BattleEnded: _mark_end,
    DiceRolled: _mark_roll,
}


@cache_once
def telling(system: RulesSystem) -> frozenset[type]:
    """Return the types of event that a reading cannot do without."""
    return frozenset((*system.setters, *_MARKERS))


def system_of(battle: Battle) -> RulesSystem:
    """Return the rules system that a battle is fought by."""
    return registry.system(battle.system)


def newest(battle: Battle, perspective: str) -> Reading:
    """Return the reading of everything that there is now."""
    reading = kept(battle, perspective, NEWEST)[0] or _nearest(battle, perspective, log.length(battle.pk))
    before = reading.position
    if perspective == ALL:
        _read_whole(battle, reading)
    else:
        for _ in entries_on(battle, reading):
            pass
    if reading.position != before:
        keep(battle, reading, NEWEST)
    return reading


def _read_whole(battle: Battle, reading: Reading) -> None:
    """Read on to the end. Who may know everything need not look at one entry after the other."""
    last = log.last(battle.pk, _sound_end(battle))
    if last is None or last.seq < reading.position:
        return
    system = system_of(battle)
    wanted = telling(system)
    for first in range(reading.position, last.seq + 1, log.CHUNK):
        for event in log.events(battle.pk, first, min(first + log.CHUNK, last.seq + 1), wanted):
            reading.learn(system.setters, event)
    reading.reach(last)


def entries_from(
    battle: Battle, perspective: str, number: int, count: int = CHUNK
) -> Iterator[tuple[Reading, Told]]:
    """Yield a perspective's entries from this number on, each with the reading as it is before it.

    It is one reading: it takes the entry when the next one is asked for. ``count`` is how many the
    caller is going to ask for, as far as he knows.
    """
    reading = kept(battle, perspective, number - number % GRID)[0] if number >= GRID else None
    if reading is not None or number < GRID:
        reading = reading or beginning(battle, perspective)
        return _entries(battle, *_reach(battle, reading, number, count))
    with alone(battle, perspective, "reading"):
        reading = _nearest(battle, perspective, number)
        reached = _reach(battle, reading, number, count)
    return _entries(battle, *reached)


def entries_on(battle: Battle, reading: Reading) -> Iterator[tuple[Reading, Told]]:
    """Yield what comes next for a reading, as `entries_from` does."""
    return _entries(battle, reading, _unread(battle, reading, log.NO_END))


_Unread = Iterator[tuple[Told, bytes]]


def _reach(battle: Battle, reading: Reading, number: int, count: int) -> tuple[Reading, _Unread]:
    """Read up to the entry of this number; return the reading and what is unread."""
    setters = system_of(battle).setters
    made: dict[str, bytes] = {}
    unread = _unread(battle, reading, number + count)
    for told, link in unread:
        if reading.length == number:
            unread = chain(((told, link),), unread)
            break
        _take(battle, setters, reading, told, link, made)
    _keep_all(made)
    return reading, unread


def _entries(battle: Battle, reading: Reading, unread: _Unread) -> Iterator[tuple[Reading, Told]]:
    setters = system_of(battle).setters
    made: dict[str, bytes] = {}
    try:
        for told, link in unread:
            yield reading, told
            _take(battle, setters, reading, told, link, made)
    finally:
        _keep_all(made)


def state_at(battle: Battle, number: int, perspective: str) -> Any:
    """Return the state after a perspective's entry of this number. Raises LookupError."""
    for reading, entry in entries_from(battle, perspective, number, 1):
        reading.take(system_of(battle).setters, entry)
        return reading.state
    raise LookupError(f"no entry {number}")


def _unread(battle: Battle, reading: Reading, until: int) -> _Unread:
    """Yield what comes next that the perspective may know, for the caller to take; pass the rest.

    ``until`` is the length of the reading up to which the caller surely wants to come.
    """
    least = 1
    while True:
        size = min(max(until - reading.length, least), log.CHUNK)
        stop = min(reading.position + size, _sound_end(battle))
        part = log.read_linked(battle.pk, reading.position, stop)
        for told, link in part:
            if may_see(reading.perspective, told.audience):
                yield told, link
            else:
                reading.skip(link)
        if len(part) < size:
            return
        least = CHUNK


def _sound_end(battle: Battle) -> int:
    """Return where reading has to stop: of a log whose chain does not fit, the rest is not read."""
    return log.NO_END if battle.broken_at is None else battle.broken_at


def _take(
    battle: Battle, setters: Setters, reading: Reading, told: Told, link: bytes, made: dict[str, bytes]
) -> None:
    """Take an entry; where a state is to be kept, put its bytes to what was made."""
    reading.take(setters, told, link)
    if reading.length % GRID == 0:
        made[_key(battle, reading.perspective, reading.length)] = _written(battle, reading, None)


def _nearest(battle: Battle, perspective: str, number: int) -> Reading:
    """Return a kept reading of at most this length, or one before entry 0."""
    place, back = number // GRID, 1
    while place > 0:
        reading, _ = kept(battle, perspective, place * GRID)
        if reading is not None:
            return reading
        place, back = place - back, 2 * back
    return beginning(battle, perspective)


def beginning(battle: Battle, perspective: str) -> Reading:
    """Return a reading of nothing yet."""
    return Reading(perspective, beginning_of(battle).state.copy())


# --- the cache ---------------------------------------------------------------------------

_LOCKS = tuple(Lock() for _ in range(64))


def alone(battle: Battle, perspective: str, what: str) -> Lock:
    """Return the lock for what is long to make and then kept: who waits finds it in the cache.

    It holds inside one process, and only for reading: who has it waits for nobody.
    """
    return _LOCKS[hash((battle.pk, perspective, what)) % len(_LOCKS)]


def keep(battle: Battle, reading: Reading, place: int | str, beside: Any = None) -> None:
    """Keep a reading and what was gathered on the way to it."""
    data = _written(battle, reading, beside)
    cache.set(_key(battle, reading.perspective, place), data, KEPT_S)


def kept(battle: Battle, perspective: str, place: int | str) -> tuple[Reading | None, Any]:
    """Return the reading that was kept at a place, and what was gathered; None if it does not hold."""
    data = cache.get(_key(battle, perspective, place))
    if data is None:
        return None, None
    reading, beside = beginning_of(battle).from_bytes(data)
    if battle.broken_at is not None and reading.position > battle.broken_at:
        return None, None
    if reading.position and log.link_at(battle.pk, reading.position - 1) != reading.link:
        return None, None
    return reading, beside


def _key(battle: Battle, perspective: str, place: int | str) -> str:
    return f"reading:{code_mark()}:{battle.pk.hex}:{perspective}:{place}"


def _written(battle: Battle, reading: Reading, beside: Any) -> bytes:
    return beginning_of(battle).to_bytes((reading, beside))


def _keep_all(made: dict[str, bytes]) -> None:
    """Keep what was made: in one go, for each round trip costs as much as making one."""
    if made:
        cache.set_many(made, KEPT_S)
        made.clear()
