"""Operations on work in the background."""

from darkseas.web.openapi.operations import Answer, Operation, Operations, Who
from darkseas.web.openapi.shapes import ADDRESS, HEX_ID, record
from replays_app.api.trial_battles import TrialBattlesRequest

from . import shapes

OPERATIONS: Operations = {
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
