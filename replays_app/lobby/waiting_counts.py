"""What the head of every page says of one's battles. Asked only where the page shows it."""

from functools import partial
from typing import Any

from django.http import HttpRequest

from replays_app.seats import inbox
from replays_app.seats.viewer_seat import holder_of


def of_header(request: HttpRequest) -> dict[str, Any]:
    """Return what the header asks: in how many battles one is called, and how many one may claim."""
    person = holder_of(request)
    return {"my_calls": partial(inbox.calls, person), "my_claims": partial(inbox.claimable, person)}
