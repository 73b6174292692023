"""A cursor over a battle's log: how far one perspective has read, and what it knows by then."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from darkseas.engine.dice.ledger import LEDGER_EVENTS, SCHEME, Ledger
from darkseas.engine.events import (
    BattleAborted,
    BattleBegan,
    BattleEnded,
    DiceRolled,
    DrawDeclined,
    DrawOffered,
    Entry,
    OrderWithdrawn,
    PhaseBegan,
    PlotsRevealed,
    TableConfirmed,
    TableWitnessed,
    TurnBegan,
)
from darkseas.engine.log.chain import GENESIS_LINK
from darkseas.engine.play.free_actions import Repeats, repeats_after
from replays_app.log.reader import DecodedEntry
from replays_app.log.store import Last

from .table_rolls import TableRolls

Setters = Mapping[type, Callable[[Any, Any], None]]


@dataclass(slots=True)
class ReplayCursor:
    """How far a perspective has read a battle's log, and what it knows at that entry.

    ``length`` counts the entries that the perspective may see, ``position`` those of the whole log. ``link``
    is the last entry's. ``step`` counts the perspective's own steps; ``stored_step`` is the number of its
    last step in the log.

    ``seed_hash`` is the commitment to the site's seed, "" without one. ``draw_offer`` is the side with an
    open draw offer. ``repeats`` are the free actions that sides have used up. ``roll_counts`` are the rolls
    of the site's dice by scope and purpose; past turns are dropped if the purpose names its turn. ``ledger``
    has the same for dice of ds-dice-1, and is complete only in the full perspective.

    ``witnessed`` are the sides that witness tabletop dice now, None if none has been named. ``table`` counts
    the throws known since then.
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
    seed_hash: str = ""
    draw_offer: str = ""
    repeats: Repeats = ()
    roll_counts: dict[tuple[str, str], int] = field(default_factory=dict)
    ledger: Ledger | None = None
    witnessed: TableWitnessed | None = None
    table: TableRolls | None = None

    def copy(self) -> Self:
        """Return an independent copy."""
        ledger = None if self.ledger is None else self.ledger.copy()
        return replace(self, state=self.state.copy(), roll_counts=self.roll_counts.copy(), ledger=ledger)

    def skip(self, link: bytes) -> None:
        """Move past an entry that this perspective may not see."""
        self.position += 1
        self.link = link

    def apply(self, setters: Setters, entry: Entry | DecodedEntry, link: bytes = b"") -> None:
        """Move past an entry that this perspective may see, and apply its event."""
        self.count(entry, link)
        self.apply_event(setters, entry.event)

    def count(self, entry: Entry | DecodedEntry, link: bytes = b"") -> None:
        """Move past an entry that this perspective may see, without applying its event."""
        self.position += 1
        self.length += 1
        self.link = link
        if entry.step != self.stored_step:
            self.next_step(entry.step)

    def step_of(self, entry: Entry | DecodedEntry) -> int:
        """Return the perspective's own step number of the next entry."""
        return self.step + (entry.step != self.stored_step)

    def next_step(self, stored_step: int) -> None:
        """Begin another step; ``stored_step`` is its number in the log."""
        self.stored_step = stored_step
        self.step += 1

    def apply_event(self, setters: Setters, event: Any) -> None:
        """Apply an event; the caller updates the counts."""
        kind = type(event)
        setter = setters.get(kind)
        if setter is not None:
            setter(self.state, event)
        marker = MARKERS.get(kind)
        if marker is not None:
            marker(self, event)
        if self.ledger is not None:
            self.ledger.apply(event)

    def advance_to(self, last: Last) -> None:
        """Move behind this entry of the log. The perspective must be able to see all entries up to there."""
        self.position = self.length = last.seq + 1
        self.step = self.stored_step = last.step
        self.link = last.link


def _mark_beginning(cursor: ReplayCursor, event: BattleBegan) -> None:
    cursor.seed_hash = str(event.dice.get("seed_hash", ""))
    if event.dice.get("scheme") == SCHEME:
        cursor.ledger = Ledger.of(event)


def _mark_turn(cursor: ReplayCursor, event: TurnBegan) -> None:
    gone = f"t{cursor.turn}/"
    cursor.roll_counts = {
        key: count for key, count in cursor.roll_counts.items() if not key[1].startswith(gone)
    }
    cursor.turn, cursor.phase = event.turn, ""
    _mark_repeats(cursor, event)


def _mark_phase(cursor: ReplayCursor, event: PhaseBegan) -> None:
    cursor.phase = event.phase
    _mark_repeats(cursor, event)


def _mark_end(cursor: ReplayCursor, event: BattleEnded | BattleAborted) -> None:
    cursor.is_over = True


def _mark_offer(cursor: ReplayCursor, event: DrawOffered) -> None:
    cursor.draw_offer = event.side
    _mark_repeats(cursor, event)


def _mark_no_offer(cursor: ReplayCursor, event: DrawDeclined) -> None:
    cursor.draw_offer = ""


def _mark_repeats(cursor: ReplayCursor, event: Any) -> None:
    cursor.repeats = repeats_after(cursor.repeats, event)


def _mark_roll(cursor: ReplayCursor, event: DiceRolled) -> None:
    if event.origin == "house":
        key = (event.scope, event.purpose)
        cursor.roll_counts[key] = cursor.roll_counts.get(key, 0) + 1
    elif cursor.table is not None and cursor.witnessed is not None:
        cursor.table = cursor.table.thrown(cursor.witnessed.by)


def _mark_witnesses(cursor: ReplayCursor, event: TableWitnessed) -> None:
    cursor.witnessed = event
    cursor.table = cursor.table or TableRolls(event.by)


def _mark_confirmed(cursor: ReplayCursor, event: TableConfirmed) -> None:
    if cursor.table is not None:
        cursor.table = cursor.table.confirmed(event.side)


#: Events that update the cursor itself, in every rules system.
MARKERS: Mapping[type, Callable[[ReplayCursor, Any], None]] = {
    BattleBegan: _mark_beginning,
    TurnBegan: _mark_turn,
    PhaseBegan: _mark_phase,
    BattleEnded: _mark_end,
    BattleAborted: _mark_end,
    DiceRolled: _mark_roll,
    DrawOffered: _mark_offer,
    DrawDeclined: _mark_no_offer,
    OrderWithdrawn: _mark_repeats,
    PlotsRevealed: _mark_repeats,
    TableWitnessed: _mark_witnesses,
    TableConfirmed: _mark_confirmed,
}
#: Events that the ledger of ds-dice-1 also needs; other battles are read faster without them.
FOR_THE_LEDGER = LEDGER_EVENTS
