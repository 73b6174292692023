"""API of chat and notes, for seat holders only."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.form_submissions.idempotency_key import creates_once_by_key
from darkseas.web.needed_scopes import Scope, needs
from darkseas.web.problems import Problem
from darkseas.web.request_bodies import invalid, record_of
from replays_app.api.requests import LoggedIn, number_of, seated
from replays_app.models import ChatLine, Seat
from replays_app.replay import response_cache
from replays_app.seats.tokens import token_of
from replays_app.seats.viewer_seat import Holder, holder_of

from . import store

COUNT, MOST_COUNT = 100, 500


@dataclass(frozen=True, slots=True)
class LineRequest:
    """Body of a line: its text, and whether the line is a private note."""

    text: str
    note: bool = False


class Crowded(Problem):
    """The seat has reached its limit; ``wait`` is the number of seconds until the next try."""

    wait = store.STRETCH.total_seconds()

    def __init__(self) -> None:
        super().__init__(429, "too-many-lines", "You have written many messages. Wait a few minutes.")


@needs(Scope.PLAY)
class Chat(APIView):
    """``GET``: lines after a number. ``POST``: write a line."""

    authentication_classes = [LoggedIn]
    permission_classes = []

    def get(self, request: Request, battle_id: UUID) -> HttpResponse:
        """Answer with at most ``count`` lines after number ``after``, by default the newest lines."""
        seat, person = _writer(request._request, battle_id)
        count = number_of(request._request, "count", COUNT, MOST_COUNT)
        readable = store.readable(seat, person)
        if "after" in request._request.GET:
            first = number_of(request._request, "after", 0) + 1
        else:
            first = max(readable.count() - count, 0)
        lines = readable[first : first + count]
        payload = {"lines": [_line_json(line, number, seat) for number, line in enumerate(lines, first)]}
        return response_cache.private(response_cache.to_bytes(payload))

    @creates_once_by_key
    def post(self, request: Request, battle_id: UUID) -> HttpResponse:
        """Answer 201 with the stored line."""
        seat, person = _writer(request._request, battle_id)
        body = record_of(LineRequest, request.data)
        try:
            line = store.write(seat, person, body.text, store.OWN if body.note else store.SEATS)
        except store.BadLine as fault:
            raise invalid("text", str(fault)) from None
        except store.TooManyLines:
            raise Crowded from None
        number = store.readable(seat, person).filter(pk__lt=line.pk).count()
        return response_cache.private(response_cache.to_bytes(_line_json(line, number, seat)), 201)


def _writer(request: HttpRequest, battle_id: UUID) -> tuple[Seat, Holder]:
    """Return the seat of a request and its holder; a requester with only a token is anonymous."""
    _, seat = seated(request, battle_id)
    return seat, Holder() if token_of(request) is not None else holder_of(request)


def _line_json(line: ChatLine, number: int, reader: Seat) -> Mapping[str, Json]:
    """Return a line for its reader; pages must show the text as plain text."""
    return {
        "n": number,
        "side": line.seat.side,
        "name": store.writer_of(line),
        "own": line.seat_id == reader.pk,
        "note": line.audience == store.OWN,
        "text": line.text,
        "at": line.written_at.isoformat(timespec="seconds"),
    }
