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
    """How far a perspective has read a battle's log, and what it knows by then.

    ``length`` counts the entries that it may know, ``position`` those of the whole log, ``link`` is
    the last one's; ``step`` counts its own steps, ``stored_step`` is the last known one's number in
    the log. ``seed_hash`` is what the house's seed is committed to, "" without one; ``draw_offer`` is the
    side whose offer of a draw stands, ``repeats`` what no side may do again at will. ``roll_counts`` are what
    the house's dice go on from: rolls by scope and purpose, of turns gone by only those whose purpose does
    not name its turn. ``ledger`` is the same for dice of ds-dice-1; only who may know everything has it
    whole. ``witnessed`` says in front of whom dice of the table fall now, None where nobody has said so;
    ``table`` counts those of which it knows from then on.
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
        """Return an equal cursor that can be moved on without touching this one."""
        ledger = None if self.ledger is None else self.ledger.copy()
        return replace(self, state=self.state.copy(), roll_counts=self.roll_counts.copy(), ledger=ledger)

    def skip(self, link: bytes) -> None:
        """Pass an entry that this perspective may not know."""
        self.position += 1
        self.link = link

    def apply(self, setters: Setters, entry: Entry | DecodedEntry, link: bytes = b"") -> None:
        """Pass an entry that this perspective may know, and set what it says."""
        self.count(entry, link)
        self.apply_event(setters, entry.event)

    def count(self, entry: Entry | DecodedEntry, link: bytes = b"") -> None:
        """Pass an entry that this perspective may know, without setting what it says."""
        self.position += 1
        self.length += 1
        self.link = link
        if entry.step != self.stored_step:
            self.next_step(entry.step)

    def step_of(self, entry: Entry | DecodedEntry) -> int:
        """Return the number that the step of the entry that comes next has here."""
        return self.step + (entry.step != self.stored_step)

    def next_step(self, stored_step: int) -> None:
        """Begin another step, which has this number in the log."""
        self.stored_step = stored_step
        self.step += 1

    def apply_event(self, setters: Setters, event: Any) -> None:
        """Set what an event says; who calls sees to the counts."""
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
        """Stand behind this entry of the log, of which this perspective knows everything."""
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


#: What a cursor itself learns from events of these types, whatever the rules system.
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
#: What the ledger of ds-dice-1 asks for beside; other battles are read sooner without.
FOR_THE_LEDGER = LEDGER_EVENTS
