"""Library operations for the OpenAPI document."""

from darkseas.web.openapi.operations import (
    NOT_AGAIN,
    NOT_MODIFIED,
    PAGED,
    Operation,
    Operations,
    Parameter,
    list_page,
)
from darkseas.web.openapi.shapes import ADDRESS, FROM_0, FROM_1, TEXT, array, nullable, record

_SCENARIO = record(
    {
        "key": TEXT,
        "title": TEXT,
        "system": TEXT,
        "revision": nullable(FROM_1),
        "date": TEXT,
        "place": TEXT,
        "historical_battle": TEXT,
        "sides": array(record({"key": TEXT, "name": TEXT})),
        "ships": FROM_0,
        "turns": FROM_0,
        "owner": nullable(TEXT),
        "url": ADDRESS,
    }
)

OPERATIONS: Operations = {
    ("api-scenarios", "GET"): Operation(
        "List scenarios",
        [list_page("scenarios", _SCENARIO), NOT_MODIFIED],
        "Public scenarios and your own, sorted by key.",
        parameters=(
            Parameter("system", TEXT, "Only scenarios of this rules system."),
            Parameter("historical_battle", TEXT, "Only scenarios of this historical battle, by its name."),
            *PAGED,
            NOT_AGAIN,
        ),
    ),
}
