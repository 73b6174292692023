"""The stream server's application for tests: with the toy system, and quicker signs of life."""

import os

import django

django.setup()

from replays_app.live.stream.application import Streams  # noqa: E402
from tests.support import builders  # noqa: E402

builders.register_toy()
application = Streams(float(os.environ["TEST_HEARTBEAT_S"]))
