"""The same order of one seat, sent by two phones: at a table it stands once, and the other phone is told.

A seat gives one order on what it knows. An order on older knowledge than the log's is therefore either the
one that stands there already, or another one in its place; what stands is handed back, so that whoever typed
it a second time sees whether it is the same, with the same dice.
"""

from dataclasses import dataclass
from typing import Self

from darkseas.engine.events import DiceRolled, Entry, OrderGiven, TableWitnessed
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.serialization.canonical_json import Json
from replays_app.log import store as log_store
from replays_app.log.store import LogConflict
from replays_app.models import Seat
from replays_app.recording.at_table import is_at_table
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import may_see, of_seat


@dataclass(frozen=True, slots=True)
class Recorded:
    """An order that stands, the throws that were typed in for it, and whether it is the one sent now.

    ``length`` is how many entries the seat knew after it.
    """

    order: str
    blanks: Json
    dice: tuple[tuple[int, ...], ...]
    is_same: bool
    length: int


class RecordedAlready(LogConflict):
    """The seat's order on what it knew then stands already."""

    def __init__(self, conflict: LogConflict, recorded: Recorded) -> None:
        super().__init__(conflict.expected, conflict.length)
        self.recorded = recorded

    @classmethod
    def of(
        cls, context: BattleContext, seat: Seat, name: str, blanks: Json, conflict: LogConflict
    ) -> Self | None:
        """Return what stands in the place of an order that comes too late; None where it is no second one."""
        if not is_at_table(context.battle):
            return None
        known, step = _step_after(context, seat, conflict.expected)
        given = next((entry.event for entry in step if isinstance(entry.event, OrderGiven)), None)
        if given is None or given.side != seat.side:
            return None
        try:
            sent = context.rules.as_given(context.rules.read_order(seat.side, name, blanks))
        except IllegalOrder:
            sent = None
        dice = tuple(
            entry.event.faces
            for entry in step
            if isinstance(entry.event, DiceRolled) and entry.event.origin == "table"
        )
        return cls(conflict, Recorded(given.order, given.blanks, dice, is_same=sent == given, length=known))


def _step_after(context: BattleContext, seat: Seat, expected: int) -> tuple[int, list[Entry]]:
    """Return the first step after the ``expected`` entries that a seat knew, and how many it knew then."""
    known, step = 0, list[Entry]()
    for entry in log_store.read(context.battle.pk):
        is_known = may_see(of_seat(seat), entry.audience)
        if step and entry.step != step[0].step:
            break
        # In front of whom its dice fell is a step of its own before it.
        begins = known >= expected and is_known and not isinstance(entry.event, TableWitnessed)
        if step or begins:
            step.append(entry)
        known += is_known
    return known, step
