"""Enforce clocks: handle each side whose time has run out once, as its challenge says.

The captain (computer opponent) takes the seat, or the side loses the battle.
"""

import logging
from datetime import datetime

from django.db import transaction

from darkseas.engine.orders import IllegalOrder
from replays_app.log import store as log_store
from replays_app.log.store import LogConflict
from replays_app.models import Clock, Holding, Spell
from replays_app.projections import whose_turn
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import of_seat
from replays_app.seats import clocks, taking_seats
from replays_app.seats.clock_terms import LOSS, clock_of
from replays_app.seats.taking_seats import SeatTaken
from replays_app.seats.viewer_seat import CAPTAIN, Holder

from . import bot_turns
from .orders import BattleOver, time_out

log = logging.getLogger(__name__)


def run_out(now: datetime) -> int:
    """Handle every side whose time has run out; return how many.

    An error in one battle is logged, and does not affect the others.
    """
    return sum(_tried(spell, now) for spell in clocks.overdue(now))


def _tried(spell: Spell, now: datetime) -> bool:
    try:
        return _deal_with(spell, now)
    except Exception:
        log.exception("time has run out in battle %s, but handling it failed", spell.seat.battle_id)
        return False


def _deal_with(spell: Spell, now: datetime) -> bool:
    """Handle one running period, unless it has ended or there is time left."""
    context = BattleContext.of(spell.seat.battle)
    expected = cursor_cache.newest(context, of_seat(spell.seat)).length
    whose_turn.project(context)  # a killed process may have left the clock running
    clock = clock_of(context.battle)
    still = Spell.objects.filter(pk=spell.pk, ended_at=None)
    if clock is None or not still.exists() or clocks.time_left(clock, spell.seat, now).seconds > 0:
        return False
    if clock.at_zero == LOSS:
        return _lose(context, spell, expected)
    return _leave_to_bot(context, clock, spell, now)


def _lose(context: BattleContext, spell: Spell, expected: int) -> bool:
    """Record the loss, unless an order or another worker came first."""
    try:
        time_out(context, spell.seat, expected)
    except (LogConflict, BattleOver, IllegalOrder):
        return False
    return True


def _leave_to_bot(context: BattleContext, clock: Clock, spell: Spell, now: datetime) -> bool:
    """Seat the captain from the next entry on. Its first orders may follow later."""
    try:
        with transaction.atomic():
            taking_seats.keep_from_acting(context.battle.pk)
            held = Holding.objects.filter(seat=spell.seat, to_entry=None, bot="").select_related("seat")
            holding = held.first()
            if holding is None or not clocks.end(clock, spell, now, ran_out=True):
                return False
            taking_seats.change(holding, Holder(bot=CAPTAIN), log_store.length(context.battle.pk))
    except SeatTaken:
        return False
    bot_turns.answer_now(context)
    return True
