"""Dice that are thrown by who asks: their seeds stay where they are."""

from collections.abc import Callable

from darkseas.engine.dice.rolls import Roll
from darkseas.engine.serialization.canonical_json import Json

#: Puts something back to who asks, and returns what they say to it.
AskBack = Callable[[Json], Json]


class GivenUp(Exception):
    """Who asks wants no answer any more: they cannot throw these dice."""


class AskedDice:
    """Dice of one step, each throw asked for: how many of how many sides, what for, under which key."""

    __slots__ = ("_ask_back",)

    def __init__(self, ask_back: AskBack) -> None:
        self._ask_back = ask_back

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """What was thrown; GivenUp where it was not."""
        asked = {"count": count, "sides": sides, "purpose": purpose, "scope": scope}
        thrown = self._ask_back({"roll": asked})
        if "faces" not in thrown:
            raise GivenUp
        faces = tuple(thrown["faces"])
        return Roll(thrown["purpose"], sides, faces, thrown["origin"], thrown["scope"])
