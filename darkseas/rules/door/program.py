"""The program inside a frozen release: reads questions as lines of JSON and writes answers.

It first writes a greeting that names its release. Each following line is a question (`answers.py`) and gets
one line as answer; before it, the program may request dice, one line each way.
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
    """Greet, then answer each line with a line. A question that fails gets a description of the fault."""

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
            # Any failure on a foreign log is an answer, so that the next question can follow.
            said = {"fault": f"{type(fault).__name__}: {fault}"}
        say(said)
