"""Fallback for a stream's URL on the main server: redirect to the stream server, or explain the problem."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

from darkseas.web.problems import Problem
from replays_app.api.requests import answering_problems


@answering_problems("GET")
def lead_on(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Redirect to the stream server's port; Problem 421 (RFC 9110, 15.5.20) if there is none.

    Behind a proxy that routes this URL to the stream server, this view is never called.
    """
    if not settings.STREAM_PORT:
        raise Problem(421, "no-stream", "This server has no streams. Poll instead.")
    host, _ = split_domain_port(request.get_host())
    place = f"{request.scheme}://{host}:{settings.STREAM_PORT}{request.get_full_path()}"
    return HttpResponse(status=307, headers={"Location": place, "Cache-Control": "no-store"})
