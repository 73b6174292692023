"""A member's battles with orders due, for the home page."""

from typing import Any

from django.db.models import F

from darkseas.members.models import Member
from replays_app.models import Battle
from replays_app.seats import inbox
from replays_app.seats.viewer_seat import Holder

MOST_SHOWN = 5
#: The most battles checked; the lobby shows all.
_MOST_ASKED = 20


def waiting_for(member: Member) -> dict[str, Any]:
    """Return the member's battles with orders due, the longest waiting first."""
    held = inbox.all_of(Holder(member=member)).filter(
        seat__battle__status=Battle.Status.RUNNING, seat__call__isnull=False
    )
    ordered = held.order_by(F("seat__call__is_called").desc(), "seat__call__since", "pk")[:_MOST_ASKED]
    rows = {row.battle.pk: row for row in map(inbox.of_mine, ordered) if row.is_called or row.is_offered_draw}
    return {"rows": list(rows.values())[:MOST_SHOWN]}
