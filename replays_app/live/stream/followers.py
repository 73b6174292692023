"""All followers of battles, and the single database poll that serves them.

Four times a second one query reads the lengths of all followed logs. If a log has grown, the poll reads what
each view knows now and notifies the followers who know more than before. Others get nothing at that moment. A
second query reads the newest chat lines of battles followed from a seat.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from uuid import UUID

from replays_app.live.chat.new_line_signal import newest_lines
from replays_app.log.heads import Head, heads
from replays_app.replay.moment import Moment

from .database_reads import Readings, read_moments

#: Seconds between polls of the database.
LOOK_EVERY_S = 0.25
#: Seconds until the next poll after a database error.
AFTER_A_FAULT_S = 2.0

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Follower:
    """One open stream: its battle and view, the last message sent and the next.

    ``seat_id`` is set for followers from their own seat, who get chat signals; ``heard`` are the newest lines
    already signalled. Only the newest moment waits to be sent, so slow readers skip older ones.
    """

    battle_id: UUID
    perspective: str
    sent: int | None = None
    seat_id: int | None = None
    next: Moment | None = None
    heard: tuple[int, ...] = ()
    is_rung_for: bool = False
    has_news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def hears_chat(self) -> bool:
        return self.seat_id is not None

    def ring(self, lines: tuple[int, ...]) -> None:
        """Signal chat if the newest lines have changed."""
        if lines != self.heard:
            self.heard, self.is_rung_for = lines, True
            self.has_news.set()

    def take_bell(self) -> bool:
        """Return whether a chat signal must be sent now, and clear the signal."""
        is_rung_for, self.is_rung_for = self.is_rung_for, False
        return is_rung_for

    def tell(self, moment: Moment) -> None:
        """Queue a moment if its length is new or the battle is over."""
        if moment.length != self.sent or moment.is_over:
            self.next = moment
            self.has_news.set()

    def take(self) -> Moment | None:
        """Return the moment to send now, or None."""
        moment, self.next = self.next, None
        self.has_news.clear()
        if moment is not None:
            self.sent = moment.length
        return moment


class Followers:
    """All open streams of this process. They live in one event loop."""

    def __init__(self, readings: Readings, wait: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._readings = readings
        self._wait = wait
        self._by_battle: dict[UUID, set[Follower]] = {}
        self._seen: dict[UUID, Head] = {}
        self._looking: asyncio.Task[None] | None = None

    def add(self, follower: Follower) -> None:
        """Add a follower; the next poll sends the current state."""
        self._by_battle.setdefault(follower.battle_id, set()).add(follower)
        self._seen.pop(follower.battle_id, None)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look_on())

    def remove(self, follower: Follower) -> None:
        rest = self._by_battle.get(follower.battle_id, set())
        rest.discard(follower)
        if not rest:
            self._by_battle.pop(follower.battle_id, None)
            self._seen.pop(follower.battle_id, None)

    async def _look_on(self) -> None:
        while self._by_battle:
            try:
                await self.look()
            except Exception:
                log.exception("cannot read the followed battles")
                await self._wait(AFTER_A_FAULT_S)
            await self._wait(LOOK_EVERY_S)

    async def look(self) -> None:
        """Poll the lengths of all followed logs once, and notify followers who know more than before."""
        known = dict(self._seen)
        found = await self._readings.ask(partial(heads, list(self._by_battle)))
        grown = [pk for pk, head in found.items() if pk in self._by_battle and known.get(pk) != head]
        for battle_id in grown:
            self._seen[battle_id] = found[battle_id]
        await asyncio.gather(*(self._tell(battle_id) for battle_id in grown))
        await self._ring()

    async def _ring(self) -> None:
        """Signal new chat lines to seat holders."""
        seated = [follower for all_ in self._by_battle.values() for follower in all_ if follower.hears_chat]
        if not seated:
            return
        battles = {follower.battle_id for follower in seated}
        lines = await self._readings.ask(partial(newest_lines, battles))
        for follower in seated:
            follower.ring(lines.get(follower.battle_id, ()))

    async def _tell(self, battle_id: UUID) -> None:
        """Read what each view of a battle knows now, and notify its followers.

        After a failed read, the next poll treats the log as grown again, so no news is lost.
        """
        perspectives = sorted({follower.perspective for follower in self._by_battle.get(battle_id, ())})
        try:
            moments = await self._readings.ask(partial(read_moments, battle_id, perspectives))
        except Exception:
            self._seen.pop(battle_id, None)
            raise
        for follower in self._by_battle.get(battle_id, ()):
            moment = moments.get(follower.perspective)
            if moment is not None:
                follower.tell(moment)
