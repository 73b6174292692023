"""Standing orders: answers that a player may give in advance, so that the battle need not wait.

A rules system declares which orders allow this, the possible answers, and what cancels them. When the
question comes up, the answer is turned into an ordinary order from the side's own view.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .orders import OrderForm
from .serialization.canonical_json import Json
from .serialization.records import record

#: The filled blanks of an order.
Blanks = Mapping[str, Json]


@record
class StandingValue:
    """A possible standing order: its stored name, title, meaning, and what cancels it."""

    name: str
    title: str
    help: str


@dataclass(frozen=True, eq=False)
class StandingQuestion:
    """An order that may be given in advance, by stored name, with the rule that asks for it.

    `answer(view, side, form, value)` fills the form, or returns None if the value does not answer it; then
    the player must order. `cancelled_by(view, side, event, value)` returns the reason why an event cancels
    the standing order, or "".
    """

    order: str
    title: str
    rule: str
    values: tuple[StandingValue, ...]
    answer: Callable[[Any, str, OrderForm, str], Blanks | None]
    cancelled_by: Callable[[Any, str, object, str], str]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(value.name for value in self.values)
