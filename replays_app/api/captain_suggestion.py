"""The order the captain (bot) suggests for a seat, with reasons."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from darkseas.engine.dice import client_seeds
from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.problems import Problem
from replays_app.models import Seat
from replays_app.recording.seat_view import SeatView, seat_view
from replays_app.releases.archives import RulesNotHere
from replays_app.releases.children import RulesFell
from replays_app.replay import response_cache

from .requests import answering_problems, seated

LIES_ELSEWHERE = "Your browser reveals your seed automatically; there is nothing to suggest."
_SUGGESTIONS = "darkseas/suggestions"


@answering_problems("GET", "HEAD")
def tell_suggestion(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with the captain's order, based on the seat's own view; 409 if the seat has no orders due."""
    context, seat = seated(request, battle_id)
    now = seat_view(context, seat)
    if not now.is_called:
        raise Problem(409, "nothing-asked", "This seat has no orders due.")
    if any(form.order == client_seeds.OPEN for form in now.forms):
        raise Problem(409, "nothing-asked", LIES_ELSEWHERE)
    try:
        name, blanks = context.rules.bot_order(now, seat.side, now.forms, _seed(seat, now))
    except (RulesNotHere, RulesFell):
        raise Problem(409, "nothing-asked", "The captain has no suggestion for this order.") from None
    reasons = context.system.reasons(now.state, context.rules.read_order(seat.side, name, blanks))
    payload: dict[str, Json] = {
        "length": now.length,
        "order": name,
        "blanks": blanks,
        "reasons": list(reasons),
    }
    return response_cache.private(response_cache.to_bytes(payload))


def _seed(seat: Seat, now: SeatView) -> bytes:
    """Return a seed for breaking ties: stable until the seat learns more, and secret from others."""
    moment = f"{seat.battle_id}/{seat.side}/{now.length}"
    return salted_hmac(_SUGGESTIONS, moment, algorithm="sha256").digest()
