"""Streams long responses as NDJSON, one JSON value per line."""

from collections.abc import Iterable

from django.http import HttpRequest, StreamingHttpResponse

from ..request_bodies import invalid

MEDIA_TYPE = "application/x-ndjson"
FORMATS = ("json", "ndjson")


def is_wanted(request: HttpRequest) -> bool:
    """Return whether ``format`` or the Accept header requests a stream. Raises Problem 422."""
    wanted = request.GET.get("format", "")
    if wanted and wanted not in FORMATS:
        raise invalid("format", f"must be one of {', '.join(FORMATS)}")
    return wanted == "ndjson" or (not wanted and MEDIA_TYPE in request.headers.get("Accept", ""))


def stream(lines: Iterable[bytes]) -> StreamingHttpResponse:
    """Return a streaming response that clients do not cache. The lines must not contain newlines."""
    parts = (line + b"\n" for line in lines)
    return StreamingHttpResponse(
        parts,
        content_type=MEDIA_TYPE,
        headers={"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"},
    )
