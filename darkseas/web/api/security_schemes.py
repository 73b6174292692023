"""Security schemes of the API."""

from collections.abc import Mapping, Sequence
from typing import Any

from darkseas.web.openapi.operations import Who

SCHEMES: Mapping[str, Mapping[str, Any]] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A member's personal token, created on their account page and limited to its scopes.",
    },
    "seat": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "`Seat <token>`: the token of a seat, shown once when the battle begins.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "Session of a logged-in member; requests that change something also need X-CSRFToken.",
    },
    "visitor": {
        "type": "apiKey",
        "in": "cookie",
        "name": "darkseas_visitor",
        "description": "Cookie of a visitor who plays without an account; needs X-CSRFToken like a session.",
    },
}
#: Accepted schemes; an empty one means that no credentials are needed.
SCHEMES_OF: Mapping[Who, Sequence[str]] = {
    Who.ANYBODY: ("", "token", "session", "seat"),
    Who.PERSON: ("token", "session", "visitor"),
    Who.MEMBER: ("token", "session"),
    Who.SEAT: ("seat", "token", "session", "visitor"),
}
