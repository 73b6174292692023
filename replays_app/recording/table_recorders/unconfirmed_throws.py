"""Throws at a table that the other side has not confirmed, and their outcomes."""

from dataclasses import dataclass

from darkseas.engine.events import DiceRolled, TableConfirmed
from replays_app.models import Seat
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import of_seat

#: The most throws returned, and the most entries searched for them.
MOST_TOLD, LOOKED_BACK = 12, 500
_TABLE = "table"


@dataclass(slots=True)
class WaitingThrow:
    """An unconfirmed throw that a side knows: its entry, dice and outcome."""

    n: int
    dice: str
    outcome: str = ""


def waiting_throws(context: BattleContext, seat: Seat) -> list[WaitingThrow]:
    """Return the newest throws that a seat's side has not confirmed, in order.

    The outcome of a throw is the next text of its step, which names shooter and target.
    """
    perspective = of_seat(seat)
    first = max(cursor_cache.newest(context, perspective).length - LOOKED_BACK, 0)
    found: list[WaitingThrow] = []
    step = -1
    for cursor, entry in cursor_cache.entries_from(context, perspective, first, LOOKED_BACK):
        event = entry.event
        if isinstance(event, TableConfirmed) and event.side == seat.side:
            found = []
        elif isinstance(event, DiceRolled):
            is_waiting = cursor.witnessed is not None and seat.side not in cursor.witnessed.by
            if event.origin == _TABLE and is_waiting:
                told = context.system.describe(cursor.state, event).sentence
                found.append(WaitingThrow(cursor.length, told))
                step = entry.step
        elif found and not found[-1].outcome and entry.step == step:
            told = context.system.describe(cursor.state, event).sentence
            for throw in found:
                throw.outcome = throw.outcome or told
    return found[-MOST_TOLD:]
