"""Requests and responses of the draft operations, for the OpenAPI document."""

from darkseas.web.form_submissions.idempotency_key import ONCE
from darkseas.web.openapi.operations import Answer, Operation, Operations, Who
from darkseas.web.openapi.shapes import (
    ADDRESS,
    FLAG,
    FROM_1,
    OBJECT,
    TEXT,
    TIME,
    UUID,
    Shape,
    array,
    nullable,
    one_of,
    record,
)
from scenarios_app.models import Visibility

from .api import AuthorsRequest, DraftRequest, SaveRequest, ScenarioRequest
from .publishing import Publishing

_EDIT: dict[str, Shape] = {"version": FROM_1, "edited_by": nullable(TEXT), "edited_at": TIME}
_SCENARIO = record(
    {
        "visibility": one_of(Visibility.values),
        "revision": nullable(FROM_1),
        "url": nullable(ADDRESS),
    }
)
_LINE = record(
    {
        "id": UUID,
        "url": ADDRESS,
        "key": TEXT,
        "title": TEXT,
        "system": TEXT,
        **_EDIT,
        "scenario": _SCENARIO,
    }
)
_DRAFT = record(
    {
        "id": UUID,
        "key": TEXT,
        **_EDIT,
        "spec": OBJECT,
        "scenario": _SCENARIO,
        "owner": nullable(TEXT),
        "authors": array(TEXT),
        "is_owner": FLAG,
    }
)
_FINDING = record({"where": TEXT, "text": TEXT, "rule": TEXT, "remedy": TEXT, "is_advice": FLAG})
_SAVED = record(
    {"version": FROM_1, "edited_at": TIME, "findings": array(_FINDING), "aims": array(TEXT), "costs": OBJECT},
)
_STARTED = record({"id": UUID, "url": ADDRESS})
_LOCATION = {"Location": "The draft."}
_SPEC = "A scenario as scenario files have it: /schema/scenario.json describes it."


def _of_author(
    title: str, *answers: Answer, text: str = "", body: type | None = None, **more: object
) -> Operation:
    """Return an operation on a resource that only authors can see."""
    return Operation(
        title,
        answers,
        text,
        body=body,
        body_is_needed=more.get("body_is_needed", True) is True,
        example=more.get("example"),
        problems=(404, 409) if more.get("may_clash") else (404,),
        who=Who.MEMBER,
        is_negotiated=True,
    )


OPERATIONS: Operations = {
    ("drafts-api:drafts", "GET"): Operation(
        "List your drafts",
        [Answer(record({"drafts": array(_LINE)}))],
        who=Who.MEMBER,
        is_negotiated=True,
    ),
    ("drafts-api:drafts", "POST"): Operation(
        "Create a draft",
        [
            Answer(_STARTED, 201, "A new draft.", headers=_LOCATION),
            Answer(_STARTED, 200, "The existing draft of this revision.", headers=_LOCATION),
        ],
        f"From a starting point (`system`, `template`), a `revision`, or a whole `spec`. {_SPEC}",
        parameters=(ONCE,),
        body=DraftRequest,
        problems=(409,),
        example={"system": "dark_seas", "title": "A night off Savo"},
        who=Who.MEMBER,
        is_negotiated=True,
    ),
    ("drafts-api:draft", "GET"): _of_author("A draft", Answer(_DRAFT)),
    ("drafts-api:draft", "PUT"): _of_author(
        "Save a draft",
        Answer(_SAVED),
        text="`version` is the one you changed. If somebody saved since, a 409 has the current one.",
        body=SaveRequest,
        example={"version": 3, "spec": {"key": "savo-island", "system": "dark_seas"}},
        may_clash=True,
    ),
    ("drafts-api:draft", "DELETE"): _of_author(
        "Delete a draft",
        Answer(None, 204),
        text="Only the owner can delete it, and only if it was never published.",
        may_clash=True,
    ),
    ("drafts-api:publish", "POST"): _of_author(
        "Publish a draft",
        Answer(record({"url": ADDRESS, "number": FROM_1}), 201, "The revision."),
        text="It becomes the next revision, and new battles use it.",
        body=Publishing,
        body_is_needed=False,
        example={"note": "One destroyer more."},
        may_clash=True,
    ),
    ("drafts-api:states", "GET"): _of_author(
        "List the stored states of a draft", Answer(record({"states": array(record(_EDIT))}))
    ),
    ("drafts-api:state", "GET"): _of_author(
        "Read a stored state of a draft", Answer(record({**_EDIT, "spec": OBJECT}))
    ),
    ("drafts-api:authors", "PUT"): _of_author(
        "Set the helpers of a draft",
        Answer(record({"authors": array(TEXT), "invited": array(TEXT)})),
        text="New helpers are `invited` and can edit once they accept. Unlisted helpers are removed.",
        body=AuthorsRequest,
        example={"names": ["ada"]},
    ),
    ("drafts-api:scenario", "PATCH"): _of_author(
        "Set visibility and owner of a scenario",
        Answer(
            record(
                {
                    "visibility": one_of(Visibility.values),
                    "owner": nullable(TEXT),
                    "offered_to": nullable(TEXT),
                }
            )
        ),
        text="A new `owner` must accept on their page first. If they are not in the club that sees the "
        "scenario, it becomes private then.",
        body=ScenarioRequest,
        example={"visibility": "unlisted"},
    ),
}
