"""Answers go out compressed (gzip), but for those whose length could tell a secret.

Who can put words of their own beside a secret, and sees how long the compressed answer is, finds the secret
out sign by sign (BREACH). So none of these is compressed: answers to what changes something, which may hold a
new secret; pages that a secret link leads to; and views marked `uncompressed`, which show a secret that stays
the same. Tokens of forms are another text in each answer, and Django adds a chance number of bytes to each.
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
#: How hard it is tried: where somebody waits for it, and where it is made ahead.
QUICK, THOROUGH = 1, 6
_MEDIA_TYPES = ("text/", "application/json", "application/problem+json", "application/xml", "image/svg+xml")
#: What is larger is unpacked for nobody.
MOST_UNPACKED_BYTES = 8 * 1024 * 1024
_LENGTH_BYTES = 4
_SECRET_PARTS = {"token"}
_MARK = "is_uncompressed"

View = Callable[..., HttpResponseBase]


class CompressedAnswersMiddleware(GZipMiddleware):
    """Compresses what may be compressed, for whoever takes it so."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the answer, compressed where that is safe and worth it."""
        if response.streaming or not _may_compress(request, response):
            return response
        return super().process_response(request, response)


def uncompressed(view: View) -> View:
    """Mark a view that shows a lasting secret: its answers are never compressed."""

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


# --- what is kept ----------------------------------------------------------------------------


def packed(body: bytes, level: int = THOROUGH) -> bytes:
    """Return bytes that hold no secret compressed, the same each time, to be kept and sent as they are."""
    return gzip.compress(body, level, mtime=0)


def send_packed(request: HttpRequest, body: bytes, media_type: str) -> HttpResponse:
    """Answer with bytes that were packed; unpacked for who takes no gzip, 406 where that is too much."""
    if GZIP in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(body, content_type=media_type, headers={"Content-Encoding": GZIP})
    elif length_unpacked(body) > MOST_UNPACKED_BYTES:
        refusal = "This is large and is sent as gzip alone. Ask with Accept-Encoding: gzip."
        response = problem_response(Problem(406, "gzip-alone", refusal))
    else:
        response = HttpResponse(unpacked(body), content_type=media_type)
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def length_unpacked(body: bytes) -> int:
    """Return how long what was packed is: its last bytes say so (RFC 1952 §2.3.1), and it is ours."""
    return int.from_bytes(body[-_LENGTH_BYTES:], "little")


def unpacked(body: bytes) -> bytes:
    """Return what was packed."""
    return zlib.decompress(body, wbits=zlib.MAX_WBITS | 16)
