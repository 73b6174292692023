"""Orders that stand at a table because their dice were asked for, until they are given.

Which dice an order needs may tell what the other side has plotted, and where it hides. Whoever has asked that
of one order may not ask it of the next, whatever else is said meanwhile: draws offered and taken back, dice
confirmed, chat. The order stands until the seat has given it, or until what others did lets the seat order
something else than before.
"""

from hashlib import sha256

from darkseas.engine.events import UMPIRE, OrderGiven
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.play.endings import ENDING_ORDERS
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from replays_app.log import store as log_store
from replays_app.models import Receipt, Seat
from replays_app.recording.at_table import is_at_table, is_recorded_by_one
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.cursor import ReplayCursor
from replays_app.replay.legal_forms import all_forms

#: Keys of what stands because its dice were asked for; with a space, which nobody can bring themselves.
DICE_ASKED = "dice asked "
STANDS = "You have asked which dice your order needs: that order stands now. Give it as it was."


def bind(
    context: BattleContext, seat: Seat, full: ReplayCursor, view: ReplayCursor, name: str, blanks: Json
) -> None:
    """Let an order stand of which a seat is about to learn the dice; ``full`` and ``view`` are up to now.

    Raises IllegalOrder for another order than the one that stands. Who records all sides sees everything
    anyhow, and ends of a battle need no dice: these are free.
    """
    is_free = seat.side == UMPIRE or name in ENDING_ORDERS
    if not is_at_table(seat.battle) or is_free or is_recorded_by_one(seat.battle):
        return
    digest = sha256(canonical_json.encode([name, blanks])).digest()
    forms = _forms_digest(context, seat, view)
    key = f"{DICE_ASKED}after {_orders_given(seat, full.position)}"
    values = {"request_hash": digest, "answer": forms}
    bound, _ = Receipt.objects.get_or_create(seat=seat, key=key, defaults=values)
    if bytes(bound.request_hash) == digest:
        return
    # Asked before the others changed what may be ordered; of two who ask anew at once, one does.
    before = Receipt.objects.filter(pk=bound.pk, request_hash=bound.request_hash).exclude(answer=forms)
    if not before.update(**values):
        raise IllegalOrder(STANDS, rule="dice", field="order")


def _orders_given(seat: Seat, stop: int) -> int:
    """Return how many orders of the rules a seat has given before an entry; draws offered are none."""
    reader = log_store.reader_of(seat.battle.system, frozenset({OrderGiven}))
    orders = log_store.events(seat.battle.pk, reader, 0, stop)
    return sum(event.side == seat.side and event.order not in ENDING_ORDERS for event in orders)


def _forms_digest(context: BattleContext, seat: Seat, view: ReplayCursor) -> bytes:
    """Return what tells whether the rules ask the same of a seat as before."""
    forms = [form for form in all_forms(context, view, seat.side) if form.order not in ENDING_ORDERS]
    return sha256(canonical_json.encode([write(form) for form in forms])).digest()
