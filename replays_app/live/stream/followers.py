"""Everybody who follows a battle, and the one look at the database that serves them all.

Four times a second one query asks where the logs of all followed battles end. Where one has grown, what its
followers know is read, once for each perspective, and whoever knows more than before is told. Whoever
does not is told nothing, and nothing is sent to anybody at that moment. A second query asks which lines were
written last to the seats of battles that are followed from a seat.
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

#: Seconds between two looks at the database.
LOOK_EVERY_S = 0.25
#: Seconds until the next look when the database does not answer.
AFTER_A_FAULT_S = 2.0

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Follower:
    """One open stream: of which battle, as whom, what was sent last and what is to be sent next.

    ``seat_id`` is that of who follows from their own seat, and so hears the chat's bell; ``heard`` are the
    newest lines for which it rang. Only the newest moment waits to be sent: whoever reads slowly misses what
    is old, not what is so.
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
        """Whether the bell of the chat is for them."""
        return self.seat_id is not None

    def ring(self, lines: tuple[int, ...]) -> None:
        """Take notice of the newest lines: the bell rings if they are others."""
        if lines != self.heard:
            self.heard, self.is_rung_for = lines, True
            self.has_news.set()

    def take_bell(self) -> bool:
        """Return whether the bell is to ring now."""
        is_rung_for, self.is_rung_for = self.is_rung_for, False
        return is_rung_for

    def tell(self, moment: Moment) -> None:
        """Take notice of a moment: news if it is another length, or the end."""
        if moment.length != self.sent or moment.is_over:
            self.next = moment
            self.has_news.set()

    def take(self) -> Moment | None:
        """Return what is to be sent now, None if nothing is."""
        moment, self.next = self.next, None
        self.has_news.clear()
        if moment is not None:
            self.sent = moment.length
        return moment


class Followers:
    """All open streams of this process. Lives in one event loop."""

    def __init__(self, readings: Readings, wait: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._readings = readings
        self._wait = wait
        self._by_battle: dict[UUID, set[Follower]] = {}
        self._seen: dict[UUID, Head] = {}
        self._looking: asyncio.Task[None] | None = None

    def add(self, follower: Follower) -> None:
        """Begin to tell a follower; the first look after this tells them how it stands."""
        self._by_battle.setdefault(follower.battle_id, set()).add(follower)
        self._seen.pop(follower.battle_id, None)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look_on())

    def remove(self, follower: Follower) -> None:
        """Tell a follower no more."""
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
                log.exception("the battles that are followed cannot be read")
                await self._wait(AFTER_A_FAULT_S)
            await self._wait(LOOK_EVERY_S)

    async def look(self) -> None:
        """Look once where all followed logs end, and tell who knows more than before."""
        known = dict(self._seen)
        found = await self._readings.ask(partial(heads, list(self._by_battle)))
        grown = [pk for pk, head in found.items() if pk in self._by_battle and known.get(pk) != head]
        for battle_id in grown:
            self._seen[battle_id] = found[battle_id]
        await asyncio.gather(*(self._tell(battle_id) for battle_id in grown))
        await self._ring()

    async def _ring(self) -> None:
        """Ring for who sits in a battle in which somebody has written to all seats."""
        seated = [follower for all_ in self._by_battle.values() for follower in all_ if follower.hears_chat]
        if not seated:
            return
        battles = {follower.battle_id for follower in seated}
        lines = await self._readings.ask(partial(newest_lines, battles))
        for follower in seated:
            follower.ring(lines.get(follower.battle_id, ()))

    async def _tell(self, battle_id: UUID) -> None:
        """Read what each perspective of a battle knows now, and tell its followers.

        Where that cannot be read, the next look takes the log for grown again: no news is lost.
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
