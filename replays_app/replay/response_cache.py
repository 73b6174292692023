"""Cached answers about finished battles, as compressed bytes.

Cached answers are public. They expire after an hour, so that the site reports a broken battle within the
hour. They are only valid for the code version that made them. If clients choose the bounds of an answer, only
short answers and fixed parts are cached, so that a client cannot fill the memory.
"""

from hashlib import sha256
from http import HTTPStatus
from typing import NamedTuple
from uuid import UUID

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from darkseas.web.sending import compression
from darkseas.web.sending.etags import to_bytes as to_bytes

from .code_version import code_version

#: How many seconds an answer is cached.
CACHED_S = 3600
#: Entries or lines in a fixed part. The viewer requests as many (`WINDOW` of its reader).
GRID = 100
#: Longer answers, in compressed bytes, are not cached.
MOST_KEPT = 512 * 1024
PUBLIC = "public, max-age=60"
PRIVATE = "private, no-store"
JSON = "application/json"


class CachedAnswer(NamedTuple):
    """An answer's compressed bytes, and the strong entity tag of the uncompressed ones (RFC 9110 §8.8.3)."""

    packed: bytes
    etag: str


def cached(battle_id: UUID, name: str) -> CachedAnswer | None:
    """Return the cached answer of a battle under this name, None without one."""
    answer: CachedAnswer | None = cache.get(_key(battle_id, name)) if name else None
    return answer


def store(battle_id: UUID, name: str, body: bytes) -> CachedAnswer:
    """Cache a public answer, unless it is long or has no name."""
    answer = CachedAnswer(compression.packed(body, compression.QUICK), f'"{sha256(body).hexdigest()[:32]}"')
    if name and len(answer.packed) <= MOST_KEPT:
        cache.set(_key(battle_id, name), answer, CACHED_S)
    return answer


def on_grid(kind: str, first: int, count: int) -> str:
    """Return the cache name of a part with this range; "" if it is not one of the fixed parts."""
    return f"{kind}/{first}/{count}" if count == GRID and first % GRID == 0 else ""


def public(request: HttpRequest, answer: CachedAnswer) -> HttpResponse:
    """Return a cached answer; 304 if the client already has it."""
    known = request.headers.get("If-None-Match", "")
    is_known = known == "*" or answer.etag in [tag.strip().removeprefix("W/") for tag in known.split(",")]
    response = (
        HttpResponseNotModified() if is_known else compression.send_packed(request, answer.packed, JSON)
    )
    if response.status_code == HTTPStatus.NOT_ACCEPTABLE:
        return response
    is_packed = response.headers.get("Content-Encoding") == compression.GZIP
    response.headers["ETag"] = f"W/{answer.etag}" if is_packed else answer.etag
    response.headers["Cache-Control"] = PUBLIC
    return response


def closed(request: HttpRequest, answer: CachedAnswer) -> HttpResponse:
    """Return a cached answer about a battle that is not open to everybody."""
    response = compression.send_packed(request, answer.packed, JSON)
    response.headers["Cache-Control"] = PRIVATE
    return response


def private(body: bytes, status: int = 200) -> HttpResponse:
    """Return an answer for this client only, which no cache may store."""
    return HttpResponse(body, status=status, content_type=JSON, headers={"Cache-Control": PRIVATE})


def _key(battle_id: UUID, name: str) -> str:
    return f"response:{code_version()}:{battle_id.hex}:{name}"
