"""Who asks, for which battle, and in what words: what all views of the API begin with."""

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
#: Battles that are over which a process remembers; one has its scenario with it, some twenty thousand bytes.
REMEMBERED_BATTLES = 64
SAFE = ("GET", "HEAD", "OPTIONS")

View = Callable[..., HttpResponseBase]


def battle_of(request: HttpRequest, battle_id: UUID) -> Battle:
    """Return the battle, to whoever may watch it or brings the token of a seat. Raises Problem 404."""
    battles = Battle.objects.select_related("revision__scenario").filter(pk=battle_id)
    if not battle_access.is_open_to_all(battle_id):
        may_watch = battle_access.watched_by(request.user) | battle_access.with_seat_of(holder_of(request))
        battles = battles.filter(battle_access.seated(token_of(request)) | may_watch)
    battle = battles.first()
    if battle is None:
        raise Problem(404, "not-found", "There is no such battle.")
    return battle


def over_battle(battle_id: UUID) -> Battle | None:
    """Return a battle that is over and open to everybody, with its seats; None for any other.

    It is asked for at each step of who watches, and hardly ever changes: so a process remembers it as long as
    that everybody may watch it. Nobody may change what this returns.
    """
    opened = battle_access.openness(battle_id)
    return _remembered(battle_id, opened.stamp) if opened and opened.is_over else None


@lru_cache(maxsize=REMEMBERED_BATTLES)
def _remembered(battle_id: UUID, stamp: str) -> Battle:
    """Return such a battle; ``stamp`` is that of its openness, and another one is asked anew."""
    battles = Battle.objects.prefetch_related("seats")
    return battles.select_related("revision__scenario").get(pk=battle_id)


def serve(request: HttpRequest, battle_id: UUID, answer: response_cache.CachedAnswer) -> HttpResponse:
    """Answer with what was kept of a battle that is over; Problem 404 for whoever may not watch it."""
    if battle_access.is_open_to_all(battle_id):
        return response_cache.public(request, answer)
    battle_of(request, battle_id)
    return response_cache.closed(request, answer)


def seat_of(request: HttpRequest, battle_id: UUID) -> Seat | None:
    """Return the seat that a request may act for: by token, else as who asks.

    The token stands in ``Authorization: Seat ...``. None for somebody who holds none. Raises Problem: 401 for
    a token that opens nothing, 404 for a seat in another battle.
    """
    token = token_of(request)
    if token is None:
        return held_seat(holder_of(request), battle_id, seat_wanted(request))
    seats = Seat.objects.select_related("battle__revision__scenario")
    seat = seats.filter(token_hash=token_hash(token)).first()
    if seat is None:
        raise SeatNeeded("This token opens no seat.")
    if seat.battle_id != battle_id:
        raise Problem(404, "not-found", "There is no such battle.")
    return seat


def sees_all(request: HttpRequest, battle: Battle) -> bool:
    """Return whether a request comes from whoever records all sides of a battle at a table."""
    return token_of(request) is None and records_alone(holder_of(request), battle)


def seated(request: HttpRequest, battle_id: UUID) -> tuple[BattleContext, Seat]:
    """Return the battle and the seat of the request.

    Raises Problem: 401 when nothing says who asks, 403 when they hold no seat in such a battle, or when they
    want something changed and the request may be another site's.
    """
    seat = seat_of(request, battle_id)
    if seat is None:
        if holder_of(request).is_somebody:
            raise Problem(403, "no-seat", "You hold no seat in such a battle.")
        raise SeatNeeded("Bring the token of a seat: Authorization: Seat <token>.")
    if token_of(request) is None and request.method not in SAFE:
        _check_is_ours(request)
    return BattleContext.of(seat.battle), seat


def _check_is_ours(request: HttpRequest) -> None:
    """Raise Problem 403 for a request that a page of another site may have sent with our cookies (CSRF)."""
    check = CSRFCheck(_nothing)
    check.process_request(request)
    if check.process_view(request, _nothing, (), {}) is not None:
        raise Problem(403, "csrf", "Bring the site's CSRF token in X-CSRFToken: open the page anew.")


class LoggedIn(BaseAuthentication):
    """Knows who is logged in; that the request is ours is asked by `seated`, for who brings no token."""

    def authenticate(self, request: Request) -> tuple[Member, None] | None:
        """Return the member of the site's session, None without one."""
        person = getattr(request._request, "user", None)
        return (person, None) if isinstance(person, Member) and person.is_active else None


def _nothing(_: HttpRequest) -> HttpResponse:
    return HttpResponse()


class SeatNeeded(Problem):
    """The request brings no token of a seat; ``auth_header`` names the scheme to bring one in."""

    auth_header = SCHEME.strip()

    def __init__(self, detail: str) -> None:
        super().__init__(401, "seat-needed", detail)


def number_of(request: HttpRequest, name: str, default: int, most: int = MOST_NUMBER) -> int:
    """Return a whole number from 0 to ``most`` of the query; more is cut to ``most``."""
    text = request.GET.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit()):
        raise Problem(422, "invalid", f"{name} must be a whole number from 0 on.")
    return min(int(text[:12]), most)


def answering_problems(*methods: str) -> Callable[[View], View]:
    """Make a plain view answer problems as the API does, and other methods with 405.

    For views that are asked very often: they do without what REST framework does around a view.
    """

    def decorate(view: View) -> View:
        @csrf_exempt
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method not in methods:
                refusal = Problem(405, "method-not-allowed", f"Only {', '.join(methods)} can be asked here.")
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
