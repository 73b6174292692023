"""Breaking a battle off: on the record, with who was waited for, and with all its seeds opened.

A battle that has promised its dice (ds-dice-1) must not just lie there: whoever dislikes how it goes, the
house included, could let it vanish. One that a visitor began against a bot and left is broken off so that
not every click stays open for ever.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from darkseas.engine.dice import client_seeds
from darkseas.engine.events import BattleAborted, Fact
from replays_app import projections
from replays_app.log import store as log_store
from replays_app.log.store import LogConflict
from replays_app.models import Battle, Seat, UnsentOrder
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import ALL
from replays_app.seats import battle_access, visitors

from . import dice_schemes
from .orders import BattleOver, close_if_over, legal_forms

#: How long the seeds of the sides are waited for, and any order of a battle that has promised its dice.
SEEDS_WITHIN = timedelta(days=3)
ORDERS_WITHIN = timedelta(days=180)
#: Battles of visitors that one sweep breaks off.
MOST_AT_ONCE = 200

log = logging.getLogger(__name__)


def break_off(context: BattleContext, expected: int, by: Sequence[str], reason: str) -> None:
    """End a battle of ``expected`` entries without a result; ``by`` are the sides that it waited for.

    Raises LogConflict when an order came in first, BattleOver when one has ended it.
    """
    full = cursor_cache.newest(context, ALL)
    if full.is_over:
        raise BattleOver
    if full.position != expected:
        raise LogConflict(expected, full.position)
    facts = [Fact(BattleAborted(tuple(by), reason))]
    with transaction.atomic():
        entries = log_store.append(context.battle.pk, full.position, full.stored_step + 1, facts)
        # Behind the append: where the battle has just ended otherwise, its seed is gone.
        for fact in dice_schemes.shown_after(context, full, facts):
            entries += log_store.append(context.battle.pk, entries[-1].seq + 1, entries[-1].step + 1, [fact])
        close_if_over(context.battle, facts)
    context.battle.refresh_from_db(fields=["status"])
    projections.project(context)


def break_off_overdue(now: datetime) -> int:
    """Break off every battle of ds-dice-1 that has waited too long; return how many.

    A fault in one battle is written to the site's log, and keeps no other one waiting.
    """
    running = Battle.objects.filter(
        dice_scheme=dice_schemes.FAIR, status=Battle.Status.RUNNING, broken_at=None
    )
    silent = _with_last_entry(running).filter(last_entry_at__lt=now - SEEDS_WITHIN)
    return sum(
        _tried(battle, partial(_overdue, is_long_silent=battle.last_entry_at < now - ORDERS_WITHIN))
        for battle in silent.select_related("revision__scenario")
    )


def break_off_abandoned(now: datetime) -> int:
    """Break off battles that visitors have left or nobody sits in, the oldest first; return how many.

    Those are against bots alone, were in no account and nobody else's, or no person ever sat in them; and
    for ``VISITOR_BATTLE_DAYS`` no order was given in them, nor one filled in.
    """
    days = settings.VISITOR_BATTLE_DAYS
    limit = now - timedelta(days=days)
    filled = UnsentOrder.objects.filter(seat__battle=OuterRef("pk"), changed_at__gte=limit)
    left = Battle.objects.filter(
        visitors.of_one_visitor() | battle_access.of_nobody(),
        status=Battle.Status.RUNNING,
        broken_at=None,
        created_at__lt=limit,
    )
    silent = _with_last_entry(left).filter(last_entry_at__lt=limit).exclude(Exists(filled))
    oldest = silent.select_related("revision__scenario").order_by("created_at")[:MOST_AT_ONCE]
    reason = f"no order came within {days} days."
    return sum(_tried(battle, lambda context: (_called(context), reason)) for battle in oldest)


def _with_last_entry(battles: QuerySet[Battle]) -> QuerySet[Any]:
    """Add the number of each battle's last entry, and when it was recorded."""
    return battles.annotate(last_entry=log_store.newest_seq(), last_entry_at=log_store.newest_at())


def _tried(battle: Any, ending: Callable[[BattleContext], tuple[tuple[str, ...], str]]) -> bool:
    """Break a battle off if there is a reason, as it was when it was listed; return whether it was.

    ``ending`` gives who is waited for and the reason, which is empty for none.
    """
    try:
        context = BattleContext.of(battle)
        by, reason = ending(context)
        if reason:
            break_off(context, battle.last_entry + 1, by, reason)
    except (LogConflict, BattleOver):
        return False  # somebody has given an order after all
    except Exception:
        log.exception("battle %s cannot be broken off", battle.pk)
        return False
    return bool(reason)


def _overdue(context: BattleContext, *, is_long_silent: bool) -> tuple[tuple[str, ...], str]:
    """Return who is waited for and why the battle ends; no reason while there is still time."""
    ledger = cursor_cache.newest(context, ALL).ledger
    if ledger is not None and not ledger.is_open:
        return client_seeds.waited_for(ledger), f"a seed did not come within {SEEDS_WITHIN.days} days."
    if not is_long_silent:
        return (), ""
    return _called(context), f"no order came within {ORDERS_WITHIN.days} days."


def _called(context: BattleContext) -> tuple[str, ...]:
    seats = Seat.objects.filter(battle=context.battle)
    return tuple(seat.side for seat in seats if any(form.pressing for form in legal_forms(context, seat)[1]))
