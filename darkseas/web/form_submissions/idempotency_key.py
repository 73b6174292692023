"""API requests with an ``Idempotency-Key`` create one thing, however often they are sent."""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from darkseas.web.openapi.operations import Parameter
from darkseas.web.openapi.shapes import TEXT
from darkseas.web.problems import Problem

from . import store
from .creates_once import keyed_hash, sender_of

HEADER, LONGEST_KEY = "Idempotency-Key", 200
#: Describes the header of operations whose methods are `creates_once_by_key`; they may also answer 409.
ONCE = Parameter(
    HEADER,
    {**TEXT, "minLength": 1, "maxLength": LONGEST_KEY},
    "Optional. The same key with the same body gets the first response for a day.",
    is_header=True,
)

Method = Callable[..., HttpResponse]


def creates_once_by_key(method: Method) -> Method:
    """Let a method of an API view answer repeated requests with its first successful JSON response.

    Raises Problem 400 for an unusable key, and 409 while the first request is still running.
    """

    @wraps(method)
    def answer(view: Any, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        key = _key_of(request)
        if not key:
            return method(view, request, *args, **kwargs)
        try:
            submission, is_new = store.claim(key, store.REMEMBERED)
        except store.StillRunning:
            raise Problem(409, "still-running", "The first request with this key is still running.") from None
        if not is_new:
            return _from_text(submission.leads_to)
        text = ""
        try:
            response = method(view, request, *args, **kwargs)
            if response.status_code in (200, 201):
                text = _as_text(response)
        finally:
            if not text:
                store.release(submission)
        if text:
            store.end(text, submission)
        return response

    return answer


def _key_of(request: Request) -> str:
    """Return a hash of sender, address, key and body; "" without a key."""
    plain = request._request
    given = plain.headers.get(HEADER)
    if given is None:
        return ""
    if not 1 <= len(given) <= LONGEST_KEY or not given.isprintable():
        raise Problem(400, "key-needed", f"{HEADER} must have 1 to {LONGEST_KEY} printable characters.")
    sender = plain.headers.get("Authorization") or sender_of(plain)
    body = hashlib.sha256(json.dumps(request.data, sort_keys=True).encode()).hexdigest()
    return keyed_hash(["api", sender, plain.method, plain.get_full_path(), given, body])


def _as_text(response: HttpResponse) -> str:
    headers = {name: response[name] for name in ("Location", "Cache-Control") if name in response}
    return json.dumps([response.status_code, headers, response.content.decode()])


def _from_text(text: str) -> HttpResponse:
    status, headers, content = json.loads(text)
    return HttpResponse(content, status=status, headers=headers, content_type="application/json")
