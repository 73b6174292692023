"""The requester, battle and seat of an API request; Problem is raised if access is refused."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.request import Request

from darkseas.members.models import Member
from darkseas.web.problems import Problem, headers_of, problem_of, problem_response
from replays_app.models import Battle, Seat
from replays_app.recording.at_table import records_alone
from replays_app.replay import response_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import battle_access
from replays_app.seats.tokens import SCHEME, token_hash, token_of
from replays_app.seats.viewer_seat import held_seat, holder_of, seat_wanted

MOST_NUMBER = 10**7
#: Finished battles cached by a process; each includes its scenario, about 20 kB.
REMEMBERED_BATTLES = 64
SAFE = ("GET", "HEAD", "OPTIONS")

View = Callable[..., HttpResponseBase]


def battle_of(request: HttpRequest, battle_id: UUID) -> Battle:
    """Return the battle if the requester may watch it or has a seat's token. Raises Problem 404."""
    battles = Battle.objects.select_related("revision__scenario").filter(pk=battle_id)
    if not battle_access.is_open_to_all(battle_id):
        may_watch = battle_access.watched_by(request.user) | battle_access.with_seat_of(holder_of(request))
        battles = battles.filter(battle_access.seated(token_of(request)) | may_watch)
    battle = battles.first()
    if battle is None:
        raise Problem(404, "not-found", "Battle not found.")
    return battle


def over_battle(battle_id: UUID) -> Battle | None:
    """Return a finished public battle with its seats; None for any other.

    Replays call this at each step and the battle hardly ever changes, so the process caches it while it is
    public. Callers must not change the returned object.
    """
    opened = battle_access.openness(battle_id)
    return _remembered(battle_id, opened.stamp) if opened and opened.is_over else None


@lru_cache(maxsize=REMEMBERED_BATTLES)
def _remembered(battle_id: UUID, stamp: str) -> Battle:
    """Return the battle from the cache; a new ``stamp`` of its visibility causes a new read."""
    battles = Battle.objects.prefetch_related("seats")
    return battles.select_related("revision__scenario").get(pk=battle_id)


def serve(request: HttpRequest, battle_id: UUID, answer: response_cache.CachedAnswer) -> HttpResponse:
    """Answer from the cache of a finished battle; Problem 404 if the requester may not watch it."""
    if battle_access.is_open_to_all(battle_id):
        return response_cache.public(request, answer)
    battle_of(request, battle_id)
    return response_cache.closed(request, answer)


def seat_of(request: HttpRequest, battle_id: UUID) -> Seat | None:
    """Return the seat that a request may act for, by token or by person; None if there is no such seat.

    The token is in ``Authorization: Seat ...``. Raises Problem 401 for an invalid token, and 404 for a seat
    of another battle.
    """
    token = token_of(request)
    if token is None:
        return held_seat(holder_of(request), battle_id, seat_wanted(request))
    seats = Seat.objects.select_related("battle__revision__scenario")
    seat = seats.filter(token_hash=token_hash(token)).first()
    if seat is None:
        raise SeatNeeded("Invalid seat token.")
    if seat.battle_id != battle_id:
        raise Problem(404, "not-found", "There is no such battle.")
    return seat


def sees_all(request: HttpRequest, battle: Battle) -> bool:
    """Return whether the requester records all sides of a battle at a table."""
    return token_of(request) is None and records_alone(holder_of(request), battle)


def seated(request: HttpRequest, battle_id: UUID) -> tuple[BattleContext, Seat]:
    """Return the battle and the seat of the request.

    Raises Problem 401 without credentials, and 403 if the requester holds no seat in the battle or a changing
    request may come from another site.
    """
    seat = seat_of(request, battle_id)
    if seat is None:
        if holder_of(request).is_somebody:
            raise Problem(403, "no-seat", "You hold no seat in this battle.")
        raise SeatNeeded("Send a seat token: Authorization: Seat <token>.")
    if token_of(request) is None and request.method not in SAFE:
        _check_is_ours(request)
    return BattleContext.of(seat.battle), seat


def _check_is_ours(request: HttpRequest) -> None:
    """Raise Problem 403 for a request that another site may have forged with our cookies (CSRF)."""
    check = CSRFCheck(_nothing)
    check.process_request(request)
    if check.process_view(request, _nothing, (), {}) is not None:
        raise Problem(403, "csrf", "Send the site's CSRF token in X-CSRFToken, or reload the page.")


class LoggedIn(BaseAuthentication):
    """Authenticates by session; `seated` checks CSRF for requests without a token."""

    def authenticate(self, request: Request) -> tuple[Member, None] | None:
        person = getattr(request._request, "user", None)
        return (person, None) if isinstance(person, Member) and person.is_active else None


def _nothing(_: HttpRequest) -> HttpResponse:
    return HttpResponse()


class SeatNeeded(Problem):
    """The request has no seat token; ``auth_header`` names the scheme to use."""

    auth_header = SCHEME.strip()

    def __init__(self, detail: str) -> None:
        super().__init__(401, "seat-needed", detail)


def number_of(request: HttpRequest, name: str, default: int, most: int = MOST_NUMBER) -> int:
    """Return a whole number from 0 to ``most`` from the query; larger numbers are capped."""
    text = request.GET.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit()):
        raise Problem(422, "invalid", f"{name} must be a whole number, 0 or greater.")
    return min(int(text[:12]), most)


def answering_problems(*methods: str) -> Callable[[View], View]:
    """Make a plain view answer problems as the API does, and reject other methods with 405.

    For views that are called very often, because they avoid the overhead of REST framework.
    """

    def decorate(view: View) -> View:
        @csrf_exempt
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method not in methods:
                refusal = Problem(405, "method-not-allowed", f"Use {', '.join(methods)}.")
                return problem_response(refusal, {"Allow": ", ".join(methods)})
            try:
                return view(request, *args, **kwargs)
            except Exception as fault:
                problem = problem_of(fault)
                if problem is None:
                    raise
                return problem_response(problem, headers_of(fault))

        return answer

    return decorate
