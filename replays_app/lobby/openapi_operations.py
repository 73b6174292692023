"""What the operations of challenges take and answer, for the OpenAPI description."""

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
        "Those that the lobby shows: by others, for everybody.",
        parameters=(*PAGED, NOT_AGAIN),
        is_negotiated=True,
    ),
    ("challenges-api:accept", "POST"): Operation(
        "Accept a challenge",
        [Answer(_ACCEPTED, 201, "The battle, the member's side in it, and the umpire.")],
        "The battle begins with its maker and the member in their seats. `side` is what one would like; "
        "where sides are bid for (`by_bid`), `bid` are the points that one would give for it. `umpire` is "
        "the umpire's name as the challenge told it: who names them agrees to them, others are asked later. "
        "`sees_dice` says, of a battle at a table, that all dice fall in front of the member.",
        body=AcceptRequest,
        body_is_needed=False,
        example={"side": "ijn"},
        problems=(404, 409),
        who=Who.MEMBER,
        is_negotiated=True,
    ),
}
