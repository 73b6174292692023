"""Compresses responses (gzip), except those whose length could reveal a secret.

An attacker who can add text beside a secret and sees the compressed length can find out the secret character
by character (BREACH). So these are not compressed: responses to unsafe methods, which may contain a new
secret; pages behind secret links; and views marked `uncompressed`, which show a permanent secret. CSRF tokens
differ in each response, and Django adds a random number of bytes to each.
"""

import gzip
import zlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from darkseas.web.problems import Problem, problem_response

GZIP = "gzip"
#: Compression levels: for responses to waiting clients, and for files prepared in advance.
QUICK, THOROUGH = 1, 6
_MEDIA_TYPES = ("text/", "application/json", "application/problem+json", "application/xml", "image/svg+xml")
#: Larger data is never decompressed for clients without gzip.
MOST_UNPACKED_BYTES = 8 * 1024 * 1024
_LENGTH_BYTES = 4
_SECRET_PARTS = {"token"}
_MARK = "is_uncompressed"

View = Callable[..., HttpResponseBase]


class CompressedAnswersMiddleware(GZipMiddleware):
    """Compresses responses, if that is safe and the client accepts it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if that is safe and worthwhile."""
        if response.streaming or not _may_compress(request, response):
            return response
        return super().process_response(request, response)


def uncompressed(view: View) -> View:
    """Mark a view that shows a permanent secret: its responses are never compressed."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        setattr(response, _MARK, True)
        return response

    return answer


def _may_compress(request: HttpRequest, response: HttpResponseBase) -> bool:
    match = request.resolver_match
    return (
        request.method in ("GET", "HEAD")
        and not getattr(response, _MARK, False)
        and response.headers.get("Content-Type", "").startswith(_MEDIA_TYPES)
        and not (match is not None and _SECRET_PARTS & match.kwargs.keys())
    )


# --- stored files ----------------------------------------------------------------------------


def packed(body: bytes, level: int = THOROUGH) -> bytes:
    """Compress bytes without secrets, deterministically, to store and send them as they are."""
    return gzip.compress(body, level, mtime=0)


def send_packed(request: HttpRequest, body: bytes, media_type: str) -> HttpResponse:
    """Send compressed bytes, decompressed for clients without gzip; 406 if they are too large for that."""
    if GZIP in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(body, content_type=media_type, headers={"Content-Encoding": GZIP})
    elif length_unpacked(body) > MOST_UNPACKED_BYTES:
        refusal = "This is large and only sent as gzip. Send Accept-Encoding: gzip."
        response = problem_response(Problem(406, "gzip-alone", refusal))
    else:
        response = HttpResponse(unpacked(body), content_type=media_type)
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def length_unpacked(body: bytes) -> int:
    """Return the uncompressed length from the last bytes (RFC 1952 §2.3.1); the data must be our own."""
    return int.from_bytes(body[-_LENGTH_BYTES:], "little")


def unpacked(body: bytes) -> bytes:
    """Return the uncompressed bytes."""
    return zlib.decompress(body, wbits=zlib.MAX_WBITS | 16)
