"""Preview an order: its likely results, as far as the player may know."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from darkseas.engine.orders import Given, IllegalOrder
from darkseas.engine.play.legality import refuse_illegal
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import BadJson, Json
from darkseas.engine.system import PreviewLine, TargetOdds
from darkseas.web.needed_scopes import Scope, needs
from darkseas.web.request_bodies import invalid, record_of
from replays_app.models import Seat
from replays_app.recording.orders import refuse_of_nobody
from replays_app.recording.seat_view import SeatView, seat_view
from replays_app.replay import response_cache
from replays_app.replay.battle_context import BattleContext

from .orders import battle_over, illegal
from .requests import LoggedIn, seated


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """Body: an order as it would be submitted."""

    order: str
    blanks: Mapping[str, Json]


@needs(Scope.PLAY)
class OrderPreview(APIView):
    """``POST``: preview an order. Changes nothing."""

    authentication_classes = [LoggedIn]
    permission_classes = []

    def post(self, request: Request, battle_id: UUID) -> HttpResponse:
        """Answer with lines of text, odds and warnings; refuse what submitting the order would refuse."""
        context, seat = seated(request._request, battle_id)
        body = record_of(PreviewRequest, request.data)
        now = seat_view(context, seat)
        if now.is_over or context.battle.broken_at is not None:
            raise battle_over()
        given = _given(context, seat, body, now)
        is_of_rules = body.order in context.system.orders
        lines = context.system.preview(now.state, given).lines if is_of_rules else ()
        payload: dict[str, Json] = {"length": now.length, "lines": [_line(line) for line in lines]}
        return response_cache.private(response_cache.to_bytes(payload))


def _given(context: BattleContext, seat: Seat, body: PreviewRequest, now: SeatView) -> Given:
    """Return the order if the rules accept it on what the seat knows.

    Orders that only an older release refuses are refused when they are submitted.
    """
    try:
        refuse_of_nobody(body.order, dict(body.blanks))
        given = context.rules.read_order(seat.side, body.order, dict(body.blanks))
        if context.rules.are_todays:
            refuse_illegal(context.system, now.state, given, now.draw_offer, now.repeats)
        canonical_json.encode(body.blanks)
    except IllegalOrder as refusal:
        raise illegal(refusal) from None
    except BadJson as fault:
        raise invalid("blanks", f"cannot be stored: {fault}") from None
    return given


def _line(line: PreviewLine) -> Json:
    return {
        "blank": line.blank,
        "text": line.text,
        "rule": line.rule,
        "odds": [_odds(target) for target in line.odds],
        "warnings": [{"text": warned.text, "rule": warned.rule} for warned in line.warnings],
    }


def _odds(target: TargetOdds) -> Json:
    """Return the odds against one ship, as fractions in text."""
    return {
        "ship": target.ship,
        "name": target.name,
        "friendly": target.friendly,
        "drawn": str(target.drawn),
        "sunk": str(target.sunk),
        "damaged": str(target.damaged),
        "unhurt": str(target.unhurt),
        "workings": list(target.workings),
    }
