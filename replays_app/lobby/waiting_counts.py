"""Counts in the header of every page; they are queried only if the page shows them."""

from functools import partial
from typing import Any

from django.http import HttpRequest

from replays_app.seats import inbox
from replays_app.seats.viewer_seat import holder_of


def of_header(request: HttpRequest) -> dict[str, Any]:
    """Return the numbers of battles with orders due and of claimable battles, as lazy functions."""
    person = holder_of(request)
    return {"my_calls": partial(inbox.calls, person), "my_claims": partial(inbox.claimable, person)}
