"""Server-sent events of a stream, as bytes."""

import json

from replays_app.replay.moment import Moment

#: Reconnection delay of browsers in milliseconds, and a first comment to show that the stream is open.
OPENING = b"retry: 2000\n: darkseas\n\n"
#: Keeps the connection open through proxies, and shows that it is quiet, not dead.
HEARTBEAT = b": still here\n\n"

#: Somebody has written to all seats; the API has the text. No id: ids are lengths.
CHAT = b"event: chat\ndata: {}\n\n"


def news(moment: Moment) -> bytes:
    """Return the event of a battle's current state; its id is the length."""
    data = {"length": moment.length, "called": moment.is_called, "over": moment.is_over}
    return b"event: news\nid: %d\ndata: %b\n\n" % (
        moment.length,
        json.dumps(data, separators=(",", ":")).encode(),
    )
