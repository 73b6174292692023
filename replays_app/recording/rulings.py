"""Rulings: record events of the battle that the rules refuse.

The umpire of any battle may rule. At a table without an umpire, a person who records all sides may rule. If
several people hold the sides, none of them may rule, because each could award the victory to themselves. A
ruling is recorded as the umpire's order with its reason. It applies to the position that its author has seen.
"""

from functools import partial
from hashlib import sha256
from typing import Any

from darkseas.engine.events import UMPIRE
from darkseas.engine.orders import Cell, IllegalOrder, OrderForm, Rule
from darkseas.engine.play import rulings, steps
from darkseas.engine.presentation.shared_events import RULING
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.engine.system import RulesSystem, ValueWords
from replays_app.log.store import LogConflict
from replays_app.models import Battle, Holding, Receipt, Seat
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.legal_forms import waits_for_seeds
from replays_app.replay.perspectives import ALL, of_seat
from replays_app.seats.taking_seats import keep_seated

from .at_table import is_at_table, is_recorded_by_one
from .orders import BattleOver, Order, OtherRequest, give_ruling

#: How often a ruling is retried if an entry hidden from its author was recorded first.
TRIES = 12
BY_SEVERAL = (
    "Several people record this battle, so none of them may rule. Agree on a draw, resign, "
    "hand all seats to one recorder, or get an umpire."
)


def forms(context: BattleContext, seat: Seat) -> tuple[OrderForm, ...]:
    """Return the ruling forms open to a seat in its view.

    Seats without the permission get none. There are none until the sides have given their dice seeds.
    """
    if context.battle.is_over or not may_rule(seat):
        return ()
    view = cursor_cache.newest(context, of_seat(seat))
    return () if waits_for_seeds(view) else rulings.forms(context.system, view.state)


def words(system: RulesSystem, view: Any, side: str, blank: Cell, value: Json) -> ValueWords:
    """Return the names of a value in a ruling form. Forms that end a battle are the same in all systems."""
    if blank.name != rulings.WINNER:
        return system.words(view, side, blank, value)
    names = {one.key: one.name for one in system.chart(view).ground.sides}
    return ValueWords(names.get(str(value), "Nobody"))


def rule(context: BattleContext, seat: Seat, order: Order, reason: str) -> int:
    """Record a filled ruling form in the umpire's name; return how many entries the seat knows afterwards.

    ``order.name`` is the name of the form. Repeating the same key and ruling changes nothing. Raises the
    errors of `give_order`.
    """
    umpire, refusal = _umpire(context.battle), _refusal(seat)
    if umpire is None or refusal:
        raise IllegalOrder(refusal, rule=RULING, field="side")
    key = _key(seat, order, reason)
    if not _stands(umpire, key):
        _give(context, seat, umpire, order, reason, key)
    return cursor_cache.newest(context, of_seat(seat)).length


def may_rule(seat: Seat) -> bool:
    return not _refusal(seat)


def _check_still(seat: Seat) -> None:
    """Keep the seat from changing hands. Raises SeatGone, or IllegalOrder if it may no longer rule."""
    keep_seated(seat)
    refusal = _refusal(seat)
    if refusal:
        raise IllegalOrder(refusal, rule=RULING, field="side")


def _refusal(seat: Seat) -> str:
    """Return why the holder of a seat may not rule, and what they can do instead; "" if they may rule."""
    if seat.side == UMPIRE:
        return ""
    umpire = _umpire(seat.battle)
    if umpire is None or not is_at_table(seat.battle):
        return "Only the umpire may rule, or a person who records all sides at a table with an umpire's seat."
    if Holding.objects.filter(seat=umpire, to_entry=None).exists():
        return "This battle has an umpire, and only the umpire may rule. Tell them what happened."
    return "" if is_recorded_by_one(seat.battle) else BY_SEVERAL


def _umpire(battle: Battle) -> Seat | None:
    """Return the umpire's seat, None if the battle has none."""
    return Seat.objects.select_related("battle").filter(battle=battle, side=UMPIRE).first()


def _key(seat: Seat, order: Order, reason: str) -> str:
    """Return the key of the umpire's order, derived from the author's key and the ruling."""
    asked = f"{seat.pk}/{order.idempotency_key}".encode()
    ruling = canonical_json.encode({"order": order.name, "blanks": order.blanks, "reason": reason})
    return f"ruling/{sha256(asked).hexdigest()}/{sha256(ruling).hexdigest()}"


def _stands(umpire: Seat, key: str) -> bool:
    """Return whether this ruling is recorded. Raises OtherRequest if its key belongs to another one."""
    asked = key.rpartition("/")[0]
    known = Receipt.objects.filter(seat=umpire, key__startswith=asked).values_list("key", flat=True).first()
    if known is not None and known != key:
        raise OtherRequest(asked)
    return known is not None


def _give(context: BattleContext, seat: Seat, umpire: Seat, order: Order, reason: str, key: str) -> None:
    for _ in range(TRIES):
        newest = cursor_cache.newest_of(context, (ALL, of_seat(seat)))
        full, view = newest[ALL], newest[of_seat(seat)]
        if view.length != order.expected:
            raise LogConflict(order.expected, view.length)
        if full.is_over:
            raise BattleOver
        blanks = order.blanks if isinstance(order.blanks, dict) else {}
        events = rulings.ruled_events(context.system, full.state, order.name, blanks)
        ruling = write(Rule(reason, events, RULING))
        try:
            order_to_rule = Order(steps.RULE, ruling, full.length, key)
            give_ruling(context, umpire, order_to_rule, partial(_check_still, seat))
        except LogConflict:
            continue  # an entry hidden from its author was recorded first
        return
    raise LogConflict(order.expected, order.expected)
