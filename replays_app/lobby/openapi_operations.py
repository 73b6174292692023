"""OpenAPI operations for challenges."""

from darkseas.web.openapi.operations import (
    NOT_AGAIN,
    NOT_MODIFIED,
    PAGED,
    Answer,
    Operation,
    Operations,
    Who,
    list_page,
)
from darkseas.web.openapi.shapes import FLAG, HEX_ID, TEXT, TIME, array, nullable, record

from .api import AcceptRequest

_CHALLENGE = record(
    {
        "challenge": TEXT,
        "scenario": TEXT,
        "system": TEXT,
        "title": TEXT,
        "maker": TEXT,
        "free": array(TEXT),
        "by_bid": FLAG,
        "umpire": nullable(TEXT),
        "dice": TEXT,
        "made_at": TIME,
    }
)

_ACCEPTED = record({"battle": HEX_ID, "side": TEXT, "umpire": nullable(TEXT), "umpire_sits": FLAG})

OPERATIONS: Operations = {
    ("challenges-api:challenges", "GET"): Operation(
        "Open challenges",
        [list_page("challenges", _CHALLENGE), NOT_MODIFIED],
        "Open challenges in the lobby, made by other players.",
        parameters=(*PAGED, NOT_AGAIN),
        is_negotiated=True,
    ),
    ("challenges-api:accept", "POST"): Operation(
        "Accept a challenge",
        [Answer(_ACCEPTED, 201, "The battle, your side, and the umpire.")],
        "Starts the battle with both players in their seats. `side` is your preferred side; if sides are "
        "assigned by bid (`by_bid`), `bid` is your bid in points. `umpire` is the umpire's name in the "
        "challenge: naming the umpire gives your consent, otherwise you are asked later. `sees_dice` says, "
        "for a battle at a table, that you see every roll.",
        body=AcceptRequest,
        body_is_needed=False,
        example={"side": "ijn"},
        problems=(404, 409),
        who=Who.MEMBER,
        is_negotiated=True,
    ),
}
