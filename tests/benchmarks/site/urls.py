"""The site's addresses, and the empty view."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

handler400 = "darkseas.web.problems.bad_request"
handler403 = "darkseas.web.problems.permission_denied"
handler404 = "darkseas.web.problems.page_not_found"
handler500 = "darkseas.web.problems.server_error"


def empty(request: HttpRequest) -> HttpResponse:
    """Answer with an empty object, through everything that every request goes through."""
    return HttpResponse(b"{}", content_type="application/json")


urlpatterns = [path("benchmark/empty", empty), path("", include("darkseas.urls"))]
