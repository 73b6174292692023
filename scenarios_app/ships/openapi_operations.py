"""Ship operations for the OpenAPI document."""

from darkseas.web.openapi.operations import (
    NOT_AGAIN,
    NOT_MODIFIED,
    TAGGED,
    Answer,
    Operation,
    Operations,
    Parameter,
)
from darkseas.web.openapi.shapes import (
    ANYTHING,
    FLAG,
    FROM_0,
    FROM_1,
    OBJECT,
    TEXT,
    array,
    nullable,
    record,
)

from .api import LONGEST_QUESTION, MOST_PAGES, USUAL_DATE, USUAL_SYSTEM

_QUERY = (
    Parameter("system", {**TEXT, "default": USUAL_SYSTEM}, "The rules system that ratings are for."),
    Parameter("date", {**TEXT, "default": USUAL_DATE}, "Year and month; ratings include refits up to then."),
    NOT_AGAIN,
)
_SHIP = record(
    {
        "name": TEXT,
        "is_named": FLAG,
        "class_key": TEXT,
        "class_name": TEXT,
        "navy": TEXT,
        "kind": TEXT,
        "ratings": nullable(OBJECT),
        "origin": TEXT,
        "cost": nullable(FROM_0),
        "radar_sets": ANYTHING,
        "service": TEXT,
        "is_there": FLAG,
        "absence": nullable(record({"reason": TEXT, "date": TEXT}, {"renamed": TEXT})),
        "unconfirmed": FLAG,
    }
)
_SHIPS = record(
    {
        "system": TEXT,
        "date": TEXT,
        "count": FROM_0,
        "page": FROM_1,
        "pages": FROM_1,
        "ships": array(_SHIP),
        "instead": array(TEXT),
    }
)
_CLASS = record(
    {
        "system": TEXT,
        "date": TEXT,
        "ship": TEXT,
        "facts": OBJECT,
        "ships": array(TEXT),
        "radar_sets": ANYTHING,
        "ratings": nullable(OBJECT),
        "origin": TEXT,
        "refusal": TEXT,
        "workings": array(OBJECT),
    }
)

OPERATIONS: Operations = {
    ("api-ships", "GET"): Operation(
        "List ships",
        [Answer(_SHIPS, headers=TAGGED), NOT_MODIFIED],
        "With ratings for a rules system; 50 per page. Prefixes such as USS and accents are optional. "
        "If no ship matches, `instead` suggests other spellings.",
        parameters=(
            Parameter("q", {**TEXT, "maxLength": LONGEST_QUESTION}, "Words of name or class."),
            Parameter("navy", TEXT, "A navy's short name."),
            Parameter("kind", TEXT, "A kind of ship, such as `CA`."),
            Parameter("page", {**FROM_1, "maximum": MOST_PAGES, "default": 1}, "Which page, from 1."),
            *_QUERY,
        ),
    ),
    ("api-ship-class", "GET"): Operation(
        "Read a ship class",
        [Answer(_CLASS, headers=TAGGED), NOT_MODIFIED],
        "Facts, ships and ratings, with the workings of each number.",
        parameters=(Parameter("ship", TEXT, "A ship of the class whose ratings you want."), *_QUERY),
        problems=(404,),
    ),
}
