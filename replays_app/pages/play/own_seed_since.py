"""When a side committed its own dice seed. The side's browser stores the seed."""

from datetime import datetime

from django.db.models import Subquery

from replays_app.log import store as log_store
from replays_app.models import Seat


def sealed_at(seat: Seat) -> datetime | None:
    """Return when a seat committed its seed, None if it has not or needs no seed."""
    sealed = log_store.orders_of_seat().filter(kind="client_seed_committed").values("recorded_at")[:1]
    found = Seat.objects.filter(pk=seat.pk).annotate(sealed_at=Subquery(sealed))
    at: datetime | None = found.values_list("sealed_at", flat=True).get()
    return at
