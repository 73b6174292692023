"""List the order forms of a seat, and submit orders."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from darkseas.engine.dice.rolls import DiceNeeded
from darkseas.engine.events import UMPIRE
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.serialization.canonical_json import BadJson, Json
from darkseas.web.needed_scopes import Scope, needs
from darkseas.web.problems import Problem
from darkseas.web.request_bodies import invalid, pointer, record_of
from replays_app.log.store import LogConflict
from replays_app.models import Seat
from replays_app.projections import whose_turn
from replays_app.recording import at_table, bot_turns, unsent_orders
from replays_app.recording.orders import BattleOver, Order, OtherRequest, give_order
from replays_app.recording.seat_view import SeatView, seat_view
from replays_app.recording.table_dice import BadThrow
from replays_app.recording.table_recorders.duplicate_orders import RecordedAlready
from replays_app.recording.table_recorders.unconfirmed_throws import waiting_throws
from replays_app.replay import response_cache
from replays_app.replay.battle_context import BattleContext

from .order_forms import forms_json
from .requests import LoggedIn, answering_problems, seated

#: An idempotency key: a UUID or any printable characters.
KEY = re.compile(r"[\x21-\x7e]{1,200}")
MOST_THROWS = 500


@dataclass(frozen=True, slots=True)
class OrderRequest:
    """Body of an order. ``expected`` is how many entries the seat knows, ``dice`` the rolls.

    ``nonce`` is the seat's contribution to ds-dice-1: 32 random bytes, in hex. ``witnesses`` are the sides
    that saw the dice at the table, if they have changed. A roll without faces is left to the site.
    """

    order: str
    blanks: Mapping[str, Json]
    expected: int
    dice: tuple[tuple[int, ...], ...] | None = None
    nonce: str = ""
    witnesses: tuple[str, ...] | None = None


@answering_problems("GET", "HEAD")
def tell_forms(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with the orders the seat may give now, and how many entries it knows.

    The umpire, who sees both sides, also gets the sides to move.
    """
    context, seat = seated(request, battle_id)
    now = seat_view(context, seat)
    since = whose_turn.since(seat)
    payload: dict[str, Json] = {
        "side": seat.side,
        "length": now.length,
        "since": since.isoformat() if since else None,
        "forms": forms_json(context, seat, now),
        "standing": _standing(context, now),
    }
    if seat.side == UMPIRE:
        payload["called"] = [
            {"side": call.seat.side, "since": call.since.isoformat()}
            for call in whose_turn.called_sides(seat.battle)
        ]
    unconfirmed = at_table.unconfirmed(context, seat)
    if unconfirmed is not None:
        payload["unconfirmed"] = unconfirmed
        throws = waiting_throws(context, seat) if unconfirmed else []
        payload["unconfirmed_throws"] = [
            {"n": one.n, "dice": one.dice, "outcome": one.outcome} for one in throws
        ]
    return response_cache.private(response_cache.to_bytes(payload))


def _standing(context: BattleContext, now: SeatView) -> Json:
    """Return the points and the worth of ships, as far as the seat knows."""
    standing = context.system.standing(now.state)
    return {
        "scores": {side: str(points) for side, points in standing.scores.items()},
        "ships": [
            {"ship": one.ship, "side": one.side, "name": one.name, "fate": one.fate, "worth": one.worth}
            for one in standing.fates
        ],
    }


@needs(Scope.PLAY)
class Orders(APIView):
    """``POST``: submit an order for the requester's seat. Needs ``Idempotency-Key``.

    Without ``Authorization: Seat``, the session or cookie identifies the requester, who must also send the
    CSRF token.
    """

    authentication_classes = [LoggedIn]
    permission_classes = []

    def post(self, request: Request, battle_id: UUID) -> HttpResponse:
        """Answer 201 with the results the seat may see; the same answer for the same key."""
        context, seat = seated(request._request, battle_id)
        key = key_of(request)
        body = record_of(OrderRequest, request.data)
        if body.dice is not None and len(body.dice) > MOST_THROWS:
            raise invalid("dice", f"has more than {MOST_THROWS} rolls")
        blanks, seen = dict(body.blanks), sides_of(context, body.witnesses)
        order = Order(body.order, blanks, body.expected, key, body.dice, body.nonce, seen)
        with refusals(seat):
            answer = give_order(context, seat, order)
        if not answer.is_replay:  # the draft saved after the first attempt belongs to the next order
            unsent_orders.forget(seat)
            bot_turns.answer(context, answer.views)
        response = response_cache.private(answer.data, 201)
        if answer.is_replay:
            response.headers["Idempotent-Replay"] = "true"
        return response


def key_of(request: Request) -> str:
    """Return the request's idempotency key. Raises Problem 400 without it."""
    key = request.headers.get("Idempotency-Key", "")
    if not KEY.fullmatch(key):
        raise Problem(400, "key-needed", "Send an Idempotency-Key of 1 to 200 printable characters.")
    return key


def sides_of(context: BattleContext, witnesses: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Return the witnesses in the scenario's order of sides. Raises Problem 422 for an unknown side."""
    if witnesses is None:
        return None
    sides = tuple(side.key for side in context.initial.spec.sides)
    if set(witnesses) - set(sides):
        raise invalid("witnesses", f"must be among {', '.join(sides)}")
    return tuple(side for side in sides if side in witnesses)


@contextmanager
def refusals(seat: Seat) -> Iterator[None]:
    """Turn every refusal of an order into a problem."""
    try:
        yield
    except IllegalOrder as refusal:
        raise illegal(refusal) from None
    except LogConflict as conflict:
        raise _conflict(conflict) from None
    except BattleOver:
        raise battle_over() from None
    except OtherRequest:
        raise Problem(422, "key-used", "This Idempotency-Key was used for another order.") from None
    except DiceNeeded as needed:
        raise _dice_needed(seat, needed) from None
    except BadThrow as throw:
        raise invalid(f"dice.{throw.place}", throw.reason) from None
    except BadJson as fault:
        raise invalid("blanks", f"cannot be stored: {fault}") from None


def battle_over() -> Problem:
    return Problem(409, "battle-over", "This battle is over. It accepts no further orders.")


def illegal(refusal: IllegalOrder) -> Problem:
    """Return the problem for a refused order: the reason, the rule and the blank."""
    place = {"pointer": pointer(refusal.field), "detail": refusal.reason}
    return Problem(422, "illegal-order", refusal.reason, errors=[place], rule=refusal.rule)


def _conflict(conflict: LogConflict) -> Problem:
    """Return the problem that the log has grown, with the order that another device recorded, if any."""
    if not isinstance(conflict, RecordedAlready):
        detail = "The log has new entries. Read them, then submit your order again."
        return Problem(409, "look-again", detail, length=conflict.length)
    what = conflict.recorded
    payload: dict[str, Json] = {
        "order": what.order,
        "blanks": what.blanks,
        "dice": [list(faces) for faces in what.dice],
        "is_same": what.is_same,
        "length": what.length,
    }
    detail = "Another device has already recorded this order. The log has the order as recorded there."
    return Problem(409, "recorded-already", detail, length=conflict.length, recorded=payload)


def _dice_needed(seat: Seat, needed: DiceNeeded) -> Problem:
    """Return the dice to roll; their purpose is included only if the seat may know it."""
    payload: dict[str, Json] = {"count": needed.count, "sides": needed.sides}
    if needed.scope in ("pub", f"side:{seat.side}"):
        payload["purpose"] = needed.purpose
    detail = f"Roll {needed.count}d{needed.sides}, then submit the order again with all dice rolled so far."
    return Problem(422, "dice-needed", detail, needed=payload)
