"""Automatic orders: bots' orders, and standing orders of any seat.

Automatic orders use the seat's own view and forms, as a person's orders do. They run after each accepted
order. A sweep runs every minute for battles in which a process died in between. Requests do not wait for slow
bots: after some seconds of CPU time a worker continues. Several processes may work at once, but each order is
recorded once, because its choices and its idempotency key are derived from what the seat knows.
"""

import hmac
import logging
import math
import time
from hashlib import sha256

from django.conf import settings
from django.db.models import Q
from django.utils.encoding import force_bytes

from darkseas.database.enqueue import enqueue
from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.rolls import DiceNeeded
from darkseas.engine.orders import OrderForm
from darkseas.engine.serialization.canonical_json import Json
from replays_app.log.store import LogConflict
from replays_app.models import Battle, Holding, Seat
from replays_app.projections import whose_turn
from replays_app.projections.whose_turn import Views
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.cursor import ReplayCursor
from replays_app.replay.legal_forms import pressing_forms
from replays_app.seats.taking_seats import bot_holdings

from . import standing_orders
from .orders import BattleOver, Order, give_order

#: The most orders in one run; a longer battle between bots continues in the next run.
MOST_ORDERS = 200
#: The task that continues a battle in which bots have orders due.
TASK = "ds.sim.play_bots"
#: Seconds of CPU time for bots in one request, and in one run of a worker.
ANSWER_S, TURN_S = 3, 5
#: Seconds of CPU time for one round of the sweep.
SWEEP_S = 30
_CHOICES = b"darkseas/bot-turns/1\0"

log = logging.getLogger(__name__)


def answer_now(context: BattleContext) -> int:
    """Submit automatic orders after a change that was not an order."""
    return answer(context, whose_turn.project(context))


def answer(context: BattleContext, views: Views) -> int:
    """Submit automatic orders after a person's order was recorded. Errors are logged, not raised.

    The sweep tries again each minute.
    """
    try:
        return go_on(context, ANSWER_S, views)
    except Exception:
        log.exception("a bot cannot answer in battle %s", context.battle.pk)
        return 0


def go_on(context: BattleContext, most_s: float, views: Views) -> int:
    """Play for at most ``most_s`` seconds of CPU time; a worker does the rest."""
    began = time.thread_time()
    given = play(context, views, MOST_ORDERS, most_s)
    if given == MOST_ORDERS or time.thread_time() - began >= most_s:
        enqueue(TASK, context.battle.pk)
    return given


def play(context: BattleContext, views: Views, most: int = MOST_ORDERS, most_s: float = math.inf) -> int:
    """Submit bots' orders and standing orders until a person is to move; return how many were submitted.

    ``views`` are the seats' current views. At most ``most`` orders are submitted, and none is begun after
    ``most_s`` seconds of CPU time.
    """
    given, began = 0, time.thread_time()
    while views and given < most and time.thread_time() - began < most_s:
        views = _give_next(context, views)
        given += bool(views)
    return given


def sweep() -> None:
    """Play battles in which bots still have orders due; the next round continues with the rest."""
    began = time.thread_time()
    for battle in waiting():
        left_s = SWEEP_S - (time.thread_time() - began)
        if left_s <= 0:
            return
        try:
            context = BattleContext.of(battle)
            play(context, whose_turn.project(context), most_s=min(ANSWER_S, left_s))
        except Exception:  # an error in one battle must not stop the others
            log.exception("a bot cannot answer in battle %s", battle.pk)


def _give_next(context: BattleContext, views: Views) -> Views:
    """Submit one automatic order if one is due; return the seats' views afterwards, empty if none was due."""
    if context.battle.is_over:
        return {}
    given = (_give(context, holding, views) for holding in bot_holdings(context.battle.pk))
    return next(filter(None, given), None) or standing_orders.give_next(context, views)


def _give(context: BattleContext, holding: Holding, views: Views) -> Views:
    """Submit a bot's order if it is due, unless another process is submitting it now."""
    seat = holding.seat
    view = views.get(seat.pk)
    chosen = None if view is None or view.is_over else _chosen(context, holding, view)
    if view is None or chosen is None:
        return {}
    name, blanks = chosen
    # The key contains spaces, so no client can send the same key.
    order = Order(name, blanks, view.length, f"bot {holding.pk} {view.length}")
    try:
        return give_order(context, seat, order).views
    except (LogConflict, BattleOver, DiceNeeded):
        return {}


def _chosen(
    context: BattleContext, holding: Holding, view: ReplayCursor
) -> tuple[str, dict[str, Json]] | None:
    """Return a bot's order, None if none is due. A bot declines draw offers."""
    side = holding.seat.side
    if view.draw_offer not in ("", side):
        return "decline_draw", {}
    forms = pressing_forms(context, view, side)
    return _choose(context, holding, view, forms) if forms else None


def _choose(
    context: BattleContext, holding: Holding, view: ReplayCursor, forms: tuple[OrderForm, ...]
) -> tuple[str, dict[str, Json]]:
    seed = _seed(context.battle, holding.seat, view.length)
    is_of_rules = forms[0].order in context.system.orders
    if holding.bot == Holding.Bot.RANDOM or not is_of_rules:
        return random_order(forms, Chooser(seed))
    return context.rules.bot_order(view, holding.seat.side, forms, seed)


def _seed(battle: Battle, seat: Seat, length: int) -> bytes:
    """Return the seed of a bot's choices, which nobody can predict without the site's key."""
    place = battle.pk.bytes + f"{seat.side}/{length}".encode()
    return hmac.digest(force_bytes(settings.SECRET_KEY), _CHOICES + place, sha256)


def waiting() -> list[Battle]:
    """Return the running battles in which an automatic order may be due."""
    called = Holding.objects.filter(to_entry=None, seat__call__is_called=True).exclude(bot="")
    running = Battle.objects.filter(status=Battle.Status.RUNNING, broken_at=None)
    waits = Q(pk__in=called.values("seat__battle")) | Q(pk__in=whose_turn.behind().values("pk"))
    waits |= Q(pk__in=standing_orders.waiting())
    # In random order, so that slow battles do not always delay the same others.
    return list(running.filter(waits).select_related("revision__scenario").order_by("?"))
