"""What the captain would order from a seat, and why."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.play.steps import read_order
from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.problems import Problem
from replays_app.models import Seat
from replays_app.recording.seat_view import SeatView, seat_view
from replays_app.replay import response_cache

from .requests import answering_problems, seated

_SUGGESTIONS = "darkseas/suggestions"


@answering_problems("GET", "HEAD")
def tell_suggestion(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with the captain's order from the seat's own view; 409 when nothing is asked of the seat."""
    context, seat = seated(request, battle_id)
    now = seat_view(context, seat)
    if not now.is_called:
        raise Problem(409, "nothing-asked", "Nothing is asked of this seat now.")
    system = context.system
    name, blanks = system.bot(now.state, seat.side, now.forms, _chooser(seat, now))
    reasons = system.reasons(now.state, read_order(system, seat.side, name, blanks))
    payload: dict[str, Json] = {
        "length": now.length,
        "order": name,
        "blanks": blanks,
        "reasons": list(reasons),
    }
    return response_cache.private(response_cache.to_bytes(payload))


def _chooser(seat: Seat, now: SeatView) -> Chooser:
    """Return what breaks ties: the same until the seat learns more, and foreseen by nobody else."""
    moment = f"{seat.battle_id}/{seat.side}/{now.length}"
    return Chooser(salted_hmac(_SUGGESTIONS, moment, algorithm="sha256").digest())
