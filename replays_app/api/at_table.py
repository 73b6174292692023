"""Dice an order at the table still needs, confirmations of dice, and umpire rulings."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from darkseas.engine.events import UMPIRE
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.web.needed_scopes import Scope, needs
from darkseas.web.problems import Problem
from darkseas.web.request_bodies import invalid, record_of
from replays_app.models import Seat
from replays_app.recording import bot_turns, needed_dice, rulings
from replays_app.recording.at_table import is_at_table
from replays_app.recording.needed_dice import NeededDice
from replays_app.recording.orders import Order
from replays_app.recording.seat_view import seat_view
from replays_app.recording.table_recorders import confirmations
from replays_app.replay import response_cache
from replays_app.replay.battle_context import BattleContext

from .order_forms import ruling_forms_json
from .orders import MOST_THROWS, OrderRequest, key_of, refusals
from .requests import LoggedIn, seated, sees_all

MOST_REASON = 500


@needs(Scope.PLAY)
class NextThrow(APIView):
    """``POST``: return the dice an order still needs. Records nothing; takes the body of an order."""

    authentication_classes = [LoggedIn]
    permission_classes = []

    def post(self, request: Request, battle_id: UUID) -> HttpResponse:
        """Answer with ``needed``, null if no dice are missing; refuse what submitting would refuse."""
        context, seat = _at_table(request, battle_id)
        body = record_of(OrderRequest, request.data)
        if body.dice is not None and len(body.dice) > MOST_THROWS:
            raise invalid("dice", f"has more than {MOST_THROWS} rolls")
        order = Order(body.order, dict(body.blanks), body.expected, None, body.dice)
        everything = sees_all(request._request, context.battle)
        with refusals(seat):
            needed = needed_dice.next_throw(context, seat, order, sees_all=everything)
        answer = None if needed is None else _needed_json(needed, seat, everything)
        return response_cache.private(response_cache.to_bytes({"needed": answer}))


def _needed_json(needed: NeededDice, seat: Seat, everything: bool) -> Json:
    """Return a missing roll; its purpose is included only if the seat may know it."""
    payload: dict[str, Json] = {"count": needed.count, "sides": needed.sides}
    if everything or needed.scope in ("pub", f"side:{seat.side}"):
        payload |= {"what": needed.what, "rules": list(needed.rules)}
    if needed.column is not None:
        payload["column"] = write(needed.column)
    return payload


@dataclass(frozen=True, slots=True)
class ConfirmationRequest:
    """Body of a confirmation: how many entries the seat knows."""

    expected: int


@needs(Scope.PLAY)
class Confirmations(APIView):
    """``POST``: confirm, as a witness, the dice that the other side of a table entered."""

    authentication_classes = [LoggedIn]
    permission_classes = []

    def post(self, request: Request, battle_id: UUID) -> HttpResponse:
        """Confirm all unconfirmed rolls that the seat knows; answer with how many."""
        context, seat = _at_table(request, battle_id)
        body = record_of(ConfirmationRequest, request.data)
        with refusals(seat):
            confirmed = confirmations.confirm(context, seat, body.expected)
        return response_cache.private(response_cache.to_bytes({"confirmed": confirmed}))


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """Body of a ruling: a form from `GET`, filled in, and the reason."""

    order: str
    blanks: Mapping[str, Json]
    reason: str
    expected: int


@needs(Scope.PLAY)
class Rulings(APIView):
    """``GET``: forms of possible rulings. ``POST``: make a ruling; needs ``Idempotency-Key``."""

    authentication_classes = [LoggedIn]
    permission_classes = []

    def get(self, request: Request, battle_id: UUID) -> HttpResponse:
        context, seat = _ruling(request, battle_id)
        now = seat_view(context, seat)
        forms = ruling_forms_json(context, seat, now.state, rulings.forms(context, seat))
        return response_cache.private(response_cache.to_bytes({"length": now.length, "forms": forms}))

    def post(self, request: Request, battle_id: UUID) -> HttpResponse:
        """Answer 201 with the number of entries the seat knows after the ruling."""
        context, seat = _ruling(request, battle_id)
        key = key_of(request)
        body = record_of(RulingRequest, request.data)
        if len(body.reason) > MOST_REASON:
            raise invalid("reason", f"has more than {MOST_REASON} characters")
        order = Order(body.order, dict(body.blanks), body.expected, key)
        with refusals(seat):
            length = rulings.rule(context, seat, order, body.reason)
        bot_turns.answer_now(context)
        return response_cache.private(response_cache.to_bytes({"length": length}), 201)


def _at_table(request: Request, battle_id: UUID) -> tuple[BattleContext, Seat]:
    context, seat = seated(request._request, battle_id)
    if not is_at_table(context.battle):
        raise Problem(409, "no-table", "This battle is not recorded from a table.")
    return context, seat


def _ruling(request: Request, battle_id: UUID) -> tuple[BattleContext, Seat]:
    """Return the battle and the seat that may make rulings: an umpire's, or a side's at a table."""
    context, seat = seated(request._request, battle_id)
    if seat.side != UMPIRE and not is_at_table(context.battle):
        raise Problem(
            409,
            "no-table",
            "Only the umpire can make rulings in this battle: it is not recorded from a table.",
        )
    return context, seat
