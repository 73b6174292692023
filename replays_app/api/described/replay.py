"""Operations for viewers of a battle."""

from darkseas.web.openapi.operations import (
    AS,
    NOT_AGAIN,
    NOT_MODIFIED,
    Answer,
    Operation,
    Operations,
    from_number,
)
from darkseas.web.openapi.shapes import Shape

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
    ("battles-api:step", "GET"): Operation(
        "A line, and the chart after it",
        _answers(shapes.STEP),
        parameters=(AS, NOT_AGAIN),
        problems=(403, 404),
    ),
}
