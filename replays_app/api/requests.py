"""Who asks, for which battle, and in what words: what all views of the API begin with."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from darkseas.web.problems import Problem, problem_of, problem_response
from replays_app import access
from replays_app.models import Battle, Seat
from replays_app.replay import response_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import token_hash

SCHEME = "Seat "
MOST_NUMBER = 10**7

View = Callable[..., HttpResponse]


def battle_of(request: HttpRequest, battle_id: UUID) -> Battle:
    """Return the battle, to whoever may watch it or brings the token of a seat. Raises Problem 404."""
    battles = Battle.objects.select_related("revision__scenario").filter(pk=battle_id)
    if not access.is_open_to_all(battle_id):
        battles = battles.filter(access.seated(_token(request)) | access.watched_by(request.user))
    battle = battles.first()
    if battle is None:
        raise Problem(404, "not-found", "There is no such battle.")
    return battle


def serve(request: HttpRequest, battle_id: UUID, answer: response_cache.CachedAnswer) -> HttpResponse:
    """Answer with what was kept of a battle that is over; Problem 404 for whoever may not watch it."""
    if access.is_open_to_all(battle_id):
        return response_cache.public(request, answer)
    battle_of(request, battle_id)
    return response_cache.private(answer.body)


def seat_of(request: HttpRequest, battle_id: UUID) -> Seat | None:
    """Return the seat whose token the request brings in ``Authorization: Seat ...``, None without one.

    Raises Problem: 401 for a token that opens nothing, 404 for a seat in another battle.
    """
    token = _token(request)
    if token is None:
        return None
    seats = Seat.objects.select_related("battle__revision__scenario")
    seat = seats.filter(token_hash=token_hash(token)).first()
    if seat is None:
        raise SeatNeeded("This token opens no seat.")
    if seat.battle_id != battle_id:
        raise Problem(404, "not-found", "There is no such battle.")
    return seat


def seated(request: HttpRequest, battle_id: UUID) -> tuple[BattleContext, Seat]:
    """Return the battle and the seat of the request. Raises Problem 401 when it brings no token."""
    seat = seat_of(request, battle_id)
    if seat is None:
        raise SeatNeeded("Bring the token of a seat: Authorization: Seat <token>.")
    return BattleContext.of(seat.battle), seat


def _token(request: HttpRequest) -> str | None:
    """Return the token of a seat that a request brings, None without one."""
    header = request.headers.get("Authorization", "")
    return header.removeprefix(SCHEME).strip() if header.startswith(SCHEME) else None


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
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method not in methods:
                refusal = Problem(405, "method-not-allowed", f"Only {', '.join(methods)} can be asked here.")
                return problem_response(refusal, {"Allow": ", ".join(methods)})
            try:
                return view(request, *args, **kwargs)
            except Exception as fault:
                problem = problem_of(fault)
                if problem is None:
                    raise
                header = getattr(problem, "auth_header", None)
                return problem_response(problem, {"WWW-Authenticate": header} if header else None)

        return answer

    return decorate
