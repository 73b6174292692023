"""Rate limits of the API and their headers.

Each request counts against one subject: its personal token; without a token the logged-in member, if the
request changes something; otherwise the network address. The headers follow the IETF draft on rate limits
(``RateLimit-Policy``, ``RateLimit``), with ``Retry-After`` on 429.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from darkseas.web.needed_scopes import SAFE
from darkseas.web.problems import Problem, problem_response

from ..personal_tokens.middleware import token_of
from ..rate_limits import Count, address_of, counted

COUNTED_PREFIX = "/api/v1/"
STREAM = "stream"

Answer = Callable[[HttpRequest], HttpResponse]


class TooMany(Problem):
    """The rate limit is exceeded; ``wait`` is the number of seconds until the next request is allowed."""

    def __init__(self, wait: int) -> None:
        super().__init__(429, "throttled", f"Too many requests. Try again in {wait} s.")
        self.wait = wait


class ApiLimitsMiddleware:
    """Counts API requests, answers 429 above the limit, and adds the rate limit headers."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or 429 with the seconds to wait."""
        if not request.path.startswith(COUNTED_PREFIX):
            return self.get_response(request)
        kind, subject = subject_of(request)
        count = _count(kind, subject)
        if count.left < 0:
            response = problem_response(TooMany(count.resets), {"Retry-After": str(count.resets)})
        else:
            response = self.get_response(request)
        response.headers["RateLimit-Policy"] = f'"{kind}";q={count.tries};w={count.seconds}'
        response.headers["RateLimit"] = f'"{kind}";r={max(count.left, 0)};t={count.resets}'
        return response


def subject_of(request: HttpRequest) -> tuple[str, str]:
    """Return the kind and key of the subject that a request counts against.

    Read requests count by network address, because loading the session would cost as much as many responses.
    """
    token = token_of(request)
    if token is not None:
        return "token", str(token.pk)
    if request.method not in SAFE and request.user.is_authenticated:
        return "member", str(request.user.pk)
    return "address", address_of(request)


def count_stream(request: HttpRequest) -> None:
    """Count a request for a whole log or list. Raises TooMany."""
    count = _count(STREAM, ":".join(subject_of(request)))
    if count.left < 0:
        raise TooMany(count.resets)


def _count(kind: str, subject: str) -> Count:
    return counted(f"api:{kind}:{subject}", *settings.API_LIMITS[kind])
