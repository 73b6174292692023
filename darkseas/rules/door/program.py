"""The program inside a frozen release: reads requests as lines of JSON and writes responses.

It first writes a greeting that names its release. Each following line of input is a request (`answers.py`)
and gets one line as response. Before that response, the program may ask for dice, with one line each way.
"""

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

from darkseas.engine.serialization.canonical_json import Json

from .. import registry
from . import answers
from .asked_dice import GivenUp

#: Version of the protocol. Frozen releases keep theirs; a different protocol gets a new number.
DOOR = 1


def main() -> None:
    serve(iter(sys.stdin.buffer.readline, b""), sys.stdout.buffer)


def serve(lines: Iterator[bytes], out: BinaryIO) -> None:
    """Write the greeting, then one response line for each request line. If a request fails, the response
    describes the fault.
    """

    def say(value: Json) -> None:
        out.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")
        out.flush()

    def ask_back(value: Json) -> Json:
        say(value)
        return json.loads(next(lines))

    say({"door": DOOR, "release": registry.RELEASE, "systems": [one.key for one in registry.SYSTEMS]})
    for line in lines:
        try:
            question = json.loads(line)
            said = answers.answer(registry.system(question["system"]), question, ask_back)
        except GivenUp:
            said = {"given_up": True}
        except Exception as fault:
            # Any failure on a foreign log becomes a response, so that the next request can follow.
            said = {"fault": f"{type(fault).__name__}: {fault}"}
        say(said)
