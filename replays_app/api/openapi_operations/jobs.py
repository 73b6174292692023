"""Operations on work in the background."""

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
        "What came of a draft's states",
        [Answer(record({"fought": array(_STATE)}))],
        "Those that captains fought often under today's release, newest first: wins and ships lost by side "
        "over all battles, and what changed since the state below.",
        problems=(404,),
        who=Who.MEMBER,
        is_negotiated=True,
    ),
    ("battles-api:fight", "POST"): Operation(
        "Let captains fight a draft",
        [Answer(record({"job": HEX_ID, "url": ADDRESS, "cancel_url": ADDRESS}), 202, "The job.")],
        "Once to look at it, or often for its balance.",
        body=TrialBattlesRequest,
        body_is_needed=False,
        example={"battles": 100},
        problems=(404, 409),
        who=Who.MEMBER,
        is_negotiated=True,
    ),
    ("battles-api:job", "GET"): Operation(
        "A job of one's own",
        [Answer(shapes.JOB)],
        problems=(404,),
        who=Who.MEMBER,
        is_negotiated=True,
    ),
    ("battles-api:cancel", "POST"): Operation(
        "Stop a job of one's own",
        [Answer(shapes.JOB, text="The job; one that was over before stays as it ended.")],
        problems=(404,),
        who=Who.MEMBER,
        is_negotiated=True,
    ),
}
