"""Orders sent twice from two devices at a table: the site records the first and shows it to the second
device.

A seat submits one order for each position. An order for an older position is therefore a duplicate of the
recorded order, or a different one. The recorded order is returned, so that the second player can compare
order and dice.
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
    """The recorded order and its throws, and whether it equals the order sent now.

    ``length`` is how many entries the seat knew after the recorded order.
    """

    order: str
    blanks: Json
    dice: tuple[tuple[int, ...], ...]
    is_same: bool
    length: int


class RecordedAlready(LogConflict):
    """The seat's order for that position is recorded already."""

    def __init__(self, conflict: LogConflict, recorded: Recorded) -> None:
        super().__init__(conflict.expected, conflict.length)
        self.recorded = recorded

    @classmethod
    def of(
        cls, context: BattleContext, seat: Seat, name: str, blanks: Json, conflict: LogConflict
    ) -> Self | None:
        """Return the order recorded for the position of a late order; None if that is no duplicate."""
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
    """Return the first step after the ``expected`` entries that a seat knew, and how many it knew after that
    step.
    """
    known, step = 0, list[Entry]()
    for entry in log_store.read(context.battle.pk):
        is_known = may_see(of_seat(seat), entry.audience)
        if step and entry.step != step[0].step:
            break
        # The witnesses of its dice are recorded before it, in a separate step.
        begins = known >= expected and is_known and not isinstance(entry.event, TableWitnessed)
        if step or begins:
            step.append(entry)
        known += is_known
    return known, step
