"""Access to a battle's stream, with the same checks as the API, repeated while it is open."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

from darkseas.members import rate_limits
from darkseas.members.personal_tokens.middleware import recognise
from darkseas.web.problems import Problem
from replays_app.api.requests import battle_of, seat_of, sees_all
from replays_app.models import Seat
from replays_app.replay import perspectives
from replays_app.seats.tokens import token_hash, token_of
from replays_app.seats.viewer_seat import holder_of

MOST_KEY = 80


@dataclass(frozen=True, slots=True)
class Admission:
    """Access granted to a follower: view, seat, and the names used for counting.

    ``known`` is how many entries the follower knows, None if unknown; ``is_over`` says whether the battle is
    over.
    """

    battle_id: UUID
    perspective: str
    seat_id: int | None
    person: str
    address: str
    known: int | None
    is_over: bool


def request_of(scope: Mapping[str, Any]) -> ASGIRequest:
    """Return the request of an ASGI scope, with the member of its session or personal token.

    Raises Problem 401 for an invalid or revoked personal token.
    """
    request = ASGIRequest(scope, BytesIO())
    SessionMiddleware(_nothing).process_request(request)
    AuthenticationMiddleware(_nothing).process_request(request)
    recognise(request)
    return request


def origin_of(request: HttpRequest) -> str | None:
    """Return the other origin that may read the response: the site's own pages on another port.

    None for a request from the same origin or from a program. Raises Problem 403 for another site.
    """
    origin = request.headers.get("Origin")
    host, port = split_domain_port(request.get_host())
    if origin is None:
        return None
    parts = urlsplit(origin)
    expected = str(settings.PAGES_PORT or port)
    try:
        given = str(parts.port or "")
    except ValueError:
        given = "?"
    if (parts.scheme, parts.hostname, given) != (request.scheme, host.strip("[]"), expected):
        raise Problem(403, "other-origin", "Only pages of this site can follow a battle.")
    return origin


def admit(request: HttpRequest, battle_id: UUID) -> Admission:
    """Return the access of a request to a battle's stream. Raises Problem without access.

    ``?as=`` names the view, as elsewhere; the default is the seat's own, otherwise an observer's.
    """
    battle = battle_of(request, battle_id)
    seat = seat_of(request, battle_id)
    open_to = perspectives.open_to(battle, seat, sees_all=not battle.is_over and sees_all(request, battle))
    perspective = request.GET.get("as", "")[:MOST_KEY] or _own(seat, open_to)
    if perspective not in open_to:
        raise Problem(404, "not-found", "Unknown view, or one you cannot use.")
    is_own = seat is not None and perspectives.of_seat(seat) == perspective
    return Admission(
        battle_id,
        perspective,
        seat.pk if seat is not None and is_own else None,
        _person(request),
        rate_limits.address_of(request),
        _known(request),
        battle.is_over,
    )


def _own(seat: Seat | None, open_to: tuple[str, ...]) -> str:
    return open_to[0] if seat is None else perspectives.of_seat(seat)


def _person(request: HttpRequest) -> str:
    """Return the name under which a person's streams are counted; "" for anonymous followers."""
    token, person = token_of(request), holder_of(request)
    if token is not None:
        return f"token:{token_hash(token)}"
    if person.member is not None:
        return f"member:{person.member.pk}"
    return f"visitor:{person.visitor}" if person.visitor else ""


def _known(request: HttpRequest) -> int | None:
    """Return how many entries the client knows (``Last-Event-ID``), or None if unknown."""
    text = request.headers.get("Last-Event-ID", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None


def _nothing(_: HttpRequest) -> HttpResponse:
    return HttpResponse()
