"""Confirmations that the other side saw the dice entered by a player.

If each side records itself, only the player who entered a throw has seen it, until the other side confirms. A
confirmation covers all earlier throws that the side knows, and is an entry of the log.
"""

import secrets
import time

from django.db import IntegrityError, transaction

from darkseas.engine.events import Fact, TableConfirmed
from darkseas.engine.orders import IllegalOrder
from replays_app.log import store as log_store
from replays_app.log.store import LogConflict
from replays_app.models import Seat
from replays_app.projections import whose_turn
from replays_app.recording import at_table
from replays_app.recording.orders import BattleOver
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import ALL, of_seat
from replays_app.seats import taking_seats

#: How often a confirmation is retried if an entry hidden from the side was recorded first.
TRIES = 12
_BACK_OFF_MS = 8
ALONE = "Only players who each record their own side confirm what the other entered."


def confirm(context: BattleContext, seat: Seat, expected: int) -> int:
    """Confirm all throws that a side knows, with ``expected`` entries known; return how many.

    Nothing is recorded if all throws are confirmed. Raises IllegalOrder if this side need not confirm,
    LogConflict if the side has not seen the newest entries, BattleOver because a finished log is signed
    instead.
    """
    for attempt in range(TRIES):
        waiting = at_table.unconfirmed(context, seat)
        if waiting is None:
            raise IllegalOrder(ALONE, rule="dice", field="order")
        newest = cursor_cache.newest_of(context, (ALL, of_seat(seat)))
        full, view = newest[ALL], newest[of_seat(seat)]
        if view.length != expected:
            raise LogConflict(expected, view.length)
        if full.is_over or context.battle.is_over or context.battle.broken_at is not None:
            raise BattleOver
        if not waiting:
            return 0
        fact = Fact(TableConfirmed(seat.side))
        try:
            with transaction.atomic():
                taking_seats.keep_seated(seat)
                step = full.stored_step + 1
                log_store.append(context.battle.pk, full.position, step, [fact], seat.participant)
        except (LogConflict, IntegrityError):
            time.sleep(secrets.randbelow(1 + _BACK_OFF_MS * (attempt + 1)) / 1000)
            continue
        whose_turn.project(context)
        return waiting
    raise LogConflict(expected, cursor_cache.newest(context, of_seat(seat)).length)
