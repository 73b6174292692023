"""Answers of battles that are over, kept as compressed bytes: asked for again, they cost close to nothing.

What is kept is for everybody. It lasts an hour, so that a battle found to be broken says so within
the hour, and never outlives the code that made it. Of what an asker bounds as they like only a grid is
kept, and nothing very long: else one asker could fill the memory with one battle, cut otherwise each time.
"""

from hashlib import sha256
from http import HTTPStatus
from typing import NamedTuple
from uuid import UUID

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from darkseas.web.etags import to_bytes as to_bytes
from darkseas.web.sending import compression

from .code_version import code_version

#: How long an answer is kept here, in seconds.
CACHED_S = 3600
#: So many entries or lines are a part of the grid; the viewer asks for as many (`WINDOW` of its reader).
GRID = 100
#: Longer answers are told anew each time, in bytes as they would be kept.
MOST_KEPT = 512 * 1024
PUBLIC = "public, max-age=60"
PRIVATE = "private, no-store"
JSON = "application/json"


class CachedAnswer(NamedTuple):
    """An answer's bytes, compressed, and the strong entity tag of what they are before (RFC 9110 §8.8.3)."""

    packed: bytes
    etag: str


def cached(battle_id: UUID, name: str) -> CachedAnswer | None:
    """Return the answer that was kept of a battle under this name, None without one."""
    answer: CachedAnswer | None = cache.get(_key(battle_id, name)) if name else None
    return answer


def store(battle_id: UUID, name: str, body: bytes) -> CachedAnswer:
    """Keep an answer that everybody may have, unless it is long; without a name none is kept."""
    answer = CachedAnswer(compression.packed(body, compression.QUICK), f'"{sha256(body).hexdigest()[:32]}"')
    if name and len(answer.packed) <= MOST_KEPT:
        cache.set(_key(battle_id, name), answer, CACHED_S)
    return answer


def on_grid(kind: str, first: int, count: int) -> str:
    """Return the name of a part of so many entries or lines; "" for one that the grid does not have."""
    return f"{kind}/{first}/{count}" if count == GRID and first % GRID == 0 else ""


def public(request: HttpRequest, answer: CachedAnswer) -> HttpResponse:
    """Answer with what was kept; 304 when the asker has it already."""
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
    """Answer with what was kept of a battle that not everybody may watch."""
    response = compression.send_packed(request, answer.packed, JSON)
    response.headers["Cache-Control"] = PRIVATE
    return response


def private(body: bytes, status: int = 200) -> HttpResponse:
    """Answer with what is for this asker alone, now."""
    return HttpResponse(body, status=status, content_type=JSON, headers={"Cache-Control": PRIVATE})


def _key(battle_id: UUID, name: str) -> str:
    return f"response:{code_version()}:{battle_id.hex}:{name}"
