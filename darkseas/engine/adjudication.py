"""The state, dice and facts of one step while `decide` works on it.

`Adjudication` is the only mutable object of the rules. The engine creates it; `decide` rolls and records
through it.
"""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from .dice.rolls import Dice
from .events import EVERYONE, Audience, DiceRolled, Fact
from .serialization.records import named_tuple_of
from .state import Setter, State

S = TypeVar("S", bound=State)


def scope_of(audience: Audience) -> str:
    """Return the scope whose key rolls dice for this audience: a secret roll must not depend on a public
    seed.
    """
    if audience == EVERYONE:
        return "pub"
    return f"side:{audience[0]}" if len(audience) == 1 else "ump"


class Adjudication(Generic[S]):
    """The facts recorded so far and the state they lead to."""

    __slots__ = ("_dice", "_setters", "draw_offer", "facts", "state")

    def __init__(self, setters: Mapping[type, Setter], state: S, dice: Dice, draw_offer: str = "") -> None:
        self.state: S = state.copy()
        #: The side with an open draw offer, if any (`play/endings.py`).
        self.draw_offer = draw_offer
        self.facts: list[Fact] = []
        self._setters = setters
        self._dice = dice

    def next_step(self, dice: Dice) -> None:
        """Start another step from the state that the last one left."""
        self.facts = []
        self._dice = dice

    def record(self, event: Any, audience: Audience = EVERYONE) -> None:
        """Record an event and apply it, so that later rules see its outcome."""
        self.facts.append(named_tuple_of(Fact, (event, audience)))
        setter = self._setters.get(type(event))
        if setter is not None:
            setter(self.state, event)

    def roll(self, count: int, sides: int, purpose: str, audience: Audience = EVERYONE) -> tuple[int, ...]:
        """Roll dice and record the roll. `purpose` (`[a-z0-9._:/>-]`) must be unique within the turn."""
        turn = self.state.turn
        scope = scope_of(audience)
        roll = self._dice.roll(count, sides, f"t{turn}/{purpose}", scope=scope)
        if isinstance(roll, DiceRolled) and roll.turn == turn:
            self.record(roll, audience)  # already recorded in stored form
        else:
            self.record(DiceRolled(roll.purpose, sides, roll.faces, turn, roll.origin, scope), audience)
        return roll.faces
