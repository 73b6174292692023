"""Responses of the rules system operations, for the OpenAPI document."""

from darkseas.web.openapi.operations import (
    NOT_AGAIN,
    NOT_MODIFIED,
    TAGGED,
    Answer,
    Operation,
    Operations,
)
from darkseas.web.openapi.shapes import ADDRESS, FLAG, OBJECT, TEXT, array, mapping, nullable, record

_SYSTEM = record(
    {
        "key": TEXT,
        "title": TEXT,
        "edition": TEXT,
        "author": TEXT,
        "has_map": FLAG,
        "form": nullable(ADDRESS),
    }
)
_FORM = record({"system": TEXT, "title": TEXT, "has_map": FLAG, "parts": mapping(OBJECT)})

OPERATIONS: Operations = {
    ("api-systems", "GET"): Operation(
        "Rules systems",
        [Answer(record({"systems": array(_SYSTEM)}), headers=TAGGED), NOT_MODIFIED],
        parameters=(NOT_AGAIN,),
    ),
    ("api-form", "GET"): Operation(
        "Read the scenario form of a rules system",
        [Answer(_FORM, headers=TAGGED), NOT_MODIFIED],
        parameters=(NOT_AGAIN,),
        problems=(404,),
    ),
}
