"""Operations of the news stream and of chat."""

from darkseas.web.form_submissions.idempotency_key import ONCE
from darkseas.web.openapi.operations import AS, Answer, Operation, Operations, Parameter, Who
from darkseas.web.openapi.shapes import FLAG, FROM_0, TEXT, TIME, array, record

from .chat.views import LineRequest

LINE = record({"n": FROM_0, "side": TEXT, "name": TEXT, "own": FLAG, "note": FLAG, "text": TEXT, "at": TIME})

OPERATIONS: Operations = {
    ("stream", "GET"): Operation(
        "Follow a battle",
        [
            Answer(TEXT, text="The stream, from the stream server.", media_type="text/event-stream"),
            Answer(None, 307, "Redirect to the stream server."),
        ],
        "Server-sent events `news` with `length`, `called` and `over` whenever you may see new entries; "
        "`Last-Event-ID` is supported. Seat holders also get `chat`, without content, when somebody writes "
        "to all seats. Behind a proxy the stream starts without a redirect.",
        parameters=(AS,),
        problems=(403, 404, 421),
    ),
    ("chat", "GET"): Operation(
        "List chat messages",
        [Answer(record({"lines": array(LINE)}))],
        "Messages after number `after`, or the newest. Only for seat holders.",
        parameters=(
            Parameter("after", FROM_0, "Number of the last message you know."),
            Parameter("count", FROM_0, "Maximum number, up to 500."),
        ),
        who=Who.SEAT,
        is_negotiated=True,
    ),
    ("chat", "POST"): Operation(
        "Write a line",
        [Answer(LINE, 201)],
        "With `note`, a private note.",
        parameters=(ONCE,),
        body=LineRequest,
        problems=(409,),
        example={"text": "Good evening.", "note": False},
        who=Who.SEAT,
        is_negotiated=True,
    ),
}
