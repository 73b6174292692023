"""Dice rolled by the asking process, so that it need not reveal its seeds."""

from collections.abc import Callable

from darkseas.engine.dice.rolls import Roll
from darkseas.engine.serialization.canonical_json import Json

#: Sends a request back to the asking process and returns its response.
AskBack = Callable[[Json], Json]


class GivenUp(Exception):
    """The asking process cannot roll these dice and does not want a response."""


class AskedDice:
    """The dice of one step; each roll is requested from the asking process."""

    __slots__ = ("_ask_back",)

    def __init__(self, ask_back: AskBack) -> None:
        self._ask_back = ask_back

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """Return the roll. Raise GivenUp if the asking process did not make one."""
        asked = {"count": count, "sides": sides, "purpose": purpose, "scope": scope}
        thrown = self._ask_back({"roll": asked})
        if "faces" not in thrown:
            raise GivenUp
        faces = tuple(thrown["faces"])
        return Roll(thrown["purpose"], sides, faces, thrown["origin"], thrown["scope"])
