"""The requester's battles, with whether their orders are due and since when."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from darkseas.engine.serialization.canonical_json import Json
from darkseas.members.limits.api_limits import count_stream
from darkseas.web.paging import page_of
from darkseas.web.problems import Problem
from darkseas.web.sending import ndjson
from darkseas.web.sending.etags import tagged
from replays_app.models import Holding
from replays_app.replay.response_cache import to_bytes
from replays_app.seats import inbox
from replays_app.seats.viewer_seat import holder_of

from .battles import card_json
from .requests import answering_problems

#: Rows read at a time for the NDJSON stream.
PART = 200


class PersonNeeded(Problem):
    """The request has no credentials; ``auth_header`` names the scheme to use."""

    auth_header = "Bearer"

    def __init__(self) -> None:
        super().__init__(401, "person-needed", "Send a personal token: Authorization: Bearer <token>.")


@answering_problems("GET", "HEAD")
def tell_own_battles(request: HttpRequest) -> HttpResponseBase:
    """Answer with a page of the requester's battles, newest seat first.

    As NDJSON (``format=ndjson``): all of them, one per line. Raises Problem 401 without credentials.
    """
    person = holder_of(request)
    if not person.is_somebody:
        raise PersonNeeded
    held = inbox.all_of(person)
    if ndjson.is_wanted(request):
        count_stream(request)
        rows = held.order_by("-id").iterator(chunk_size=PART)
        return ndjson.stream(to_bytes(_line(holding)) for holding in rows)
    page = page_of(request, held, ("-id",))
    lines = [_line(holding) for holding in page.rows]
    return tagged(request, to_bytes({"battles": lines, "next": page.next}))


def _line(holding: Holding) -> Mapping[str, Json]:
    mine = inbox.of_mine(holding)
    return {
        **card_json(mine.battle),
        "side": mine.side["key"],
        "others": mine.others,
        "is_called": mine.is_called,
        "since": mine.since.isoformat() if mine.since else None,
    }
