"""Clocks of a battle, as a seat holder may see them."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from darkseas.engine.events import UMPIRE
from darkseas.engine.serialization.canonical_json import Json
from replays_app.api.requests import answering_problems, seated
from replays_app.models import Battle, Clock, Seat
from replays_app.replay import response_cache
from replays_app.seats import clocks
from replays_app.seats.clock_terms import clock_of, describe


@answering_problems("GET", "HEAD")
def tell_clock(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with the clock's settings and the time left; ``clock`` is null without a clock."""
    context, seat = seated(request, battle_id)
    clock = None if context.battle.is_over else clock_of(context.battle)
    payload: Json = None if clock is None else _clock_json(clock, context.battle, seat)
    return response_cache.private(response_cache.to_bytes({"clock": payload}))


def _clock_json(clock: Clock, battle: Battle, seat: Seat) -> Json:
    """Return both clocks in seconds; the other side's is an upper bound, null while hidden.

    The umpire has no clock, and gets the clocks of all sides.
    """
    now = timezone.now()
    if seat.side == UMPIRE:
        sides: list[Json] = [
            {"side": one.side, "name": one.name, "time": _time_json(one.left)}
            for one in clocks.times_of_sides(clock, battle, now)
        ]
        return {"terms": describe(clock), "own": None, "other": None, "sides": sides}
    other = clocks.other_side(seat)
    known = clocks.known_time_left(clock, other, seat, now) if other is not None else None
    return {
        "terms": describe(clock),
        "own": _time_json(clocks.time_left(clock, seat, now)),
        "other": None if known is None else _time_json(known),
        "sides": [],
    }


def _time_json(left: clocks.TimeLeft) -> Json:
    until = left.stands_until
    return {
        "left": max(left.seconds, 0),
        "is_on": left.is_on,
        "stands_until": until.isoformat() if until else None,
    }
