"""Operations of what makes a battle live: its stream and its chat."""

from darkseas.web.openapi.operations import Answer, Operation, Operations, Parameter, Who
from darkseas.web.openapi.shapes import FLAG, FROM_0, TEXT, TIME, array, record

from .chat.views import LineRequest

LINE = record({"n": FROM_0, "side": TEXT, "name": TEXT, "own": FLAG, "note": FLAG, "text": TEXT, "at": TIME})

OPERATIONS: Operations = {
    ("stream", "GET"): Operation(
        "Hear that a battle has gone on",
        [
            Answer(TEXT, text="The stream, from the server of streams.", media_type="text/event-stream"),
            Answer(None, 307, "Where that server lies: follow it."),
        ],
        "Server-sent events `news` with `length`, `called` and `over`, whenever what one may know of the "
        "battle has grown; `Last-Event-ID` is honoured. Who follows from a seat hears `chat`, without "
        "content, when somebody has written to all seats. Behind a proxy the stream comes at once.",
        problems=(403, 404, 421),
    ),
    ("chat", "GET"): Operation(
        "Read the chat",
        [Answer(record({"lines": array(LINE)}))],
        "Lines after number `after`, else the newest. Only who holds a seat reads or writes.",
        parameters=(
            Parameter("after", FROM_0, "The number of the last line known."),
            Parameter("count", FROM_0, "At most so many, 500 at the most."),
        ),
        who=Who.SEAT,
        is_negotiated=True,
    ),
    ("chat", "POST"): Operation(
        "Write a line",
        [Answer(LINE, 201)],
        "With `note` it is a note for oneself.",
        body=LineRequest,
        example={"text": "Good evening.", "note": False},
        who=Who.SEAT,
        is_negotiated=True,
    ),
}
