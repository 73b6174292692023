"""Unsent draft of a seat's order, visible only to its holder."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.needed_scopes import Scope, needs
from darkseas.web.request_bodies import record_of
from replays_app.models import Seat
from replays_app.recording import unsent_orders
from replays_app.replay import response_cache

from ..requests import LoggedIn, seated


@dataclass(frozen=True, slots=True)
class UnsentRequest:
    """Body: the draft in the page's own format, or None to delete the draft."""

    data: Mapping[str, Json] | None = None


@needs(Scope.PLAY)
class Unsent(APIView):
    """``GET`` and ``PUT`` the unsent order of the requester's seat."""

    authentication_classes = [LoggedIn]
    permission_classes = []

    def get(self, request: Request, battle_id: UUID) -> HttpResponse:
        """Answer with ``data`` (null if there is no draft) and the time of its last change."""
        _, seat = seated(_plain(request), battle_id)
        return _kept_by(seat)

    def put(self, request: Request, battle_id: UUID) -> HttpResponse:
        """Replace the stored draft with ``data``; null deletes it. Problem 413 or 422 for invalid data."""
        _, seat = seated(_plain(request), battle_id)
        body = record_of(UnsentRequest, request.data)
        if body.data is None:
            unsent_orders.forget(seat)
        else:
            unsent_orders.keep(seat, dict(body.data))
        return _kept_by(seat)


def _kept_by(seat: Seat) -> HttpResponse:
    payload = unsent_orders.as_json(unsent_orders.read(seat))
    return response_cache.private(response_cache.to_bytes(payload))


def _plain(request: Request) -> HttpRequest:
    plain: HttpRequest = request._request
    return plain
