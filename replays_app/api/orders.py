"""Orders from a seat: the forms that may be filled, and giving one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from darkseas.engine.dice.rolls import DiceNeeded
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.serialization.canonical_json import BadJson, Json
from darkseas.web.problems import Problem
from darkseas.web.request_bodies import invalid, pointer, record_of
from replays_app.log.store import LogConflict
from replays_app.models import Seat
from replays_app.recording.orders import Answer, BattleOver, Order, OtherRequest, give_order, legal_forms
from replays_app.recording.table_dice import BadThrow
from replays_app.replay import response_cache
from replays_app.replay.battle_context import BattleContext

from .order_forms import form_json
from .requests import answering_problems, seated

#: An idempotency key: a UUID, or what else a client makes of printable characters.
KEY = re.compile(r"[\x21-\x7e]{1,200}")
MOST_THROWS = 500


@dataclass(frozen=True, slots=True)
class OrderRequest:
    """The body of an order; ``expected`` is how many entries the seat knows, ``dice`` what was thrown."""

    order: str
    blanks: Mapping[str, Json]
    expected: int
    dice: tuple[tuple[int, ...], ...] | None = None


@answering_problems("GET", "HEAD")
def tell_forms(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with the orders that the seat may give now, and how many entries it knows."""
    context, seat = seated(request, battle_id)
    length, forms = legal_forms(context, seat)
    payload = {"side": seat.side, "length": length, "forms": [form_json(form) for form in forms]}
    return response_cache.private(response_cache.to_bytes(payload))


class Orders(APIView):
    """``POST``: give an order. Needs ``Authorization: Seat`` and ``Idempotency-Key``."""

    authentication_classes = []
    permission_classes = []

    def post(self, request: Request, battle_id: UUID) -> HttpResponse:
        """Answer 201 with what the seat may know of what followed; the same again for the same key."""
        context, seat = seated(request, battle_id)
        key = request.headers.get("Idempotency-Key", "")
        if not KEY.fullmatch(key):
            raise Problem(400, "key-needed", "Bring an Idempotency-Key of 1 to 200 printable characters.")
        body = record_of(OrderRequest, request.data)
        if body.dice is not None and len(body.dice) > MOST_THROWS:
            raise invalid("dice", f"is longer than {MOST_THROWS} throws")
        order = Order(body.order, dict(body.blanks), body.expected, key, body.dice)
        answer = _give(context, seat, order)
        response = response_cache.private(answer.data, 201)
        if answer.is_replay:
            response.headers["Idempotent-Replay"] = "true"
        return response


def _give(context: BattleContext, seat: Seat, order: Order) -> Answer:
    """Give the order; every way in which it can be refused is a problem of its own."""
    try:
        return give_order(context, seat, order)
    except IllegalOrder as refusal:
        raise _illegal(refusal) from None
    except LogConflict as conflict:
        detail = "More has happened than you have seen: look, then give your order again."
        raise Problem(409, "look-again", detail, length=conflict.length) from None
    except BattleOver:
        raise Problem(409, "battle-over", "No order can be given in this battle any more.") from None
    except OtherRequest:
        raise Problem(422, "key-used", "This Idempotency-Key was used for another order.") from None
    except DiceNeeded as needed:
        raise _dice_needed(seat, needed) from None
    except BadThrow as throw:
        raise invalid(f"dice.{throw.place}", throw.reason) from None
    except BadJson as fault:
        raise invalid("blanks", f"hold what cannot be stored: {fault}") from None


def _illegal(refusal: IllegalOrder) -> Problem:
    place = {"pointer": pointer(refusal.field), "detail": refusal.reason}
    return Problem(422, "illegal-order", refusal.reason, errors=[place], rule=refusal.rule)


def _dice_needed(seat: Seat, needed: DiceNeeded) -> Problem:
    """Return which dice to throw; what for, only where the seat may know it."""
    payload: dict[str, Json] = {"count": needed.count, "sides": needed.sides}
    if needed.scope in ("pub", f"side:{seat.side}"):
        payload["purpose"] = needed.purpose
    detail = f"Throw {needed.count}d{needed.sides}, and give the order again with all dice thrown so far."
    return Problem(422, "dice-needed", detail, needed=payload)
