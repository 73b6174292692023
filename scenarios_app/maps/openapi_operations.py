"""Map operations for the OpenAPI document."""

from darkseas.web.form_submissions.idempotency_key import ONCE
from darkseas.web.openapi.operations import (
    NOT_AGAIN,
    NOT_MODIFIED,
    PAGED,
    Answer,
    Operation,
    Operations,
    Parameter,
    Who,
    list_page,
)
from darkseas.web.openapi.shapes import (
    ADDRESS,
    FROM_0,
    FROM_1,
    OBJECT,
    TEXT,
    array,
    one_of,
    record,
)
from scenarios_app.models import Visibility

from .api import LONGEST_QUESTION, CutRequest, PublishRequest, WriteRequest

_LINE = {
    "key": TEXT,
    "title": TEXT,
    "number": FROM_0,
    "owner": TEXT,
    "visibility": one_of(Visibility.values),
    "url": ADDRESS,
}
_MAP = record({"map": OBJECT})
_CUT = {"coast": "solomons", "col": 4, "row": 6, "cols": 12, "rows": 10}

OPERATIONS: Operations = {
    ("maps-api:maps", "GET"): Operation(
        "List maps",
        [list_page("maps", record(_LINE)), NOT_MODIFIED],
        "Public maps and your own, sorted by title.",
        parameters=(
            Parameter("q", {**TEXT, "maxLength": LONGEST_QUESTION}, "Words of the title."),
            *PAGED,
            NOT_AGAIN,
        ),
        is_negotiated=True,
    ),
    ("maps-api:maps", "POST"): Operation(
        "Publish a map",
        [Answer(record({"key": TEXT, "number": FROM_1, "url": ADDRESS}), 201, "The revision.")],
        "With `key`: the next revision of your map of that key.",
        parameters=(ONCE,),
        body=PublishRequest,
        example={"map": {"key": "coves", "title": "Coves", "cols": 5, "rows": 3}},
        problems=(404, 409),
        who=Who.MEMBER,
        is_negotiated=True,
    ),
    ("maps-api:map", "GET"): Operation(
        "Read a map",
        [Answer(record({**_LINE, "map": OBJECT, "coast": TEXT}))],
        problems=(404,),
        is_negotiated=True,
    ),
    ("maps-api:read", "POST"): Operation(
        "Read a map file",
        [Answer(record({"map": OBJECT, "findings": array(TEXT)}))],
        "Our JSON or Tiled's; `findings` list the parts that were dropped. Nothing is stored.",
        body=OBJECT,
        example={"key": "coves", "title": "Coves", "cols": 5, "rows": 3},
        who=Who.MEMBER,
        is_negotiated=True,
    ),
    ("maps-api:write-tiled", "POST"): Operation(
        "Write a map for Tiled",
        [Answer(OBJECT)],
        "Nothing is stored.",
        body=WriteRequest,
        example={"map": {"key": "coves", "title": "Coves", "cols": 5, "rows": 3}},
        who=Who.MEMBER,
        is_negotiated=True,
    ),
    ("maps-api:from-coast", "POST"): Operation(
        "Cut a map out of a real coast",
        [Answer(_MAP)],
        "Nothing is stored.",
        body=CutRequest,
        example=_CUT,
        who=Who.MEMBER,
        is_negotiated=True,
    ),
    ("maps-api:coasts", "GET"): Operation(
        "List real coasts",
        [Answer(record({"coasts": array(record({"coast": TEXT, "title": TEXT, "map": OBJECT}))}))],
        is_negotiated=True,
    ),
}
