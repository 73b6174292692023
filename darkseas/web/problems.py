"""Error responses: RFC 9457 JSON for API clients, and an error page for browsers.

Neither contains data of other users.
"""

import errno
import json
import logging
import sys
import uuid
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import ValidationError as FormError
from django.db import DataError, IntegrityError, InterfaceError, OperationalError, transaction
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.template import loader
from rest_framework import exceptions

MEDIA_TYPE = "application/problem+json"
API_PREFIX = "/api/"
#: Seconds after which clients may retry if the database is unavailable.
LATER_S = 120
#: What helps when a form's CSRF token has expired: browsers keep the text when they go back, not when they
#: reload.
GO_BACK = (
    "Go back in your browser: your text is still there. Then send the form again. "
    "Copy your text before you reload the form, because reloading loses it."
)
UNACCEPTABLE = "Some values are invalid."

log = logging.getLogger("darkseas.web.problems")


class Problem(exceptions.APIException):
    """An error that an API view raises.

    ``name`` is the last part of the problem's ``type``. Programs depend on it, so it never changes.
    ``errors`` lists the invalid places with JSON pointers (RFC 6901). ``more`` holds further members; they
    may contain only data that the client may see.
    """

    def __init__(
        self,
        status: int,
        name: str,
        detail: str,
        *,
        errors: Iterable[Mapping[str, str]] = (),
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status_code = status
        self.name = name
        self.errors = list(errors)
        self.more = more


def problem_response(problem: Problem, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """Return the problem as an RFC 9457 response, with an id to quote to the operator."""
    instance = uuid.uuid4().urn
    body = {
        **problem.more,
        "type": f"urn:darkseas:problem:{problem.name}",
        "title": HTTPStatus(problem.status_code).phrase,
        "status": problem.status_code,
        "detail": str(problem.detail),
        "instance": instance,
    }
    if problem.errors:
        body["errors"] = problem.errors
    if problem.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        log.error("answered %s with %s", problem.status_code, instance)
    return HttpResponse(
        json.dumps(body), status=problem.status_code, content_type=MEDIA_TYPE, headers=dict(headers or {})
    )


# --- for REST framework's views ---------------------------------------------------------


def exception_handler(exception: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Return the response to an exception of an API view; None leaves it to the server-error page.

    Raising the exception has already rolled back the request's transaction, if it had one.
    """
    problem = problem_of(exception)
    if problem is None:
        return None
    return problem_response(problem, headers_of(exception))


def problem_of(exception: Exception) -> Problem | None:
    """Return the problem for an exception, or None for a programming error."""
    if isinstance(exception, Problem):
        return exception
    if isinstance(exception, exceptions.ValidationError):
        return Problem(422, "invalid", "Some values are invalid.", errors=faulty_places(exception.detail))
    if isinstance(exception, exceptions.APIException):
        return Problem(
            exception.status_code, str(exception.default_code).replace("_", "-"), str(exception.detail)
        )
    if is_out_of_reach(exception):
        return _out_of_reach()
    for kinds, (status, name, detail) in _MEANINGS.items():
        if isinstance(exception, kinds):
            return Problem(status, name, detail)
    return None


def is_out_of_reach(exception: BaseException | None) -> bool:
    """Return whether an exception means that the disk is full or the database is unavailable."""
    if isinstance(exception, transaction.TransactionManagementError):  # the client kept sending requests
        return is_out_of_reach(exception.__cause__)
    if isinstance(exception, OSError):
        return exception.errno in (errno.ENOSPC, errno.EDQUOT)
    return isinstance(exception, OperationalError | InterfaceError)


def _out_of_reach() -> Problem:
    detail = "The site cannot read or store data at the moment. No change was partly saved."
    problem = Problem(503, "out-of-reach", detail)
    log.error("nothing can be stored or read", exc_info=True)
    return problem


_MEANINGS: dict[tuple[type[Exception], ...], tuple[int, str, str]] = {
    (Http404,): (404, "not-found", "Not found, or not visible to you."),
    (PermissionDenied,): (403, "permission-denied", "You may not do this."),
    (RequestDataTooBig, RecursionError): (413, "too-large", "The request is too large or nested too deep."),
    (IntegrityError,): (409, "conflict", "This conflicts with stored data."),
    (FormError,): (422, "invalid", UNACCEPTABLE),
    (SuspiciousOperation, UnicodeError, UnreadablePostError): (
        400,
        "malformed",
        "The request cannot be read.",
    ),
    (DataError, OverflowError): (400, "out-of-range", "A number or text is too large."),
}


def faulty_places(detail: Any, pointer: str = "#") -> list[dict[str, str]]:
    """Return REST framework's nested errors as a flat list with JSON pointers."""
    if isinstance(detail, dict):
        return [
            place
            for key, inner in detail.items()
            for place in faulty_places(inner, pointer if key == "non_field_errors" else _below(pointer, key))
        ]
    if isinstance(detail, list):
        return [
            place
            for number, inner in enumerate(detail)
            for place in faulty_places(inner, pointer if isinstance(inner, str) else _below(pointer, number))
        ]
    return [{"pointer": pointer, "detail": str(detail), "code": str(getattr(detail, "code", "invalid"))}]


def _below(pointer: str, key: object) -> str:
    """Return the pointer to a member (RFC 6901 §3: ``~`` and ``/`` are escaped)."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def headers_of(exception: Exception) -> dict[str, str]:
    """Return `WWW-Authenticate` and `Retry-After` for an exception, if they apply."""
    headers = {}
    if auth_header := getattr(exception, "auth_header", None):
        headers["WWW-Authenticate"] = auth_header
    if wait := LATER_S if is_out_of_reach(exception) else getattr(exception, "wait", None):
        headers["Retry-After"] = f"{wait:.0f}"
    return headers


# --- error pages: settings and URLs refer to these by name ------------------------------


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    status = 413 if isinstance(exception, RequestDataTooBig) else 400
    name = "too-large" if status == 413 else "malformed"
    problem = Problem(status, name, "The request cannot be read.")
    return _answer(request, problem, "Go back, reload the page and try again.")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    problem = Problem(403, "permission-denied", "You may not do this.")
    return _answer(request, problem, "Log in with an account that may, or go back.")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form with a missing or expired CSRF token."""
    problem = Problem(403, "csrf", "This form has expired or was not sent from a page of this site.")
    return _answer(request, problem, GO_BACK)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    problem = Problem(404, "not-found", "Not found, or not visible to you.")
    return _answer(request, problem, "Check the address, or start from the home page.")


def server_error(request: HttpRequest) -> HttpResponse:
    if is_out_of_reach(sys.exc_info()[1]):
        answer = _answer(request, _out_of_reach(), "Wait a few minutes, then try again.")
        answer.headers["Retry-After"] = str(LATER_S)
        return answer
    problem = Problem(500, "server-error", "Something went wrong on the server. No change was partly saved.")
    return _answer(request, problem, "Try again in a minute. If it fails again, tell the operator the time.")


def _answer(request: HttpRequest, problem: Problem, next_step: str) -> HttpResponse:
    if request.path.startswith(API_PREFIX):
        return problem_response(problem)
    return HttpResponse(_page(request, problem, next_step), status=problem.status_code)


def _page(request: HttpRequest, problem: Problem, next_step: str) -> str:
    """Return the error page, or plain text if rendering fails.

    Rendering can fail because the page's header reads the session and the database.
    """
    context = {
        "title": HTTPStatus(problem.status_code).phrase,
        "detail": problem.detail,
        "next_step": next_step,
    }
    try:
        return loader.render_to_string("error.html", context, request)
    except Exception:
        log.exception("the error page could not be rendered")
        return f"<!doctype html><title>{context['title']}</title><p>{problem.detail} {next_step}</p>"
