"""Facts about the table on the battle page: own seats, view, witnesses and signatures."""

from typing import Any

from django.http import HttpRequest

from replays_app.models import Seat
from replays_app.recording import at_table, rulings
from replays_app.recording.table_recorders import signatures
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import ALL, of_seat
from replays_app.seats.viewer_seat import holder_of


def of_table(request: HttpRequest, seat: Seat) -> dict[str, Any]:
    """Return the facts about the table for a recorder in this seat, who may hold other seats too."""
    battle, person = seat.battle, holder_of(request)
    alone = at_table.records_alone(person, battle)
    seats = at_table.own_seats(person, battle)
    allowed = [ALL, *[own.side for own in seats]] if alone else [of_seat(seat)]
    wanted = request.GET.get("as", "")
    context = BattleContext.of(battle)
    view = cursor_cache.newest(context, of_seat(seat))
    before = view.witnessed.by if view.witnessed else ()
    return {
        "perspective": wanted if wanted in allowed else allowed[0],
        "perspectives": allowed if alone else (),
        "own_seats": [own.side for own in seats],
        "may_rule": rulings.may_rule(seat),
        "witnesses": at_table.witnesses_of(context, view, seat, before) or (),
        "present": view.table.present if view.table else (),
        "record": getattr(battle, "table_record", None),
        "signed": signatures.state_of(battle),
    }
