"""Orders that are being filled: kept for the seat that fills them, until it gives one."""

import json
from typing import Any

from django.db import transaction

from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.invisible_characters import REFUSED, place_of_turns
from darkseas.web.problems import Problem
from replays_app.models import Seat, UnsentOrder
from replays_app.seats import taking_seats

#: The longest that is kept of one seat, in bytes as the column keeps them, which writes letters beyond ASCII
#: out: twice the longest order there is, all fire of the largest fleet. A visitor may have many seats.
MOST_BYTES = 48 * 1024


def read(seat: Seat) -> UnsentOrder | None:
    """Return what the seat has filled and not sent, None without any."""
    return UnsentOrder.objects.filter(seat=seat).first()


def keep(seat: Seat, data: dict[str, Any]) -> None:
    """Keep what the seat has filled, in place of what was kept.

    Raises Problem 413 when it is too long, 422 where it holds a name that no order may have.
    """
    if len(json.dumps(data)) > MOST_BYTES:
        raise Problem(413, "too-large", f"An order that is kept may have at most {MOST_BYTES} bytes.")
    place = place_of_turns(data)
    if place is not None:
        where = "".join(f"/{part}" for part in ("data", *place))
        raise Problem(422, "invalid", REFUSED, errors=[{"pointer": f"#{where}", "detail": REFUSED}])
    with transaction.atomic():
        taking_seats.keep_seated(seat)
        UnsentOrder.objects.update_or_create(seat=seat, defaults={"data": data})


def forget(seat: Seat) -> None:
    """Keep nothing of the seat any more."""
    UnsentOrder.objects.filter(seat=seat).delete()


def as_json(kept: UnsentOrder | None) -> Json:
    """Return what is kept as the API has it."""
    if kept is None:
        return {"data": None}
    return {"data": kept.data, "changed_at": kept.changed_at.isoformat()}
