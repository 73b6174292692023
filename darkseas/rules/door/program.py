"""The program in a frozen release: questions come in as lines of JSON, answers go out.

It greets first and says which release it is. Then each line is a question (`answers.py`), and is
answered by a line, before which it may ask back for dice, a line each way.
"""

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

from darkseas.engine.serialization.canonical_json import Json

from .. import registry
from . import answers
from .asked_dice import GivenUp

#: How questions are put. What a frozen release has said stays; another way to ask is another number.
DOOR = 1


def main() -> None:
    """Answer until nothing more is asked."""
    serve(iter(sys.stdin.buffer.readline, b""), sys.stdout.buffer)


def serve(lines: Iterator[bytes], out: BinaryIO) -> None:
    """Greet, and answer each line with a line. A question that cannot be answered says what was wrong."""

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
            # Whatever a log from elsewhere does to the rules is an answer, and the next question is put.
            said = {"fault": f"{type(fault).__name__}: {fault}"}
        say(said)
