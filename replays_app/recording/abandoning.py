"""Abandon battles that nobody continues: log the sides to move, and reveal all dice seeds.

A battle with committed dice (ds-dice-1) must end in public. Otherwise a player, or the site itself, could
make a battle disappear by leaving it unfinished. A visitor's battle against a bot is abandoned so that
unfinished battles do not pile up.
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

#: How long a battle with committed dice waits for the sides' seeds, and for any order.
SEEDS_WITHIN = timedelta(days=3)
ORDERS_WITHIN = timedelta(days=180)
#: How many visitors' battles one sweep abandons.
MOST_AT_ONCE = 200

log = logging.getLogger(__name__)


def break_off(context: BattleContext, expected: int, by: Sequence[str], reason: str) -> None:
    """End a battle of ``expected`` entries without a result; ``by`` are the sides to move.

    Raises LogConflict if an order was recorded first, BattleOver if that order ended the battle.
    """
    full = cursor_cache.newest(context, ALL)
    if full.is_over:
        raise BattleOver
    if full.position != expected:
        raise LogConflict(expected, full.position)
    facts = [Fact(BattleAborted(tuple(by), reason))]
    with transaction.atomic():
        entries = log_store.append(context.battle.pk, full.position, full.stored_step + 1, facts)
        # Only after the append: if another order has just ended the battle, its seed is already deleted.
        for fact in dice_schemes.shown_after(context, full, facts):
            entries += log_store.append(context.battle.pk, entries[-1].seq + 1, entries[-1].step + 1, [fact])
        close_if_over(context.battle, facts)
    context.battle.refresh_from_db(fields=["status"])
    projections.project(context)


def break_off_overdue(now: datetime) -> int:
    """Abandon every battle of ds-dice-1 that has waited too long; return how many.

    An error in one battle is logged, and does not affect the others.
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
    """Abandon battles that nobody plays any longer, oldest first; return how many.

    These are battles of one visitor against bots, and battles that no person ever joined. They have had
    neither an order nor a draft for ``VISITOR_BATTLE_DAYS``.
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
    """Annotate battles with the number and time of their last entry."""
    return battles.annotate(last_entry=log_store.newest_seq(), last_entry_at=log_store.newest_at())


def _tried(battle: Any, ending: Callable[[BattleContext], tuple[tuple[str, ...], str]]) -> bool:
    """Abandon a battle if there is a reason and the battle has not changed since it was listed.

    Return whether it was abandoned. ``ending`` returns the sides to move and the reason, "" for no reason.
    """
    try:
        context = BattleContext.of(battle)
        by, reason = ending(context)
        if reason:
            break_off(context, battle.last_entry + 1, by, reason)
    except (LogConflict, BattleOver):
        return False  # a player submitted an order after all
    except Exception:
        log.exception("battle %s cannot be abandoned", battle.pk)
        return False
    return bool(reason)


def _overdue(context: BattleContext, *, is_long_silent: bool) -> tuple[tuple[str, ...], str]:
    """Return the sides to move and the reason; the reason is "" while there is still time."""
    ledger = cursor_cache.newest(context, ALL).ledger
    if ledger is not None and not ledger.is_open:
        return client_seeds.waited_for(ledger), f"a seed did not come within {SEEDS_WITHIN.days} days."
    if not is_long_silent:
        return (), ""
    return _called(context), f"no order came within {ORDERS_WITHIN.days} days."


def _called(context: BattleContext) -> tuple[str, ...]:
    seats = Seat.objects.filter(battle=context.battle)
    return tuple(seat.side for seat in seats if any(form.pressing for form in legal_forms(context, seat)[1]))
