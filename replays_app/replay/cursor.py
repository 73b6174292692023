"""A cursor over a battle's log: how far one perspective has read, and what it knows by then."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from darkseas.engine.events import BattleEnded, DiceRolled, Entry, PhaseBegan, TurnBegan
from darkseas.engine.log.chain import GENESIS_LINK
from replays_app.log.reader import DecodedEntry
from replays_app.log.store import Last

Setters = Mapping[type, Callable[[Any, Any], None]]


@dataclass(slots=True)
class ReplayCursor:
    """How far a perspective has read a battle's log, and what it knows by then.

    ``length`` counts the entries that it may know, ``position`` those of the whole log, ``link`` is
    the last one's; ``step`` counts its own steps, ``stored_step`` is the last known one's number in
    the log. ``roll_counts`` are what house dice go on from: rolls by scope and purpose, of turns gone
    by only those whose purpose does not name its turn.
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
    roll_counts: dict[tuple[str, str], int] = field(default_factory=dict)

    def copy(self) -> Self:
        """Return an equal cursor that can be moved on without touching this one."""
        return replace(self, state=self.state.copy(), roll_counts=self.roll_counts.copy())

    def skip(self, link: bytes) -> None:
        """Pass an entry that this perspective may not know."""
        self.position += 1
        self.link = link

    def apply(self, setters: Setters, entry: Entry | DecodedEntry, link: bytes = b"") -> None:
        """Pass an entry that this perspective may know, and set what it says."""
        self.count(entry, link)
        self.apply_event(setters, entry.event)

    def count(self, entry: Entry | DecodedEntry, link: bytes = b"") -> tuple[int, int]:
        """Pass an entry that this perspective may know; return its numbers here, its own and its step's."""
        self.position += 1
        self.length += 1
        self.link = link
        if entry.step != self.stored_step:
            self.next_step(entry.step)
        return self.length - 1, self.step

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

    def advance_to(self, last: Last) -> None:
        """Stand behind this entry of the log, of which this perspective knows everything."""
        self.position = self.length = last.seq + 1
        self.step = self.stored_step = last.step
        self.link = last.link


def _mark_turn(cursor: ReplayCursor, event: TurnBegan) -> None:
    gone = f"t{cursor.turn}/"
    cursor.roll_counts = {
        key: count for key, count in cursor.roll_counts.items() if not key[1].startswith(gone)
    }
    cursor.turn, cursor.phase = event.turn, ""


def _mark_phase(cursor: ReplayCursor, event: PhaseBegan) -> None:
    cursor.phase = event.phase


def _mark_end(cursor: ReplayCursor, event: BattleEnded) -> None:
    cursor.is_over = True


def _mark_roll(cursor: ReplayCursor, event: DiceRolled) -> None:
    if event.origin == "house":
        key = (event.scope, event.purpose)
        cursor.roll_counts[key] = cursor.roll_counts.get(key, 0) + 1


#: What a cursor itself learns from events of these types, whatever the rules system.
MARKERS: Mapping[type, Callable[[ReplayCursor, Any], None]] = {
    TurnBegan: _mark_turn,
    PhaseBegan: _mark_phase,
    BattleEnded: _mark_end,
    DiceRolled: _mark_roll,
}
