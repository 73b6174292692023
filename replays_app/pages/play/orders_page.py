"""Form view: submit orders in plain fields, without JavaScript or the map."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from darkseas.engine.dice.rolls import DiceNeeded
from darkseas.engine.events import UMPIRE
from darkseas.engine.orders import IllegalOrder
from replays_app.log.store import LogConflict
from replays_app.recording import bot_turns, unsent_orders
from replays_app.recording.at_table import is_at_table
from replays_app.recording.orders import BattleOver, Order, OtherRequest
from replays_app.recording.table_dice import BadThrow
from replays_app.seats.viewer_seat import holder_of

from .plain_fields import filled_fields
from .plain_fields.form_fields import FilledForm
from .seat import own_seat
from .seat_order_fields import Desk
from .umpire_order_fields import UmpireDesk

MOST_KEY = 200
LOOK_AGAIN = "The log has new entries. Read them, then submit your order again."
THROW = "Roll the dice for this order and enter the results below."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Show the order forms of a seat; a POST submits an order or a ruling."""
    seat = own_seat(request, battle_id)
    if seat is None:
        return redirect("replay", battle_id)
    kind = UmpireDesk if seat.side == UMPIRE else Desk
    desk = kind.of(seat, holder_of(request))
    if request.method != "POST":
        return desk.page(request, {})
    return _answer(request, desk)


def _answer(request: HttpRequest, desk: Desk) -> HttpResponse:
    key = request.POST.get("order", "")
    if key not in desk.forms:
        return desk.page(request, {}, "This order is no longer due.", 409)
    filled = desk.fill(key, request.POST)
    if "more" in request.POST:
        return desk.page(request, {key: filled})
    read = filled_fields.read(filled)
    if read is None:
        return desk.page(request, {key: filled}, "The order is not complete: see below.", 422)
    refusal = _give(request, desk, filled, read)
    if refusal is None:
        return redirect(_address_after(desk))
    if refusal.place and filled_fields.refuse(filled, read, refusal.place, refusal.reason):
        return desk.page(request, {key: filled}, "The rules do not allow this: see below.", 422)
    fresh = type(desk).of(desk.seat, desk.person)
    return fresh.page(request, {key: filled}, refusal.reason, refusal.status)


def _address_after(desk: Desk) -> str:
    """Return the URL that shows the results; at a table it includes the seat."""
    seat = {"seat": desk.seat.side} if is_at_table(desk.seat.battle) else {}
    query = urlencode({**seat, "since": desk.now.length})
    return f"{reverse('orders', args=[desk.seat.battle_id])}?{query}"


@dataclass(frozen=True, slots=True)
class _Refusal:
    reason: str
    status: int
    place: str = ""


def _give(
    request: HttpRequest, desk: Desk, filled: FilledForm, read: filled_fields.Answers
) -> _Refusal | None:
    """Submit the order, once per key; return the refusal, None if the order is accepted."""
    expected = request.POST.get("expected", "")
    key = request.POST.get("key", "")[:MOST_KEY]
    if not (expected.isascii() and expected.isdigit() and key.isascii() and key.isalnum()):
        return _Refusal("This form is incomplete: reload the page.", 400)
    order = Order(filled.form.order, read.blanks, int(expected[:9]), f"page/{key}")
    try:
        order = _with_dice(request, desk, filled, order)
        desk.give(order)
    except IllegalOrder as illegal:
        return _Refusal(f"{illegal.reason} ({illegal.rule})", 422, illegal.field)
    except LogConflict:
        return _Refusal(LOOK_AGAIN, 409)
    except BattleOver:
        return _Refusal("This battle is over. It accepts no further orders.", 409)
    except OtherRequest:
        return _Refusal(
            "This form was already submitted with another order. See the log for the result.", 409
        )
    except (DiceNeeded, BadThrow):
        return _Refusal(THROW, 200)
    unsent_orders.forget(desk.seat)
    bot_turns.answer_now(desk.context)
    messages.success(request, f"{desk.stands}: {filled.form.title}.")
    return None


def _with_dice(request: HttpRequest, desk: Desk, filled: FilledForm, order: Order) -> Order:
    """Return the order with the valid dice entered at a table.

    The form shows the dice that it needs. Raises the errors of submitting the order, except DiceNeeded.
    """
    if not desk.has_dice:
        return order
    filled.dice = desk.throws(order, request.POST.dict())
    return replace(order, throws=tuple(one.faces for one in filled.dice if one.faces is not None))
