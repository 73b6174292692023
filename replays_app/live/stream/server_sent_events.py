"""What is written on a stream: server-sent events, as bytes."""

import json

from replays_app.replay.moment import Moment

#: How long a browser waits before it comes again, in milliseconds; and a first sign that the line stands.
OPENING = b"retry: 2000\n: darkseas\n\n"
#: Keeps the line open through proxies, and tells a dead one from a quiet one.
HEARTBEAT = b": still here\n\n"

#: Somebody has written to all seats: what, tells the API. It has no id: ids are lengths.
CHAT = b"event: chat\ndata: {}\n\n"


def news(moment: Moment) -> bytes:
    """Return the event that says how a battle stands now; its id is the length."""
    data = {"length": moment.length, "called": moment.is_called, "over": moment.is_over}
    return b"event: news\nid: %d\ndata: %b\n\n" % (
        moment.length,
        json.dumps(data, separators=(",", ":")).encode(),
    )
