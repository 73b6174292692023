"""What search engines may list: the pages that are for everybody, and nothing else.

Every answer says that it is not to be listed, unless it is a page named in ``settings.INDEXED_PAGES`` or its
view has said that what it shows is for everybody. So a new page is kept out until somebody thinks of it.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

HEADER, KEPT_OUT = "X-Robots-Tag", "noindex"
_MARK = "is_for_everybody"
#: Programs that follow every link ask the API for nothing that pages do not say. Nothing of anybody stands
#: here: who reads this file would be led to it.
ROBOTS = "User-agent: *\nDisallow: /api/v1/\n"

Answer = Callable[[HttpRequest], HttpResponse]


def listed_if(response: HttpResponse, is_public: bool) -> HttpResponse:
    """Return an answer with the word of its view whether what it shows stands in lists for everybody."""
    setattr(response, _MARK, is_public)
    return response


class SearchEnginesMiddleware:
    """Sets ``X-Robots-Tag`` on all that is not for everybody."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, and say of the answer that it is not to be listed where it is not."""
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
    """Tell programs that follow links where not to."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
