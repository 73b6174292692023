"""API requests with a personal token: authentication and scopes."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from darkseas.members.models import PersonalToken
from darkseas.web import needed_scopes as scopes
from darkseas.web.problems import API_PREFIX, Problem, problem_response

from . import store

SCHEME = "Bearer "

Answer = Callable[[HttpRequest], HttpResponse]


class PersonalTokenMiddleware:
    """Authenticates the member of an ``Authorization: Bearer`` token, on the API only.

    No CSRF token is required: another site's page can make a browser send a cookie, but never a token.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request as the token's member, or 401 for an invalid token."""
        if not request.path.startswith(API_PREFIX):
            return self.get_response(request)
        try:
            token = recognise(request)
        except Problem as refusal:
            return problem_response(refusal, {"WWW-Authenticate": 'Bearer error="invalid_token"'})
        if token is None:
            return self.get_response(request)
        store.note_use(token)
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]  # as Django's own test client
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Refuse requests outside the token's scopes, naming the required scope."""
        token = token_of(request)
        needed = scopes.needed(view, request.method or "")
        if token is None or needed.value in token.scope_set:
            return None
        detail = f"This token lacks the scope {needed.value!r}. Create one with it on your account page."
        challenge = f'Bearer error="insufficient_scope", scope="{needed.value}"'
        return problem_response(
            Problem(403, "scope", detail, scope=needed.value), {"WWW-Authenticate": challenge}
        )


def recognise(request: HttpRequest) -> PersonalToken | None:
    """Authenticate a request by its personal token and return the token, None without one.

    Raises Problem 401 for an invalid token.
    """
    header = request.headers.get("Authorization", "")
    if not header.startswith(SCHEME):
        return None
    token = store.known(header.removeprefix(SCHEME).strip())
    if token is None:
        raise Problem(401, "bad-token", "This token is invalid. Create one on your account page.")
    request.user = token.member
    request.personal_token = token  # type: ignore[attr-defined]
    return token


def token_of(request: HttpRequest) -> PersonalToken | None:
    """Return the request's personal token, or None."""
    return getattr(request, "personal_token", None)
