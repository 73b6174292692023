"""What the operations of ships take and answer, for the OpenAPI description."""

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
    Parameter("date", {**TEXT, "default": USUAL_DATE}, "Year and month: in service then, and as refitted."),
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
        "Ships",
        [Answer(_SHIPS, headers=TAGGED), NOT_MODIFIED],
        "With the ratings that a rules system derives; 50 a page. USS and the like, and accents, may be left "
        "out or written; where nothing answers, `instead` has questions that this one may be a slip of.",
        parameters=(
            Parameter("q", {**TEXT, "maxLength": LONGEST_QUESTION}, "Words of name or class."),
            Parameter("navy", TEXT, "A navy's short name."),
            Parameter("kind", TEXT, "A kind of ship, such as `CA`."),
            Parameter("page", {**FROM_1, "maximum": MOST_PAGES, "default": 1}, "Which page, from 1."),
            *_QUERY,
        ),
    ),
    ("api-ship-class", "GET"): Operation(
        "A class of ships",
        [Answer(_CLASS, headers=TAGGED), NOT_MODIFIED],
        "Its facts, its ships, its ratings with the workings of each number.",
        parameters=(Parameter("ship", TEXT, "One of the ships: ratings as of her."), *_QUERY),
        problems=(404,),
    ),
}
