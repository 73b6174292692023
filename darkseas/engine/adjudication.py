"""One step in the making: state, dice and facts kept in step.

The one mutable object of the rules. The engine makes it; `decide` rolls and records by it.
"""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from .dice.rolls import Dice
from .events import EVERYONE, Audience, DiceRolled, Fact
from .serialization.records import named_tuple_of
from .state import Setter, State

S = TypeVar("S", bound=State)


def scope_of(audience: Audience) -> str:
    """The dice key that belongs to an audience: a secret roll must not hang on a public seed."""
    if audience == EVERYONE:
        return "pub"
    return f"side:{audience[0]}" if len(audience) == 1 else "ump"


class Adjudication(Generic[S]):
    """Facts recorded so far and the state that they lead to."""

    __slots__ = ("_dice", "_setters", "draw_offer", "facts", "state")

    def __init__(self, setters: Mapping[type, Setter], state: S, dice: Dice, draw_offer: str = "") -> None:
        self.state: S = state.copy()
        #: The side whose offer of a draw stands, if one does (`play/endings.py`).
        self.draw_offer = draw_offer
        self.facts: list[Fact] = []
        self._setters = setters
        self._dice = dice

    def next_step(self, dice: Dice) -> None:
        """Begin another step on the state that the last one has left."""
        self.facts = []
        self._dice = dice

    def record(self, event: Any, audience: Audience = EVERYONE) -> None:
        """Take an event on record; later sections of the rules see its outcome at once."""
        self.facts.append(named_tuple_of(Fact, (event, audience)))
        setter = self._setters.get(type(event))
        if setter is not None:
            setter(self.state, event)

    def roll(self, count: int, sides: int, purpose: str, audience: Audience = EVERYONE) -> tuple[int, ...]:
        """Throw dice for a named purpose (`[a-z0-9._:/>-]`, told apart within a turn) and record it."""
        turn = self.state.turn
        scope = scope_of(audience)
        roll = self._dice.roll(count, sides, f"t{turn}/{purpose}", scope=scope)
        if isinstance(roll, DiceRolled) and roll.turn == turn:
            self.record(roll, audience)  # it lies on record already, as it would be written
        else:
            self.record(DiceRolled(roll.purpose, sides, roll.faces, turn, roll.origin, scope), audience)
        return roll.faces
