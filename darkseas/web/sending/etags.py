"""Responses with an entity tag (RFC 9110 §8.8.3): 304 for clients that have the same bytes."""

import json
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

JSON = "application/json"
#: Cached by the client only, and revalidated on each request.
ASK_AGAIN = "private, no-cache"


def tagged(
    request: HttpRequest, body: bytes, keeping: str = ASK_AGAIN, media_type: str = JSON
) -> HttpResponse:
    """Return the response with its tag and cache headers, or 304 if the request has the tag."""
    etag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": keeping}
    response = HttpResponse(body, content_type=media_type, headers=headers)
    return get_conditional_response(request, etag=etag, response=response) or response


def to_bytes(value: Any) -> bytes:
    """Return JSON as bytes, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
