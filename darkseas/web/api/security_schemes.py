"""How a request says who asks."""

from collections.abc import Mapping, Sequence
from typing import Any

from darkseas.web.openapi.operations import Who

SCHEMES: Mapping[str, Mapping[str, Any]] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A personal token of a member, made on their own page; it does what its scopes say.",
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
        "description": "Who is logged in; what changes something needs the CSRF token in X-CSRFToken too.",
    },
    "visitor": {
        "type": "apiKey",
        "in": "cookie",
        "name": "darkseas_visitor",
        "description": "Who fights without an account; with the CSRF token as for a session.",
    },
}
#: The ways that let somebody in, an empty one where nobody needs to say anything.
SCHEMES_OF: Mapping[Who, Sequence[str]] = {
    Who.ANYBODY: ("", "token", "session", "seat"),
    Who.PERSON: ("token", "session", "visitor"),
    Who.MEMBER: ("token", "session"),
    Who.SEAT: ("seat", "token", "session", "visitor"),
}
