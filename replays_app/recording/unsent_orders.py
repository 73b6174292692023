"""Drafts of orders, stored for a seat until it submits an order."""

import json
from typing import Any

from django.db import transaction

from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.invisible_characters import REFUSED, place_of_turns
from darkseas.web.problems import Problem
from replays_app.models import Seat, UnsentOrder
from replays_app.seats import taking_seats

#: The longest draft in stored bytes, with non-ASCII letters escaped. It is twice the longest possible order,
#: all fire of the largest fleet. A visitor may have many seats.
MOST_BYTES = 48 * 1024


def read(seat: Seat) -> UnsentOrder | None:
    """Return the seat's draft, None if there is none."""
    return UnsentOrder.objects.filter(seat=seat).first()


def keep(seat: Seat, data: dict[str, Any]) -> None:
    """Replace the seat's draft.

    Raises Problem 413 if the draft is too long, 422 if it has a name that is not allowed for orders.
    """
    if len(json.dumps(data)) > MOST_BYTES:
        raise Problem(413, "too-large", f"A stored draft may have at most {MOST_BYTES} bytes.")
    place = place_of_turns(data)
    if place is not None:
        where = "".join(f"/{part}" for part in ("data", *place))
        raise Problem(422, "invalid", REFUSED, errors=[{"pointer": f"#{where}", "detail": REFUSED}])
    with transaction.atomic():
        taking_seats.keep_seated(seat)
        UnsentOrder.objects.update_or_create(seat=seat, defaults={"data": data})


def forget(seat: Seat) -> None:
    UnsentOrder.objects.filter(seat=seat).delete()


def as_json(kept: UnsentOrder | None) -> Json:
    """Return the draft as the API shows it."""
    if kept is None:
        return {"data": None}
    return {"data": kept.data, "changed_at": kept.changed_at.isoformat()}
