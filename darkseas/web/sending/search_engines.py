"""Search engines may index public pages only.

Every response forbids indexing, unless its page is in ``settings.INDEXED_PAGES`` or its view has marked it as
public. So a new page is not indexed by default.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

HEADER, KEPT_OUT = "X-Robots-Tag", "noindex"
_MARK = "is_for_everybody"
#: The API has no content beyond the pages, so crawlers need not read it. Anybody can read this file, so it
#: must not list private URLs.
ROBOTS = "User-agent: *\nDisallow: /api/v1/\n"

Answer = Callable[[HttpRequest], HttpResponse]


def listed_if(response: HttpResponse, is_public: bool) -> HttpResponse:
    """Mark a response as public, or not, so that search engines may index it."""
    setattr(response, _MARK, is_public)
    return response


class SearchEnginesMiddleware:
    """Sets ``X-Robots-Tag`` on all responses that are not public."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, and forbid indexing unless the response is public."""
        response = self.get_response(request)
        if not _is_for_everybody(request, response):
            response.headers[HEADER] = KEPT_OUT
        return response


def _is_for_everybody(request: HttpRequest, response: HttpResponse) -> bool:
    match = request.resolver_match
    if response.status_code not in (200, 304) or match is None:
        return False
    return bool(getattr(response, _MARK, match.view_name in settings.INDEXED_PAGES))


@require_safe
@cache_control(public=True, max_age=3600)
def robots(_: HttpRequest) -> HttpResponse:
    """Return robots.txt."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
