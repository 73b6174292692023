"""Operations for viewers of a battle."""

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

_KEPT = {"Cache-Control": "Who may keep it.", "ETag": "Of a battle that is over and open to everybody."}


def _answers(shape: Shape) -> list[Answer]:
    return [Answer(shape, headers=_KEPT), NOT_MODIFIED]


OPERATIONS: Operations = {
    ("battles-api:outline", "GET"): Operation(
        "What a viewer needs before the first line",
        _answers(shapes.OUTLINE),
        "Ground, turns and phases with their first lines, marks, scores, the result.",
        parameters=(AS, NOT_AGAIN),
        problems=(403, 404),
    ),
    ("battles-api:lines", "GET"): Operation(
        "Lines of a battle",
        _answers(shapes.LINES),
        "Entries told as sentences, with sums and dice.",
        parameters=(
            AS,
            from_number("from", "The first line.", 0),
            from_number("count", "How many at most, up to 1000.", 100),
            NOT_AGAIN,
        ),
        problems=(403, 404),
    ),
    ("battles-api:counterpart", "GET"): Operation(
        "The same moment in another perspective",
        _answers(shapes.COUNTERPART),
        "Each perspective counts its own entries; where it may not know this one, the last before it.",
        parameters=(AS, Parameter("of", TEXT, "The perspective that the number is of."), NOT_AGAIN),
        problems=(403, 404),
    ),
    ("battles-api:reel", "GET"): Operation(
        "A battle that is over, told whole",
        _answers(shapes.REEL),
        "All that the viewer needs, in one answer, from one perspective; `chart_of` names by its place the "
        "chart after each line. The page of the battle names the address, which is another one as soon as "
        "the answer would be. 404 while it is not told yet, and of very long battles.",
        parameters=(NOT_AGAIN,),
        problems=(403, 404),
    ),
    ("battles-api:step", "GET"): Operation(
        "A line, and the chart after it",
        _answers(shapes.STEP),
        parameters=(AS, NOT_AGAIN),
        problems=(403, 404),
    ),
}
