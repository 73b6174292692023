"""The stream server's application for tests: with the toy system, and quicker signs of life."""

import os

import django

django.setup()

from replays_app.live.stream.application import Receive, Scope, Send, Streams  # noqa: E402
from tests.replays_app.live.stream.stream_server import REST  # noqa: E402
from tests.support import builders  # noqa: E402


class RestingStreams(Streams):
    """The streams, and whether they rest, so that a test does not empty the database under a last look."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope.get("path") != REST:
            await super().__call__(scope, receive, send)
            return
        looking = self.followers._looking
        rests = looking is None or looking.done()
        await send({"type": "http.response.start", "status": 204 if rests else 503, "headers": []})
        await send({"type": "http.response.body", "body": b""})


builders.register_toy()
application = RestingStreams(float(os.environ["TEST_HEARTBEAT_S"]))
