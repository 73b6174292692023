"""Operations for replays."""

from darkseas.web.openapi.operations import (
    AS,
    NOT_AGAIN,
    NOT_MODIFIED,
    Answer,
    Operation,
    Operations,
    Parameter,
    from_number,
)
from darkseas.web.openapi.shapes import TEXT, Shape

from . import shapes

_KEPT = {"Cache-Control": "Cache rules.", "ETag": "Only for finished public battles."}


def _answers(shape: Shape) -> list[Answer]:
    return [Answer(shape, headers=_KEPT), NOT_MODIFIED]


OPERATIONS: Operations = {
    ("battles-api:outline", "GET"): Operation(
        "Get the outline of a battle",
        _answers(shapes.OUTLINE),
        "Map terrain, turns and phases with their first lines, markers, scores and the result.",
        parameters=(AS, NOT_AGAIN),
        problems=(403, 404),
    ),
    ("battles-api:lines", "GET"): Operation(
        "List the log lines of a battle",
        _answers(shapes.LINES),
        "Entries as sentences, with modifiers and dice.",
        parameters=(
            AS,
            from_number("from", "Number of the first line.", 0),
            from_number("count", "Maximum number, up to 1000.", 100),
            NOT_AGAIN,
        ),
        problems=(403, 404),
    ),
    ("battles-api:counterpart", "GET"): Operation(
        "Find the same moment in another view",
        _answers(shapes.COUNTERPART),
        "Each view numbers its own entries. If it cannot see this entry, you get the last one before it.",
        parameters=(AS, Parameter("of", TEXT, "The view that the number belongs to."), NOT_AGAIN),
        problems=(403, 404),
    ),
    ("battles-api:reel", "GET"): Operation(
        "Get the prerendered replay of a finished battle",
        _answers(shapes.REEL),
        "The complete replay in one view; `chart_of` gives the index of the map after each line. Its address "
        "is on the battle's page and changes whenever the content changes. 404 until it is rendered, and "
        "for very long battles.",
        parameters=(NOT_AGAIN,),
        problems=(403, 404),
    ),
    ("battles-api:analysis", "GET"): Operation(
        "Get the analysis of a finished battle",
        [Answer(shapes.ANALYSIS)],
        "Chance to win, luck and judgement, all from the first side's point of view; intervals are 95 %. "
        "`percent` is the progress while captains play.",
        problems=(404,),
    ),
    ("battles-api:step", "GET"): Operation(
        "Get a log line and the map after it",
        _answers(shapes.STEP),
        parameters=(AS, NOT_AGAIN),
        problems=(403, 404),
    ),
}
