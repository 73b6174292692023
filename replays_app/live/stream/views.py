"""The address of a stream, where it reaches the pages' own server: that one leads on, or says why not."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

from darkseas.web.problems import Problem
from replays_app.api.requests import answering_problems


@answering_problems("GET")
def lead_on(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Lead to the stream server's own port; Problem 421 (RFC 9110, 15.5.20) where none is known.

    Behind a proxy that leads this address to the stream server nobody comes here.
    """
    if not settings.STREAM_PORT:
        raise Problem(421, "no-stream", "This server has no streams. Ask for news now and then.")
    host, _ = split_domain_port(request.get_host())
    place = f"{request.scheme}://{host}:{settings.STREAM_PORT}{request.get_full_path()}"
    return HttpResponse(status=307, headers={"Location": place, "Cache-Control": "no-store"})
