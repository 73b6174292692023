"""Start and stop clocks when the side to move changes.

This can run late, twice, or in several processes at once: the result depends only on the calls and the log.
"""

from collections.abc import Sequence

from replays_app.log import heads
from replays_app.models import Battle, Call, Clock, Holding, Spell
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.legal_forms import waits_for_seeds
from replays_app.replay.perspectives import ALL
from replays_app.seats import clocks
from replays_app.seats.clock_terms import clock_of
from replays_app.seats.taking_seats import keep_from_acting


def keep_clock(battle: Battle) -> Clock | None:
    """Return a battle's clock, locked until the transaction ends; None for a battle without a clock."""
    clock = clock_of(battle)
    if clock is not None:
        keep_from_acting(battle.pk)
    return clock


def follow(context: BattleContext, clock: Clock, calls: Sequence[Call]) -> None:
    """Start and end the running periods of a battle's seats. Dice seeds take no time.

    Call `keep_clock` first. The calls must be at least as new as the stored ones.
    """
    if _waits_for_seeds(context):
        return
    held = Holding.objects.filter(seat__in=[call.seat_id for call in calls], to_entry=None, bot="")
    by_people = set(held.values_list("seat", flat=True))
    for call in calls:
        _follow(clock, call, is_on=call.is_called and call.seat_id in by_people)


def _follow(clock: Clock, call: Call, *, is_on: bool) -> None:
    spell = Spell.objects.filter(seat=call.seat, ended_at=None).select_related("seat").first()
    if spell is not None and not _end(clock, spell, call, is_on=is_on):
        return
    if is_on:
        if heads.has_taken_back(call.seat, call.length):
            clocks.take_increment_back(call.seat)
        clocks.begin(clock, call)


def _end(clock: Clock, spell: Spell, call: Call, *, is_on: bool) -> bool:
    """End a seat's clock period if the side has given its order or has none due.

    Return False if the period stays open, or if the Call row is older than it.
    """
    if call.length < spell.from_length:
        return False
    orders = heads.own_orders(spell.seat, spell.from_length, call.length)
    were_heard = orders is not None and orders.were_heard
    if is_on and not were_heard:
        return False
    at = call.since if orders is None else orders.last_at
    return clocks.end(clock, spell, at, was_heard=were_heard)


def _waits_for_seeds(context: BattleContext) -> bool:
    return waits_for_seeds(cursor_cache.newest(context, ALL))
