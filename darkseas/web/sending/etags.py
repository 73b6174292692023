"""Answers with an entity tag (RFC 9110 §8.8.3): whoever has the same bytes already gets 304."""

import json
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

JSON = "application/json"
#: For one asker, who may keep it and has to ask each time whether it still holds.
ASK_AGAIN = "private, no-cache"


def tagged(
    request: HttpRequest, body: bytes, keeping: str = ASK_AGAIN, media_type: str = JSON
) -> HttpResponse:
    """Return the answer with its tag and what may be kept of it; 304 for one who brings the tag."""
    etag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": keeping}
    response = HttpResponse(body, content_type=media_type, headers=headers)
    return get_conditional_response(request, etag=etag, response=response) or response


def to_bytes(value: Any) -> bytes:
    """Return JSON as bytes, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
