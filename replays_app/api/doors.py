"""Who asks, for which battle, and in what words: what all views of the API begin with."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from darkseas.engine.codec import BadShape, read
from darkseas.problems import Problem, problem_of, problem_response
from replays_app.models import Battle, Seat
from replays_app.recording import token_hash

SCHEME = "Seat "
MOST_NUMBER = 10**7

T = TypeVar("T")
View = Callable[..., HttpResponse]


def battle_of(battle_id: UUID) -> Battle:
    """Return the battle. Raises Problem 404."""
    battle = Battle.objects.select_related("revision__scenario").filter(pk=battle_id).first()
    if battle is None:
        raise Problem(404, "not-found", "There is no such battle.")
    return battle


def seat_of(request: HttpRequest, battle_id: UUID) -> Seat | None:
    """Return the seat whose token the request brings in ``Authorization: Seat ...``, None without one.

    Raises Problem: 401 for a token that opens nothing, 404 for a seat in another battle.
    """
    said = request.headers.get("Authorization", "")
    if not said.startswith(SCHEME):
        return None
    found = Seat.objects.select_related("battle__revision__scenario")
    seat = found.filter(token_hash=token_hash(said.removeprefix(SCHEME).strip())).first()
    if seat is None:
        raise _seat_needed("This token opens no seat.")
    if seat.battle_id != battle_id:
        raise Problem(404, "not-found", "There is no such battle.")
    return seat


def needed_seat_of(request: HttpRequest, battle_id: UUID) -> Seat:
    """Return the seat of the request. Raises Problem 401 when it brings no token."""
    seat = seat_of(request, battle_id)
    if seat is None:
        raise _seat_needed("Bring the token of a seat: Authorization: Seat <token>.")
    return seat


def _seat_needed(detail: str) -> Problem:
    problem = Problem(401, "seat-needed", detail)
    problem.auth_header = SCHEME.strip()
    return problem


def record_of(kind: type[T], body: Any) -> T:
    """Return the body of a request as a record. Raises Problem 422 naming the place that is wrong."""
    try:
        found: T = read(kind, body)
    except BadShape as fault:
        raise invalid(fault.where, fault.reason) from None
    return found


def invalid(where: str, reason: str) -> Problem:
    """Return the problem that a place of the body, as a dotted path, is wrong."""
    place = {"pointer": pointer(where), "detail": reason}
    return Problem(422, "invalid", "Some of this cannot be accepted.", errors=[place])


def pointer(where: str) -> str:
    """Return a dotted path as a JSON pointer in a fragment (RFC 6901 §6)."""
    return "#" + "".join(f"/{part}" for part in where.split(".") if part)


def number_of(request: HttpRequest, name: str, default: int, most: int = MOST_NUMBER) -> int:
    """Return a whole number from 0 to ``most`` of the query; more is cut to ``most``."""
    said = request.GET.get(name)
    if said is None:
        return default
    if not (said.isascii() and said.isdigit()):
        raise Problem(422, "invalid", f"{name} must be a whole number from 0 on.")
    return min(int(said[:12]), most)


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
