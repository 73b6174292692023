"""Operations on background jobs."""

from darkseas.web.openapi.operations import Answer, Operation, Operations, Who
from darkseas.web.openapi.shapes import (
    ADDRESS,
    FLAG,
    FROM_0,
    FROM_1,
    HEX_ID,
    OBJECT,
    TEXT,
    TIME,
    array,
    nullable,
    record,
)
from replays_app.api.playtest_battles import TrialBattlesRequest

from . import shapes

_STATE = record(
    {
        "made_at": TIME,
        "revision": nullable(FROM_1),
        "is_now": FLAG,
        "names": OBJECT,
        "changes": array(TEXT),
        "further_changes": FROM_0,
        "battles": FROM_1,
        "wins": OBJECT,
        "drawn": FROM_0,
        "losses": OBJECT,
        "turns": FROM_0,
    }
)

OPERATIONS: Operations = {
    ("battles-api:fight", "GET"): Operation(
        "Get the balance results of a draft",
        [Answer(record({"fought": array(_STATE)}))],
        "The versions that bots played often under the current release, newest first: wins and ships lost by "
        "side over all battles, and the changes since the next older version.",
        problems=(404,),
        who=Who.MEMBER,
        is_negotiated=True,
    ),
    ("battles-api:fight", "POST"): Operation(
        "Run bot battles on a draft",
        [Answer(record({"job": HEX_ID, "url": ADDRESS, "cancel_url": ADDRESS}), 202, "The job.")],
        "One battle to watch, or many to test the balance.",
        body=TrialBattlesRequest,
        body_is_needed=False,
        example={"battles": 100},
        problems=(404, 409),
        who=Who.MEMBER,
        is_negotiated=True,
    ),
    ("battles-api:job", "GET"): Operation(
        "Get one of your jobs",
        [Answer(shapes.JOB)],
        problems=(404,),
        who=Who.MEMBER,
        is_negotiated=True,
    ),
    ("battles-api:cancel", "POST"): Operation(
        "Stop one of your jobs",
        [Answer(shapes.JOB, text="The job; a finished job keeps its status.")],
        problems=(404,),
        who=Who.MEMBER,
        is_negotiated=True,
    ),
}
