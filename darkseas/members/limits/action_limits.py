"""Limits on what a member submits through pages: requests per hour and kilobytes per day.

Many actions leave a row that nobody can delete (a club's audit, a result's steps, sealed votes), so an
unlimited program would fill the disk. The API has its own limits (`api_limits.py`).
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from darkseas.web.needed_scopes import SAFE

from ..rate_limited_views import too_many
from ..rate_limits import counted
from .api_limits import COUNTED_PREFIX

_KILOBYTE = 1024


class ActionLimitsMiddleware:
    """Counts the actions of logged-in members on pages, and answers 429 above the limit."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or 429 with the seconds to wait."""
        if request.method in SAFE or request.path.startswith(COUNTED_PREFIX):
            return self.get_response(request)
        if not request.user.is_authenticated:
            return self.get_response(request)
        counts = [
            counted(f"{what}:{request.user.pk}", *settings.ACTION_LIMITS[what], times)
            for what, times in (("actions", 1), ("kilobytes", _kilobytes(request)))
        ]
        wait = max((count.resets for count in counts if count.left < 0), default=0)
        return too_many(request, wait) if wait else self.get_response(request)


def _kilobytes(request: HttpRequest) -> int:
    """Return the declared size of a request's body in whole kilobytes."""
    said = request.META.get("CONTENT_LENGTH") or "0"
    return int(said) // _KILOBYTE if str(said).isdecimal() else 0
