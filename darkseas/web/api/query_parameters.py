"""Refuses unknown query parameters of the API: a misspelled filter must not return everything."""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse

from darkseas.web.problems import Problem, problem_response
from darkseas.web.request_bodies import pointer

from .routes import PREFIX, described

#: At every address of a battle, pages that record for several seats name one of them.
SEAT = "seat"


class KnownParametersMiddleware:
    """Answers 400 to an API request with an unknown query parameter, and lists the known ones."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Return the problem, or None to go on to the view."""
        if not request.GET or not request.path.startswith(f"/{PREFIX}") or request.resolver_match is None:
            return None
        method = "GET" if request.method == "HEAD" else request.method or ""
        known = _known(request.resolver_match.view_name, method)
        understood = {*(known or ()), *([SEAT] if "battle_id" in kwargs else [])}
        unknown = [] if known is None else sorted(set(request.GET) - understood)
        return problem_response(_unknown(unknown, known or ())) if unknown else None


@cache
def _known(name: str, method: str) -> tuple[str, ...] | None:
    """Return the query parameters of an operation; None if the address does not have this method."""
    operation = described().get((name, method))
    if operation is None:
        return None
    return tuple(sorted(one.name for one in operation.parameters if not one.is_header))


def _unknown(names: Sequence[str], known: Sequence[str]) -> Problem:
    code = "unknown-parameter"
    errors = [{"pointer": pointer(name), "detail": _advice(name, known), "code": code} for name in names]
    listed = f"Known parameters: {', '.join(known)}." if known else "This address has no query parameters."
    detail = f"Unknown query parameter{'s' if len(names) > 1 else ''}: {', '.join(names)}. {listed}"
    return Problem(400, code, detail, errors=errors, known=list(known))


def _advice(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, 1)
    return f"Unknown. Did you mean {near[0]}?" if near else "Unknown."
